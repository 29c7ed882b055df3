import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Demo } from './demo.ts';
import { eventually } from './eventually.ts';

export interface Lodging {
  readonly demo: Demo;
  /** The data directory, with demo.json. */
  readonly home: string;
  /** Reads demo.json again: process ids change when a service is restarted. */
  reread(): Promise<Demo>;
  /**
   * Starts a second process of a service beside the running one, as in a rollout. Resolves to both when it is ready.
   * The caller stops the predecessor, which is not restarted. `from` is the directory of another release; without it
   * the successor runs this one. It has the settings of its predecessor, but for those that are given.
   */
  startSuccessor(
    service: string,
    from?: string,
    settings?: Record<string, string>,
  ): Promise<{ predecessor: Process; successor: Process }>;
  stop(): Promise<void>;
}

export type Process = Demo['services'][string];

/** A start takes some seconds of processor time: other stacks that start at the same time make it several times as long. */
const START_MS = 60_000;

const root = join(import.meta.dirname, '..', '..');

/** Variables that would make the new stack share servers with another one. */
const NEVER_INHERITED = ['POSTGRES_ADMIN_URL', 'NATS_URL', 'REDIS_URL', 'PORT', 'ADMIN_PORT', 'WEBHOOK_PORT'];

function launch(
  home: string,
  settings: Record<string, string>,
  release: string,
): { child: ChildProcess; output: () => string } {
  // As `npm start` has it: without compiled code the start takes twice the processor time before its first step.
  const compiled = join(release, 'node_modules/.cache/command-line');
  const environment: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_COMPILE_CACHE: compiled,
    ...settings,
    LODGING_HOME: home,
  };
  for (const name of NEVER_INHERITED) if (!(name in settings)) delete environment[name];
  const child = spawn(process.execPath, [join(release, 'deploy/local/start.ts')], {
    cwd: release,
    env: environment,
    // The channel is for `startSuccessor`.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  const collect = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-20_000);
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  return { child, output: () => output };
}

async function readDemo(home: string): Promise<Demo | undefined> {
  try {
    return JSON.parse(await readFile(join(home, 'demo.json'), 'utf8')) as Demo;
  } catch {
    return undefined;
  }
}

/** A stack that already runs, in containers for example. The file must be named demo.json. */
export async function runningLodging(demoFile: string): Promise<Lodging> {
  const home = dirname(demoFile);
  const demo = await readDemo(home);
  if (demo === undefined) throw new Error(`${join(home, 'demo.json')} cannot be read`);
  const reread = async () => (await readDemo(home)) ?? demo;
  const startSuccessor = () =>
    Promise.reject(new Error('services of a stack that already ran cannot be replaced'));
  return { demo, home, stop: async () => {}, reread, startSuccessor };
}

/** Resolves when another process of the service than `pid` is ready: after a kill the service is started again by itself. */
export async function anotherProcess(
  { reread }: Pick<Lodging, 'reread'>,
  service: string,
  pid: number,
): Promise<Process> {
  return eventually(
    `another process of ${service} is ready`,
    async () => {
      const now = (await reread()).services[service];
      if (now === undefined || now.pid === pid) return undefined;
      const ready = await fetch(`${now.healthUrl}/readyz`).catch(() => undefined);
      return ready?.ok === true ? now : undefined;
    },
    { withinMs: START_MS },
  );
}

async function startSuccessor(
  { child, reread }: { child: ChildProcess; reread: () => Promise<Demo> },
  ...[service, from, settings]: Parameters<Lodging['startSuccessor']>
) {
  const predecessor = (await reread()).services[service];
  if (predecessor === undefined) throw new Error(`${service} does not run`);
  child.send({ succeed: service, from, settings });
  const successor = await anotherProcess({ reread }, service, predecessor.pid);
  return { predecessor, successor };
}

/**
 * Without the stays of the day: a test has its own. `settings` are environment variables, such as HOLD_TTL_SECONDS;
 * `release` is the directory of another release; `fill` writes what the data directory has before the start.
 */
export async function startLodging(
  settings: Record<string, string> = {},
  release = root,
  fill?: (home: string) => void,
): Promise<Lodging> {
  const home = await mkdtemp(join(tmpdir(), 'lodging-e2e-'));
  fill?.(home);
  const { child, output } = launch(home, { DEMO_STAYS: 'none', ...settings }, release);
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    child.kill('SIGTERM');
    await Promise.race([exited, new Promise((resolve) => setTimeout(resolve, 30_000).unref())]);
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await rm(home, { recursive: true, force: true });
  };
  try {
    const demo = await eventually(
      'npm start writes demo.json',
      async () => {
        if (child.exitCode !== null) throw new Error(`the start ended with ${child.exitCode}:\n${output()}`);
        return readDemo(home);
      },
      { withinMs: 150_000 },
    );
    const reread = async () => (await readDemo(home)) ?? demo;
    return {
      demo,
      home,
      stop,
      reread,
      startSuccessor: (...requested) => startSuccessor({ child, reread }, ...requested),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
