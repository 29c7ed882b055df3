import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { choosePorts, composeStack } from './compose-stack.ts';
import type { ComposeStack } from './compose-stack.ts';
import { missingEngine, NOTHING_TESTED } from './engine.ts';
import { observabilityLine, upLine } from './page-lines.ts';
import { readServices, repository } from './read-compose.ts';

/** With the images built: they are built by the line itself, as a reader's are. */
const READY_WITHIN_MS = 20 * 60_000;
const WATCHED_WITHIN_MS = 180_000;

const missing = missingEngine();
if (missing !== undefined) {
  process.stderr.write(`SKIPPED: ${missing}. Nothing was tested.\n`);
  process.exit(NOTHING_TESTED);
}

/** One journey and no more, as part of `npm test`. */
const journeys = process.argv.includes('--short') ? ['journeys/guest-stay.test.ts'] : ['journeys'];
const home = mkdtempSync(join(tmpdir(), 'lodging-compose-'));
const ports = await choosePorts();
// COMPOSE_FILE may name another file, for example with the login of a registry.
const composeFile = process.env['COMPOSE_FILE'] ?? 'docker-compose.yml';
// Names of this run alone: the line builds what is missing, so an image of an earlier run would be tested in place of this code.
const version = `0.0.0-test-${process.pid}-${Date.now()}`;
const stack = composeStack(
  {
    ...process.env,
    ...ports,
    LODGING_VERSION: version,
    COMPOSE_PROJECT_NAME: `lodging-test-${process.pid}`,
    COMPOSE_FILE: `${composeFile}:deploy/docker/journeys.compose.yaml`,
  },
  home,
);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
const passed = (await isFine(journeysPass)) && (await isFine(observabilityStarts));
const removed = removeImages();
rmSync(home, { recursive: true, force: true });
process.exit(passed && removed ? 0 : 1);

/** `compose down --rmi local` leaves images that have a name, and `all` takes those of the servers too. */
function removeImages(): boolean {
  const docker = (...words: string[]) => spawnSync('docker', ['image', ...words], { encoding: 'utf8' });
  const listed = docker(
    'ls',
    '--filter',
    `reference=lodging/*:${version}`,
    '--format',
    '{{.Repository}}:{{.Tag}}',
  );
  const names = listed.stdout.split('\n').filter(Boolean);
  return names.length === 0 ? listed.status === 0 : docker('rm', ...names).status === 0;
}

async function isFine(part: (stack: ComposeStack) => Promise<void>): Promise<boolean> {
  let fine = true;
  try {
    await part(stack);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    await stack.run('logs', '--tail', '20').catch(() => undefined);
    fine = false;
  }
  await stack.remove().catch(() => (fine = false));
  return fine;
}

async function journeysPass({ up }: ComposeStack): Promise<void> {
  const began = performance.now();
  await up(upLine, READY_WITHIN_MS);
  process.stdout.write(
    `${upLine.join(' ')}: ready after ${seconds(began)} s, with the images that had to be built.\n`,
  );
  const vitest = join(repository, 'node_modules/.bin/vitest');
  // Without the ports above, which would collide with a stack that a journey starts.
  const env = { ...process.env, LODGING_DEMO_JSON: join(home, 'demo.json') };
  const args = ['run', '--config', 'test-e2e/vitest.config.ts', ...journeys];
  const { status } = spawnSync(vitest, args, { cwd: repository, env, stdio: 'inherit' });
  if (status !== 0) throw new Error(`the journeys ended with ${status}`);
}

async function observabilityStarts({ up, query }: ComposeStack): Promise<void> {
  if (query('--profile', 'observability', 'pull', '--ignore-buildable', '--policy', 'missing').status !== 0) {
    process.stderr.write(
      'SKIPPED: the images of the observability profile cannot be had; it was not started.\n',
    );
    return;
  }
  const began = performance.now();
  await up(observabilityLine, READY_WITHIN_MS);
  const wanted = Object.keys(readServices('deploy/docker/observability.compose.yaml'));
  const steps = new Set(['telemetry']);
  const deadline = performance.now() + WATCHED_WITHIN_MS;
  for (;;) {
    const running = runningIn(query('--profile', 'observability', 'ps', '--format', 'json').stdout);
    const away = wanted.filter((name) => !steps.has(name) && !running.has(name));
    const targets = away.length === 0 ? await healthyTargets() : 0;
    if (targets >= 6) break;
    if (performance.now() > deadline)
      throw new Error(`not up: ${away.join(', ') || `${targets} of 6 services are scraped`}`);
    await new Promise((next) => setTimeout(next, 1_000));
  }
  process.stdout.write(`${observabilityLine.join(' ')}: watched after ${seconds(began)} s.\n`);
}

/** Running, and healthy where the container knows. */
function runningIn(output: string): Set<string> {
  const rows = output.split('\n').filter(Boolean);
  const parsed: unknown[] = rows.flatMap((row) => JSON.parse(row));
  const names = parsed.map((row): Record<string, unknown> => Object(row));
  return new Set(
    names
      .filter(({ State: state, Health: health }) => state === 'running' && (!health || health === 'healthy'))
      .map(({ Service: service }) => String(service)),
  );
}

/** How many of the six services Prometheus reads. */
async function healthyTargets(): Promise<number> {
  const query = encodeURIComponent('sum(up{job="lodging"})');
  const address = `http://127.0.0.1:${ports['PROMETHEUS_PORT']}/api/v1/query?query=${query}`;
  const answer: unknown = await fetch(address, { signal: AbortSignal.timeout(5_000) })
    .then((response) => response.json())
    .catch(() => undefined);
  return Number(Object(answer).data?.result?.[0]?.value?.[1] ?? 0);
}

function seconds(began: number): string {
  return ((performance.now() - began) / 1000).toFixed(1);
}
