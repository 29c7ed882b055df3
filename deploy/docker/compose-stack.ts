import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { isPortFree } from '@lodging/kit-testing/servers';
import { repository } from './read-compose.ts';

const PORTS = [
  'PORT',
  'ADMIN_PORT',
  'WEBHOOK_PORT',
  'STRIPE_EMULATOR_PORT',
  'MAIL_SMTP_PORT',
  'MAIL_HTTP_PORT',
  'BOOKING_PAGE_PORT',
  'POSTGRES_PORT',
  'NATS_PORT',
  'REDIS_PORT',
  'GRAFANA_PORT',
  'PROMETHEUS_PORT',
  'ALERTMANAGER_PORT',
  'CHANNELS_HEALTH_PORT',
  'NOTIFICATIONS_HEALTH_PORT',
];

/** Below the ephemeral range, because compose binds them a minute later. */
export async function choosePorts(): Promise<Record<string, string>> {
  const ports: Record<string, string> = {};
  let port = 20_000 + (process.pid % 500) * PORTS.length;
  for (const name of PORTS) {
    while (!(await isPortFree(port))) port += 1;
    ports[name] = String(port);
    port += 1;
  }
  return ports;
}

export interface ComposeStack {
  /** Starts a line of the page, and waits until the demo is there, which is copied into `home`. */
  readonly up: (line: readonly string[], withinMs: number) => Promise<void>;
  readonly run: (...words: string[]) => Promise<void>;
  /** Exit code and output of a command that says something. */
  readonly query: (...words: string[]) => { status: number | null; stdout: string };
  /** Ends the line, and removes containers, networks and data. */
  readonly remove: () => Promise<void>;
}

export function composeStack(env: NodeJS.ProcessEnv, home: string): ComposeStack {
  let started: ChildProcess | undefined;
  const query = (...words: string[]) =>
    spawnSync('docker', ['compose', ...words], { cwd: repository, env, encoding: 'utf8' });
  const begin = ([command = '', ...args]: readonly string[]): ChildProcess =>
    spawn(command, args, { cwd: repository, env, stdio: ['ignore', 'inherit', 'inherit'] });
  const ended = (child: ChildProcess, words: readonly string[]): Promise<void> =>
    new Promise((done, fail) => {
      child.once('error', fail);
      child.once('exit', (code, signal) =>
        code === 0 ? done() : fail(new Error(`${words.join(' ')} ended with ${code ?? signal}`)),
      );
    });
  const copied = (from: string, to: string): boolean => query('cp', from, join(home, to)).status === 0;
  const run = (...words: string[]): Promise<void> => {
    const command = ['docker', 'compose', ...words];
    return ended(begin(command), command);
  };
  return {
    query,
    run,
    async up(line, withinMs) {
      const child = begin(line);
      started = child;
      const failed = ended(child, line).then(() => {
        throw new Error(`${line.join(' ')} ended by itself`);
      });
      failed.catch(() => undefined);
      const deadline = performance.now() + withinMs;
      // The file is written when the demo data are complete.
      while (!copied('demo:/demo/demo.json', 'demo.json')) {
        if (performance.now() > deadline) throw new Error(`no demo.json within ${withinMs / 1000} s`);
        await Promise.race([failed, new Promise((next) => setTimeout(next, 500))]);
      }
      // A journey publishes as a service does.
      if (!copied('demo:/run/settings/secrets.json', 'secrets.json')) throw new Error('no secrets.json');
    },
    async remove() {
      const child = started;
      if (child !== undefined && child.exitCode === null && child.signalCode === null) {
        const gone = new Promise((done) => child.once('exit', done));
        child.kill('SIGINT');
        await gone;
      }
      await run('--profile', 'observability', 'down', '--volumes', '--timeout', '30');
    },
  };
}
