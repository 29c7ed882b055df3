import { join } from 'node:path';
import { ALLOCATOR } from '@lodging/deploy-shared';
import { compileCache, repository } from './home.ts';
import type { Home } from './home.ts';
import { supervise } from './supervise.ts';
import type { Program, Supervised } from './supervise.ts';

export interface Processes {
  /** `flags` are those of Node. */
  run(name: string, script: string, env: NodeJS.ProcessEnv, flags: readonly string[]): Promise<Supervised>;
  /** See `Supervised`. `checkout` is the directory of the release that the successor runs. */
  startSuccessor(name: string, settings: NodeJS.ProcessEnv, checkout?: string): Promise<void>;
  all(): Supervised[];
  stop(): Promise<void>;
}

interface Options {
  home: Home;
  /** Called when a process has ended unexpectedly and when it was restarted. */
  onEvent: (text: string) => void;
  /** Called when a process id has changed. */
  onChange: () => void;
}

const GRACE_MS = 7_000;

export function openProcesses({ home, onEvent, onChange }: Options): Processes {
  const running: Supervised[] = [];
  const programs = new Map<string, { readonly script: string; readonly flags: readonly string[] }>();
  const listeners = {
    onEnd: (name: string, how: string, nextInMs: number | undefined) => {
      const next = nextInMs === undefined ? 'its settings are wrong' : `starting it again in ${nextInMs} ms`;
      onEvent(`${name} ended (${how}); ${next}`);
    },
    onRestart: (name: string) => {
      onEvent(`${name} runs again`);
      onChange();
    },
  };
  return {
    async run(name, script, env, flags) {
      const program = {
        name,
        ...programOf(repository, script, flags),
        env: { ...ALLOCATOR, ...env, NODE_COMPILE_CACHE: compileCache },
        logFile: home.file(`logs/${name}.log`),
      };
      const started = await supervise(program, listeners);
      programs.set(name, { script, flags });
      running.push(started);
      return started;
    },
    async startSuccessor(name, settings, checkout = repository) {
      const service = running.find((each) => each.name === name);
      const program = programs.get(name);
      if (service === undefined || program === undefined) throw new Error(`${name} does not run`);
      await service.startSuccessor(settings, programOf(checkout, program.script, program.flags));
      onEvent(`${name} has a successor`);
      onChange();
    },
    all: () => [...running],
    // The emulators are stopped last, because services may still call them.
    async stop() {
      const [emulators, services] = [running.slice(0, 1), running.slice(1)];
      await Promise.all(services.map((service) => service.stop(GRACE_MS)));
      await Promise.all(emulators.map((process) => process.stop(1_000)));
    },
  };
}

function programOf(
  checkout: string,
  script: string,
  flags: readonly string[],
): Pick<Program, 'args' | 'cwd'> {
  return {
    args: [...flags, join(checkout, script)],
    cwd: join(checkout, script.split('/src/')[0] ?? ''),
  };
}
