import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@lodging/kit-testing/servers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bookAndPay } from '../drill/drill-context.ts';
import { drillSettings } from '../drill/drill.ts';
import { commandsOf, pageMachine } from '../drill/page-commands.ts';
import type { PageMachine } from '../drill/page-commands.ts';
import { Client } from '../harness/client.ts';
import { lodging as cli } from '../harness/command-line.ts';
import { eventually } from '../harness/eventually.ts';
import { startLodging } from '../harness/lodging.ts';
import type { Lodging } from '../harness/lodging.ts';
import { makeLodging, makeTenant } from '../harness/own-tenant.ts';
import type { RequestedStay } from '../harness/stay.ts';

type Cluster = Awaited<ReturnType<typeof startPostgres>>;

let directory: string;
const clusters: Cluster[] = [];
const machines: PageMachine[] = [];
const running: Lodging[] = [];

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'lodging-restore-'));
});
afterAll(async () => {
  await Promise.all(running.map((lodging) => lodging.stop()));
  await Promise.all(clusters.map((cluster) => cluster.stop()));
  for (const machine of machines) machine.remove();
  rmSync(directory, { recursive: true, force: true });
});

/** A database that is empty, and what is typed beside it. */
async function newMachine(name: string): Promise<{ cluster: Cluster; machine: PageMachine }> {
  const cluster = await startPostgres({ directory: join(directory, name) });
  clusters.push(cluster);
  const machine = await pageMachine(cluster.adminUrl);
  machines.push(machine);
  return { cluster, machine };
}

async function start({ adminUrl }: Cluster, fill?: (home: string) => void): Promise<Lodging> {
  const settings = { ...drillSettings, POSTGRES_ADMIN_URL: adminUrl };
  const lodging = await startLodging(settings, undefined, fill);
  running.push(lodging);
  return lodging;
}

/** The provider outlives the machine of the product. A local start needs the keys of its demo, and the version of its data. */
const ELSEWHERE = ['emulators.jsonl', 'demo-keys.json', 'version'];

/** The page of the provider is answered, and its notification delivered, only after the payment has succeeded. */
function isWritten(home: string, intentId: string): boolean {
  const lines = readFileSync(join(home, 'emulators.jsonl'), 'utf8').split('\n');
  return lines.some((line) => line.startsWith('["deliveries"') && line.includes(intentId));
}

interface StoredStay {
  state: string;
  guestEmail: string | null;
}

it('backup and restore are three commands each', () => {
  expect([commandsOf('backup').length, commandsOf('restore').length]).toEqual([3, 3]);
  expect(commandsOf('start')).toHaveLength(5);
});

it('a backup by the commands of the page, restored on an empty machine, has its stays with their guests, sells on, and names the payment that it lacks', async () => {
  const seconds: Record<string, string> = {};
  const timed = async <T>(what: string, work: Promise<T>): Promise<T> => {
    const from = performance.now();
    const value = await work;
    seconds[what] = ((performance.now() - from) / 1000).toFixed(1);
    return value;
  };
  const old = await newMachine('old');
  const before = await start(old.cluster);
  copyFileSync(join(before.home, 'secrets.json'), old.machine.secretsFile);
  const tenant = await makeTenant(before.demo);
  const room = await makeLodging(tenant.secret, { units: 1 });
  const week = (number: number): RequestedStay => {
    const from = Temporal.PlainDate.from('2027-05-03').add({ weeks: number });
    const window = { from: `${from}T15:00:00Z`, to: `${from.add({ days: 2 })}T10:00:00Z` };
    return { resourceId: room.id, ratePlanId: room.ratePlanId, ...window, partySize: 1 };
  };
  const kept = await bookAndPay(before.demo, tenant, week(1));
  const stored = await tenant.secret.get<StoredStay>(`/v1/bookings/${kept.id}`);
  expect(stored.body.guestEmail).toMatch(/@/);

  await timed('backup', old.machine.run('backup'));
  const lost = await bookAndPay(before.demo, tenant, week(2));
  // The emulator writes its file some milliseconds after its answer.
  await eventually('the provider has written down that the lost stay is paid', async () =>
    isWritten(before.home, lost.intentId),
  );
  for (const name of ELSEWHERE) copyFileSync(join(before.home, name), join(directory, name));
  await before.stop();
  await old.cluster.stop();

  const fresh = await newMachine('fresh');
  for (const name of ['secrets.json', 'settings.env', 'lodging.dump'])
    copyFileSync(join(old.machine.directory, 'backup', name), join(fresh.machine.directory, 'backup', name));
  await timed('restore', fresh.machine.run('restore'));
  const fill = (home: string): void => {
    copyFileSync(fresh.machine.secretsFile, join(home, 'secrets.json'));
    for (const name of ELSEWHERE) copyFileSync(join(directory, name), join(home, name));
  };
  const after = await timed('start', start(fresh.cluster, fill));
  const recovered = await timed('recover', fresh.machine.run('recover', after.demo.adminUrl));
  expect(recovered).toContain('messages of the streams were compared.');

  const secret = new Client(after.demo.gatewayUrl, tenant.secret.key);
  const restored = await secret.get<StoredStay>(`/v1/bookings/${kept.id}`);
  expect(restored.body).toEqual(stored.body);
  const taken = await secret.post<{ code: string }>('/v1/quotes', week(1));
  expect(taken.status).toBe(409);
  expect((await secret.get(`/v1/bookings/${lost.id}`)).status).toBe(404);
  const sold = await bookAndPay(after.demo, { ...tenant, secret }, week(2));
  expect((await secret.get<StoredStay>(`/v1/bookings/${sold.id}`)).body.state).toBe('confirmed');
  await eventually(
    'the report names the payment of the lost stay',
    async () => {
      const { out } = await cli(after.home, ['recover', 'report', '--json']);
      return out.includes(lost.intentId);
    },
    { withinMs: 30_000, everyMs: 500 },
  );
  const { size } = statSync(join(old.machine.directory, 'backup', 'lodging.dump'));
  process.stdout.write(`${JSON.stringify({ ...seconds, dumpBytes: size })}\n`);
}, 300_000);
