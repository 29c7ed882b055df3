import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort, spawnGuarded } from '@lodging/kit-testing/servers';

export interface SecondInstance {
  readonly pid: number;
  /** The public address, of a gateway. */
  readonly url: string;
  stop(graceMs: number): Promise<void>;
}

interface Wanted {
  readonly service: string;
  /** The running instance. */
  readonly pid: number;
  readonly logFile: string;
  /** How far its clock is off. */
  readonly clockMs?: number;
}

const SKEW = join(import.meta.dirname, 'skewed-clock.mjs');

export const canCopyProcesses = process.platform === 'linux';

/** Starts a second process of a service beside the running one, with its arguments and settings, on ports of its own. */
export async function startSecond({ service, pid, logFile, clockMs }: Wanted): Promise<SecondInstance> {
  const [command = '', ...args] = listOf(`/proc/${pid}/cmdline`);
  const settings = Object.fromEntries(
    listOf(`/proc/${pid}/environ`).map((line) => {
      const equals = line.indexOf('=');
      return [line.slice(0, equals), line.slice(equals + 1)];
    }),
  );
  const [health, port, admin, webhooks] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  const env: NodeJS.ProcessEnv = {
    ...settings,
    HEALTH_PORT: String(health),
    PORT: String(port),
    ADMIN_PORT: String(admin),
    WEBHOOK_PORT: String(webhooks),
  };
  if (clockMs !== undefined) {
    env['NODE_OPTIONS'] = `--import=${pathToFileURL(SKEW).href}`;
    env['CLOCK_OFF_BY_MS'] = String(clockMs);
  }
  const cwd = dirnameOfService(args);
  const child = await spawnGuarded({ command, args, env, cwd, logFile, appendLog: true });
  try {
    await untilReady(`http://127.0.0.1:${health}/readyz`, service);
  } catch (error) {
    await child.stop(0);
    throw error;
  }
  return { pid: child.pid, url: `http://127.0.0.1:${port}`, stop: (graceMs) => child.stop(graceMs) };
}

function listOf(file: string): string[] {
  return readFileSync(file, 'utf8')
    .split('\0')
    .filter((item) => item !== '');
}

/** …/services/<service>/src/main.ts runs in …/services/<service>. */
function dirnameOfService(args: readonly string[]): string {
  const main = args.find((argument) => argument.endsWith('/src/main.ts')) ?? '';
  return join(main, '..', '..');
}

async function untilReady(url: string, service: string): Promise<void> {
  const deadline = performance.now() + 30_000;
  for (;;) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
    if (answer?.ok === true) return;
    if (performance.now() > deadline) throw new Error(`the second ${service} is not ready`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
