import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPrometheus } from '@lodging/kit-testing/servers';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { askBackToBack, type BackToBack } from '../harness/back-to-back.ts';
import { eventually } from '../harness/eventually.ts';
import { startLodging, type Lodging } from '../harness/lodging.ts';

const ALERTS = join(import.meta.dirname, '..', '..', 'deploy', 'observability', 'alerts');
/** Of two minutes, the rest is for the longest way of a figure in production: a scrape and an evaluation, each half a minute. */
const WITHIN_MS = 60_000;
const directory = mkdtempSync(join(tmpdir(), 'lodging-frozen-'));

let copy: Lodging;
let prometheus: Awaited<ReturnType<typeof startPrometheus>>;
beforeAll(async () => {
  copy = await startLodging();
  const services = Object.entries(copy.demo.services);
  prometheus = await startPrometheus({
    directory,
    targets: Object.fromEntries(services.map(([name, { healthUrl }]) => [name, new URL(healthUrl).host])),
    rules: ['services.yaml', 'events.yaml', 'postgres.yaml'].map((file) => join(ALERTS, file)),
  });
});
afterAll(async () => {
  await prometheus?.stop();
  await copy.stop();
  rmSync(directory, { recursive: true, force: true });
});

/** Names of the pages that call somebody now. */
async function pages(): Promise<string[]> {
  const query = encodeURIComponent('ALERTS{alertstate="firing",severity="page"}');
  const answer = await fetch(`${prometheus.url}/api/v1/query?query=${query}`);
  const { data } = (await answer.json()) as { data: { result: { metric: { alertname: string } }[] } };
  return data.result.map(({ metric }) => metric.alertname);
}

/** A server of this copy alone, with all the processes that it has started. */
function processesOf(server: string): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  const processes = lines.map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line));
  const [, first] =
    processes.find((found) => {
      const [program = '', ...args] = (found?.[3] ?? '').split(' ');
      return program.endsWith(server) && args.some((word) => word.includes(copy.home));
    }) ?? [];
  expect(first, server).toBeDefined();
  return [first, ...processes.filter((found) => found?.[2] === first).map((found) => found?.[1])].map(Number);
}

/** Two guests who ask again as soon as they are answered, whatever the answer. */
function guests(): BackToBack {
  const { gatewayUrl, tenants } = copy.demo;
  const headers = { authorization: `Bearer ${tenants[0]?.secretKey}` };
  return askBackToBack(2, () => ({ url: `${gatewayUrl}/v1/resources?limit=1`, headers, expected: 200 }));
}

it.each([
  ['nats-server', 'BusDown', 'nobody asks for anything', undefined],
  ['postgres', 'PostgresDown', 'nobody asks for anything', undefined],
  ['nats-server', 'BusDown', 'guests ask without pause', guests],
  ['postgres', 'PostgresDown', 'guests ask without pause', guests],
])(
  '%s that freezes calls somebody (%s) and nothing else does while %s',
  async (server, alert, _, ask) => {
    const asking = ask?.();
    onTestFinished(async () => void (await asking?.stop()));
    if (asking !== undefined)
      await eventually('guests are answered', async () => asking.answered() > 100, { withinMs: 60_000 });
    expect(await pages()).toEqual([]);
    const frozen = processesOf(server);
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
    await eventually('nothing calls any more', async () => (await pages()).length === 0, {
      withinMs: 30_000,
      everyMs: 500,
    });
  },
  150_000,
);
