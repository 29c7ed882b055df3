// Owns keeping a process running: what ends by itself is reported and started again, ever slower when it keeps ending.

import { spawnGuarded } from '@lodging/kit-servers';
import type { GuardedProcess } from '@lodging/kit-servers';

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
  let current: GuardedProcess = await start(program, false);
  let waiting: NodeJS.Timeout | undefined;

  const watch = (child: GuardedProcess): void => {
    const startedAt = performance.now();
    void child.exited.then((how) => {
      if (state.stopping) return;
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
    current = await start(program, true);
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
    async stop(graceMs) {
      state.stopping = true;
      clearTimeout(waiting);
      await current.stop(graceMs);
    },
  };
}

function start(program: Program, appendLog: boolean): Promise<GuardedProcess> {
  const { args, env, cwd, logFile } = program;
  return spawnGuarded({ command: process.execPath, args, env, cwd, logFile, appendLog });
}
