import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPrometheus } from '@lodging/kit-testing/servers';
import { describe, it, type TestContext } from 'vitest';
import { requestBackToBack, type BackToBack } from '../harness/back-to-back.ts';
import { eventually } from '../harness/eventually.ts';
import { startLodging, type Lodging } from '../harness/lodging.ts';

const ALERTS = join(import.meta.dirname, '..', '..', 'deploy', 'observability', 'alerts');
/** Of two minutes, the rest is for the longest way of a figure in production: a scrape and an evaluation, each half a minute. */
const WITHIN_MS = 60_000;

interface Watched {
  readonly copy: Lodging;
  /** Names of the pages that call a person now. */
  readonly pages: () => Promise<string[]>;
  /** The checks of services that fail. */
  readonly failing: () => Promise<string[]>;
}

/** A copy that Prometheus watches with the rules of production. Both end with the test. */
async function startWatched({ onTestFinished }: TestContext): Promise<Watched> {
  const directory = mkdtempSync(join(tmpdir(), 'lodging-frozen-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const copy = await startLodging();
  onTestFinished(() => copy.stop());
  const services = Object.entries(copy.demo.services);
  const prometheus = await startPrometheus({
    directory,
    targets: Object.fromEntries(services.map(([name, { healthUrl }]) => [name, new URL(healthUrl).host])),
    rules: ['services.yaml', 'events.yaml', 'postgres.yaml'].map((file) => join(ALERTS, file)),
  });
  onTestFinished(() => prometheus.stop());
  const valuesOf = async (label: string, query: string): Promise<string[]> => {
    const answer = await fetch(`${prometheus.url}/api/v1/query?query=${encodeURIComponent(query)}`);
    const { data } = (await answer.json()) as { data: { result: { metric: Record<string, string> }[] } };
    return data.result.map(({ metric }) => metric[label] ?? '');
  };
  return {
    copy,
    pages: () => valuesOf('alertname', 'ALERTS{alertstate="firing",severity="page"}'),
    failing: () => valuesOf('lodging_check', 'lodging_ready == 0'),
  };
}

/** A server of this copy alone, with all the processes that it has started. */
function processesOf(server: string, { home }: Lodging): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  const processes = lines.map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line));
  const [, first] =
    processes.find((found) => {
      const [program = '', ...args] = (found?.[3] ?? '').split(' ');
      return program.endsWith(server) && args.some((word) => word.includes(home));
    }) ?? [];
  if (first === undefined) throw new Error(`${server} does not run`);
  return [first, ...processes.filter((found) => found?.[2] === first).map((found) => found?.[1])].map(Number);
}

/** Two guests who plan again as soon as they are answered, whatever the answer. */
function guests({ demo: { gatewayUrl, tenants } }: Lodging): BackToBack {
  const headers = { authorization: `Bearer ${tenants[0]?.secretKey}` };
  return requestBackToBack(2, () => ({ url: `${gatewayUrl}/v1/resources?limit=1`, headers, expected: 200 }));
}

async function freeze(
  { expect }: TestContext,
  { copy, pages, failing }: Watched,
  server: string,
  alert: string,
): Promise<void> {
  expect(await pages()).toEqual([]);
  const frozen = processesOf(server, copy);
  for (const pid of frozen) process.kill(pid, 'SIGSTOP');
  try {
    await eventually(`${alert} calls`, async () => (await pages()).includes(alert), {
      withinMs: WITHIN_MS,
      everyMs: 500,
    });
    expect([...new Set(await pages())]).toEqual([alert]);
  } finally {
    for (const pid of frozen.toReversed()) process.kill(pid, 'SIGCONT');
  }
  // A check that still fails would be as old as this outage in the next one.
  const isWell = async () => (await pages()).length === 0 && (await failing()).length === 0;
  await eventually('nothing calls any more, and each check passes', isWell, {
    withinMs: WITHIN_MS,
    everyMs: 500,
  });
}

// Each has a copy of its own. They mostly wait, so they wait together.
describe.concurrent('a frozen server', () => {
  it.for([
    ['nats-server', 'BusDown'],
    ['postgres', 'PostgresDown'],
  ] as const)(
    '%s pages a person (%s) and nothing else does, with no traffic and with guests who never pause',
    { timeout: 400_000 },
    async ([server, alert], context) => {
      const watched = await startWatched(context);
      await freeze(context, watched, server, alert);
      const load = guests(watched.copy);
      context.onTestFinished(async () => void (await load.stop()));
      await eventually('guests are answered', async () => load.answered() > 100, { withinMs: 60_000 });
      await freeze(context, watched, server, alert);
    },
  );
});
