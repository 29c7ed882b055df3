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
  /** How often it ended unexpectedly. */
  ends(): number;
  /** It ended because of invalid settings and is not restarted. */
  gaveUp(): boolean;
  /**
   * Starts a second process beside the running one, like the next version in a rollout: with the changed settings, and
   * the other program if one is given. The predecessor runs until it is stopped, and is not restarted.
   */
  startSuccessor(settings: NodeJS.ProcessEnv, other?: Pick<Program, 'args' | 'cwd'>): Promise<void>;
  stop(graceMs: number): Promise<void>;
}

interface Listeners {
  onEnd: (name: string, how: string, nextInMs: number | undefined) => void;
  onRestart: (name: string) => void;
}

const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 5_000;
/** After this time the delay starts from the beginning. */
const HEALTHY_MS = 30_000;
/** EX_CONFIG: the exit code of a service with invalid settings. */
const WRONG_SETTINGS = 'exit code 78';

export async function supervise(program: Program, { onEnd, onRestart }: Listeners): Promise<Supervised> {
  const state = { stopping: false, gaveUp: false, ends: 0, consecutive: 0 };
  let running = program;
  let current: GuardedProcess = await start(running, false);
  const predecessors: GuardedProcess[] = [];
  let waiting: NodeJS.Timeout | undefined;

  const watch = (child: GuardedProcess): void => {
    const startedAt = performance.now();
    void child.exited.then((how) => {
      if (state.stopping || child !== current) return;
      state.ends += 1;
      state.consecutive = performance.now() - startedAt > HEALTHY_MS ? 1 : state.consecutive + 1;
      state.gaveUp = how === WRONG_SETTINGS;
      const delay = Math.min(FIRST_DELAY_MS * 2 ** (state.consecutive - 1), MAX_DELAY_MS);
      onEnd(program.name, how, state.gaveUp ? undefined : delay);
      if (!state.gaveUp) waiting = setTimeout(() => void restart(), delay);
    });
  };
  const restart = async (): Promise<void> => {
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
    async startSuccessor(settings, other = running) {
      const { args, cwd } = other;
      const next = { ...running, args, cwd, env: { ...running.env, ...settings } };
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
