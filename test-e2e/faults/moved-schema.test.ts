import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@lodging/kit-testing/servers';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../harness/eventually.ts';
import { bookStays } from '../harness/guests.ts';
import type { Hotel } from '../harness/guests.ts';
import { startLodging } from '../harness/lodging.ts';
import type { Lodging } from '../harness/lodging.ts';
import { makeLodging, makeTenant } from '../harness/own-tenant.ts';
import type { OwnTenant } from '../harness/own-tenant.ts';
import { newDatabasePassword, withLogin } from '../harness/rotated-logins.ts';
import { eventsOf } from '../harness/webhooks.ts';

const root = join(import.meta.dirname, '..', '..');
const PAGE = readFileSync(join(root, 'docs/moving-a-schema.md'), 'utf8');
const GUESTS = 2;
const STAYS = 4;

type Cluster = Awaited<ReturnType<typeof startPostgres>>;
type Which = 'old' | 'new';
interface Step {
  /** `stop`: the processes of the service are stopped. */
  readonly on: Which | 'stop';
  readonly name: string | undefined;
  readonly text: string;
}

let directory: string;
let clusters: Record<Which, Cluster>;
let clients: Record<Which, pg.Client>;
let lodging: Lodging;
let tenant: OwnTenant;
let hotel: Hotel;

const inLodging = (cluster: Cluster): string => cluster.adminUrl.replace(/\/postgres$/, '/lodging');

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'lodging-moved-'));
  const [old, fresh] = await Promise.all([
    startPostgres({ directory: join(directory, 'old'), settings: { wal_level: 'logical' } }),
    startPostgres({ directory: join(directory, 'new') }),
  ]);
  clusters = { old, new: fresh };
  lodging = await startLodging({ POSTGRES_ADMIN_URL: old.adminUrl });
  await takeOtherLogin();
  clients = { old: await connect(inLodging(old)), new: await connect(await provisioned(fresh)) };
  tenant = await makeTenant(lodging.demo);
  const room = await makeLodging(tenant.secret, { units: 10 });
  const key = { kind: 'secret', mode: 'live', requestsPerMinute: 10_000_000 };
  const { body } = await tenant.admin.post<{ key: string }>(`/admin/v1/tenants/${tenant.id}/api-keys`, key);
  const { gatewayUrl: url } = lodging.demo;
  hotel = { url, key: body.key, accountId: tenant.accountId, room, retryForMs: 20_000 };
});
afterAll(async () => {
  await lodging?.stop();
  await Promise.all(Object.values(clients ?? {}).map((client) => client.end()));
  await Promise.all(Object.values(clusters ?? {}).map((cluster) => cluster.stop()));
  rmSync(directory, { recursive: true, force: true });
});

/** What a rotation of the password leaves behind. */
async function takeOtherLogin(): Promise<void> {
  const role = 'notifications_app_b';
  const address = withLogin(lodging.demo.postgresUrl, role, await newDatabasePassword(lodging, role));
  const { predecessor } = await lodging.startSuccessor('notifications', undefined, { POSTGRES_URL: address });
  process.kill(predecessor.pid, 'SIGTERM');
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

const password = randomBytes(12).toString('hex');

/** Step 1 of the page up to its first statement; resolves to the address of the database. */
async function provisioned(cluster: Cluster): Promise<string> {
  const admin = await connect(cluster.adminUrl);
  await admin.query('CREATE DATABASE lodging');
  await admin.end();
  const client = await connect(inLodging(cluster));
  await client.query(readFileSync(join(root, 'deploy/kubernetes/data/postgres/provision.sql'), 'utf8'));
  for (const role of ['owner', 'app', 'app_b']) {
    await client.query(`ALTER ROLE notifications_${role} PASSWORD '${password}'`);
  }
  await client.end();
  const env = {
    ...process.env,
    MIGRATIONS_URL: addressOf(cluster, 'notifications_owner'),
    LOG_LEVEL: 'warn',
  };
  execFileSync(process.execPath, [join(root, 'services/notifications/src/migrate.ts')], { env });
  return inLodging(cluster);
}

function addressOf(cluster: Cluster, role: string): string {
  const url = new URL(inLodging(cluster));
  [url.username, url.password] = [role, password];
  return url.href;
}

/** What is below a heading, in its order. */
function stepsOf(step: number): Step[] {
  const section = PAGE.split(/^## /m).find((part) => part.startsWith(`${step}. `)) ?? '';
  const found = [...section.matchAll(/^```(?:sql|sh) (old|new|stop) ?(\S+)?\n([^`]+)```$/gm)];
  expect(found.length, `statements of step ${step}`).toBeGreaterThan(0);
  return found.map(([, on, name, text = '']) => ({ on: on as Step['on'], name, text }));
}

const filled = { position: '', 'address of the old cluster': '' };

async function run({ on, text }: Step): Promise<Record<string, unknown>[]> {
  if (on === 'stop') return stopService();
  const sql = text.replaceAll(/\{\{(.+?)\}\}/g, (_, name: keyof typeof filled) => filled[name]);
  return (await clients[on].query(sql)).rows;
}

/** The process that is started in its place cannot sign in, and is replaced in step 5. */
async function stopService(): Promise<[]> {
  const { pid = 0 } = (await lodging.reread()).services['notifications'] ?? {};
  process.kill(pid, 'SIGTERM');
  await eventually('notifications has stopped', async () => {
    const { pid: now } = (await lodging.reread()).services['notifications'] ?? {};
    return now !== pid;
  });
  return [];
}

async function follow(step: number): Promise<void> {
  for (const statement of stepsOf(step)) {
    const { name = '' } = statement;
    if (name === 'copied' || name === 'caught-up') {
      await eventually(`${name}, as step ${step} says`, async () => {
        const [row] = await run(statement);
        return row?.['left'] === '0' || row?.['done'] === true;
      });
      continue;
    }
    const rows = await run(statement);
    if (name === 'position') filled.position = String(rows[0]?.['position']);
    if (name === 'sequences') for (const row of rows) await clients.new.query(String(row['statement']));
  }
}

const idsIn = async (on: Which, text: string): Promise<string[]> =>
  (await clients[on].query<{ id: string }>({ text, values: [tenant.id] })).rows
    .map(({ id }) => id)
    .toSorted();

const LOGINS = `SELECT (SELECT count(*) FROM pg_roles WHERE rolcanlogin AND rolname ~ '^notifications_app') AS logins,
  (SELECT count(*) FROM pg_stat_activity WHERE usename ~ '^notifications_app') AS sessions`;
const LOGGED = 'SELECT id FROM notifications.events WHERE tenant_id = $1';
const PUBLISHED = `SELECT id FROM reservations.outbox
   WHERE tenant_id = $1 AND type ~ 'reservation[.](created|confirmed)$'
  UNION ALL SELECT id FROM payments.outbox WHERE tenant_id = $1 AND type ~ 'payment[.]succeeded$'`;

it('the schema of one service moves to another cluster as the page says, while guests book: no stay fails, and every event is logged once', async () => {
  const guests = bookStays(GUESTS, lodging.demo, hotel);
  const more = async (when: string) => {
    const from = guests.confirmed();
    await eventually(`stays are confirmed ${when}`, async () => guests.confirmed() >= from + STAYS);
  };
  filled['address of the old cluster'] = inLodging(clusters.old);
  await more('before the move');
  await follow(1);
  await follow(2);
  await more('with a copy that follows');
  const stopped = performance.now();
  await follow(3);
  const [open] = await run({ on: 'old', name: undefined, text: LOGINS });
  expect(open).toEqual({ logins: '0', sessions: '0' });
  const left = await idsIn('old', LOGGED);
  await follow(4);
  const settings = { POSTGRES_URL: addressOf(clusters.new, 'notifications_app_b') };
  const { predecessor } = await lodging.startSuccessor('notifications', undefined, settings);
  process.stdout.write(`notifications stood still for ${(performance.now() - stopped).toFixed(0)} ms\n`);
  process.kill(predecessor.pid, 'SIGTERM');
  await more('after the move');
  expect(await guests.stop()).toEqual([]);
  await follow(6);

  const published = await idsIn('old', PUBLISHED);
  expect(published).toHaveLength(3 * guests.confirmed());
  const isLogged = async () => (await idsIn('new', LOGGED)).length >= published.length;
  await eventually('the new cluster has all events', isLogged).catch(() => undefined);
  expect(await idsIn('new', LOGGED)).toEqual(published);
  expect(await idsIn('old', LOGGED)).toEqual(left);
  expect(left.length).toBeLessThan(published.length);
  const { rows: holes } = await clients.new.query(
    `SELECT reservation_id FROM notifications.events GROUP BY 1 HAVING max(sequence) <> count(*) OR min(sequence) <> 1`,
  );
  expect(holes).toEqual([]);
  const { rows: dead } = await clients.new.query('SELECT error FROM notifications.dead_letters');
  expect(dead).toEqual([]);
  expect((await eventsOf(tenant.secret)).map(({ id }) => id).toSorted()).toEqual(published);
}, 120_000);
