import { spawnGuarded } from '@lodging/kit-testing/servers';
import type { GuardedProcess } from '@lodging/kit-testing/servers';

export interface Program {
  name: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  cwd: string;
  logFile: string;
}

export interface Supervised {
  readonly name: string;
  readonly logFile: string;
  pid(): number;
  /** How often it ended without being asked to. */
  ends(): number;
  /** It said that its settings are wrong, so starting it again would be of no use. */
  gaveUp(): boolean;
  /**
   * Starts the program once more, with other settings, beside the process that runs: as the next version in a rollout.
   * The predecessor stays until somebody stops it, and is not started again.
   */
  succeed(settings: NodeJS.ProcessEnv): Promise<void>;
  stop(graceMs: number): Promise<void>;
}

interface Listeners {
  onEnd: (name: string, how: string, nextInMs: number | undefined) => void;
  onRestart: (name: string) => void;
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
/** Having run this long, a process counts as healthy again. */
const HEALTHY_MS = 30_000;
/** EX_CONFIG, with which a service leaves when its settings are wrong. */
const WRONG_SETTINGS = 'exit code 78';

export async function supervise(program: Program, { onEnd, onRestart }: Listeners): Promise<Supervised> {
  const state = { stopping: false, gaveUp: false, ends: 0, inARow: 0 };
  let running = program;
  let current: GuardedProcess = await start(running, false);
  const predecessors: GuardedProcess[] = [];
  let waiting: NodeJS.Timeout | undefined;

  const watch = (child: GuardedProcess): void => {
    const startedAt = performance.now();
    void child.exited.then((how) => {
      if (state.stopping || child !== current) return;
      state.ends += 1;
      state.inARow = performance.now() - startedAt > HEALTHY_MS ? 1 : state.inARow + 1;
      state.gaveUp = how === WRONG_SETTINGS;
      const pause = Math.min(FIRST_PAUSE_MS * 2 ** (state.inARow - 1), LONGEST_PAUSE_MS);
      onEnd(program.name, how, state.gaveUp ? undefined : pause);
      if (!state.gaveUp) waiting = setTimeout(() => void again(), pause);
    });
  };
  const again = async (): Promise<void> => {
    if (state.stopping) return;
    current = await start(running, true);
    watch(current);
    onRestart(program.name);
  };

  watch(current);
  return {
    name: program.name,
    logFile: program.logFile,
    pid: () => current.pid,
    ends: () => state.ends,
    gaveUp: () => state.gaveUp,
    async succeed(settings) {
      const next = { ...running, env: { ...running.env, ...settings } };
      const successor = await start(next, true);
      predecessors.push(current);
      [running, current] = [next, successor];
      watch(successor);
    },
    async stop(graceMs) {
      state.stopping = true;
      clearTimeout(waiting);
      await Promise.all([...predecessors, current].map((child) => child.stop(graceMs)));
    },
  };
}

function start(program: Program, appendLog: boolean): Promise<GuardedProcess> {
  const { args, env, cwd, logFile } = program;
  return spawnGuarded({ command: process.execPath, args, env, cwd, logFile, appendLog });
}
