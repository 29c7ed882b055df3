import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isPortFree } from '@lodging/kit-testing/servers';

const repository = resolve(import.meta.dirname, '..', '..');
const PORTS = [
  'PORT',
  'ADMIN_PORT',
  'WEBHOOK_PORT',
  'STRIPE_STAND_IN_PORT',
  'MAIL_SMTP_PORT',
  'MAIL_HTTP_PORT',
  'BOOKING_PAGE_PORT',
  'POSTGRES_PORT',
  'NATS_PORT',
  'REDIS_PORT',
  'CHANNELS_HEALTH_PORT',
  'NOTIFICATIONS_HEALTH_PORT',
];
const READY_WITHIN_MS = 180_000;

if (spawnSync('docker', ['compose', 'version']).status !== 0 || spawnSync('docker', ['info']).status !== 0) {
  process.stderr.write('No Docker engine with Compose is available; nothing was tested.\n');
  process.exit(2);
}

const home = mkdtempSync(join(tmpdir(), 'lodging-compose-'));
const compose: NodeJS.ProcessEnv = { ...process.env, COMPOSE_PROJECT_NAME: `lodging-test-${process.pid}` };
// COMPOSE_FILE may name another file, for example with the login of a registry.
const composeFile = process.env['COMPOSE_FILE'] ?? 'docker-compose.yml';
compose['COMPOSE_FILE'] = `${composeFile}:deploy/docker/journeys.compose.yaml`;

let failed = true;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
try {
  await run('docker', ['compose', 'build']);
  await choosePorts();
  const began = performance.now();
  await run('docker', ['compose', 'up', '--detach', '--no-build']);
  await copyDemoFile();
  process.stdout.write(`Ready after ${((performance.now() - began) / 1000).toFixed(1)} s.\n`);
  const vitest = join(repository, 'node_modules/.bin/vitest');
  // Without the ports above, which would collide with a stack that a journey starts.
  const env = { ...process.env, LODGING_DEMO_JSON: join(home, 'demo.json') };
  await run(vitest, ['run', '--config', 'test-e2e/vitest.config.ts', 'journeys'], env);
  failed = false;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  await run('docker', ['compose', 'logs', '--tail', '20']).catch(() => {});
} finally {
  await run('docker', ['compose', 'down', '--volumes', '--timeout', '30']).catch(() => (failed = true));
  rmSync(home, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);

/** Below the ephemeral range, because compose binds them a minute later. */
async function choosePorts(): Promise<void> {
  let port = 20_000 + (process.pid % 600) * PORTS.length;
  for (const name of PORTS) {
    while (!(await isPortFree(port))) port += 1;
    compose[name] = String(port);
    port += 1;
  }
}

/** Waits for the file, which is written when the demo data is complete. */
async function copyDemoFile(): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS;
  while (!copied('demo:/demo/demo.json', 'demo.json')) {
    if (performance.now() > deadline) throw new Error(`no demo.json within ${READY_WITHIN_MS / 1000} s`);
    await new Promise((next) => setTimeout(next, 500));
  }
  // A journey publishes as a service does.
  if (!copied('demo:/run/settings/secrets.json', 'secrets.json')) throw new Error('no secrets.json');
}

function copied(from: string, to: string): boolean {
  const args = ['compose', 'cp', from, join(home, to)];
  return spawnSync('docker', args, { cwd: repository, env: compose }).status === 0;
}

function run(command: string, args: string[], env = compose): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { cwd: repository, env, stdio: 'inherit' });
    child.once('error', fail);
    child.once('exit', (code, signal) =>
      code === 0 ? done() : fail(new Error(`${command} ${args.join(' ')} ended with ${code ?? signal}`)),
    );
  });
}
