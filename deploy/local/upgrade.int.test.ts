import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { DemoFile } from '@lodging/deploy-shared';
import { eventually } from '@lodging/kit-testing';
import { findPrograms, startPostgres } from '@lodging/kit-testing/servers';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** The database, secrets and emulator state of a local copy of version 0.1.0, with stays in several states. */
const fixture = join(import.meta.dirname, 'upgrade-fixture');

interface Records {
  readonly tenantId: string;
  readonly resourceId: string;
  readonly paidBookingId: string;
  readonly paidTotalMinorUnits: string;
  readonly paidOfflineBookingId: string;
  readonly unpaidBookingId: string;
  readonly openHoldId: string;
  readonly webhookEndpointId: string;
  readonly feedPath: string;
  readonly connectionId: string;
}
const records: Records = JSON.parse(readFileSync(join(fixture, 'records.json'), 'utf8'));

const home = mkdtempSync(join(tmpdir(), 'lodging-upgrade-'));
let postgres: Awaited<ReturnType<typeof startPostgres>>;
let child: ChildProcess;
let demo: DemoFile;
let output = '';

beforeAll(async () => {
  const { directory } = (await findPrograms({ installMissing: true, only: ['postgres'] })).postgres;
  postgres = await startPostgres({ directory: mkdtempSync(join(tmpdir(), 'lodging-old-')) });
  const psql = (url: string, ...args: string[]) =>
    execFileSync(join(directory, 'psql'), ['-q', '-X', '-v', 'ON_ERROR_STOP=1', ...args, url], {
      input: args.includes('-c') ? '' : gunzipSync(readFileSync(join(fixture, 'database.sql.gz'))),
      stdio: ['pipe', 'ignore', 'pipe'],
    });
  psql(postgres.adminUrl, '-c', 'CREATE DATABASE lodging');
  psql(postgres.adminUrl.replace(/\/postgres$/, '/lodging'));
  for (const name of ['secrets.json', 'demo-keys.json', 'stand-ins.jsonl'])
    cpSync(join(fixture, name), join(home, name));
  const demoFile = join(home, 'demo.json');
  child = spawn(process.execPath, [join(import.meta.dirname, 'start.ts')], {
    env: { ...process.env, LODGING_HOME: home, POSTGRES_ADMIN_URL: postgres.adminUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  demo = await eventually(
    'the copy is ready',
    () => {
      if (child.exitCode !== null) throw new Error(output);
      return existsSync(demoFile) && (JSON.parse(readFileSync(demoFile, 'utf8')) as DemoFile);
    },
    { withinMs: 90_000 },
  );
}, 120_000);

afterAll(async () => {
  const exited = new Promise((resolve) => child.once('close', resolve));
  if (child.exitCode === null && child.kill('SIGTERM')) await exited;
  await postgres.stop();
  rmSync(home, { recursive: true, force: true });
}, 60_000);

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function call<T>(method: string, path: string, body?: unknown): Promise<{ status: number; body: T }> {
  const tenant = demo.tenants.find(({ id }) => id === records.tenantId);
  const response = await fetch(`${demo.gatewayUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${tenant?.secretKey}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as T };
}

const bookingOf = (id: string) =>
  call<{ state: string; totalMinorUnits: string }>('GET', `/v1/bookings/${id}`);

test('the API keys and stays of the version before are as they were', async () => {
  expect(await bookingOf(records.paidBookingId)).toMatchObject({
    status: 200,
    body: { state: 'confirmed', totalMinorUnits: records.paidTotalMinorUnits },
  });
  expect(await bookingOf(records.paidOfflineBookingId)).toMatchObject({
    status: 200,
    body: { state: 'confirmed' },
  });
});

test('a guest whom the version before stored in clear is read and found, and sealed once that version is gone', async () => {
  const inLodging = (sql: string) => query(postgres.adminUrl.replace(/\/postgres$/, '/lodging'), sql);
  const [stored] = await inLodging(
    `SELECT guest_email FROM reservations.reservations WHERE id = '${records.paidOfflineBookingId}'`,
  );
  const guestEmail = String(stored?.['guest_email']);
  expect(guestEmail).toContain('@');
  const isThere = async () => {
    const { body } = await call<{ guestEmail: string }>(
      'GET',
      `/v1/bookings/${records.paidOfflineBookingId}`,
    );
    const path = `/v1/bookings?guestEmail=${encodeURIComponent(guestEmail)}`;
    const found = await call<{ bookings: { id: string }[] }>('GET', path);
    return (
      body.guestEmail === guestEmail &&
      found.body.bookings.some(({ id }) => id === records.paidOfflineBookingId)
    );
  };
  expect(await isThere()).toBe(true);
  await inLodging('UPDATE reservations.guest_sealing SET clear_until = now()');
  await eventually(
    'the guest is sealed',
    async () =>
      (await inLodging(`SELECT 1 FROM reservations.reservations WHERE guest_email IS NOT NULL`)).length === 0,
    { withinMs: 90_000 },
  );
  expect(await isThere()).toBe(true);
  expect(JSON.stringify(await inLodging('SELECT * FROM reservations.reservations'))).not.toContain(
    guestEmail,
  );
}, 120_000);

test('a hold of the version before expires, and its units are free again', async () => {
  for (const id of [records.openHoldId, records.unpaidBookingId])
    await eventually('the hold has expired', async () => (await bookingOf(id)).body.state === 'expired');
});

test('a payment of the version before can be refunded', async () => {
  const path = `/v1/bookings/${records.paidBookingId}/refunds`;
  const refund = await call<{ amountMinorUnits: string }>('POST', path, { amountMinorUnits: '100' });
  expect(refund.status, JSON.stringify(refund.body)).toBeLessThan(300);
});

test('secrets that the version before has sealed still open', async () => {
  const endpoint = `/v1/webhook-endpoints/${records.webhookEndpointId}`;
  expect((await call('POST', `${endpoint}/ping`)).status).toBeLessThan(300);
  const error = await eventually('the ping was attempted', async () => {
    const { body } = await call<{ deliveries: { attempts: { error: string }[] }[] }>(
      'GET',
      `${endpoint}/deliveries`,
    );
    return body.deliveries[0]?.attempts[0]?.error;
  });
  // Nothing listens at its address; with a secret that does not open, no request would be sent.
  expect(error).toBe('The receiver could not be reached.');
  const lastError = await eventually('the calendar was requested', async () => {
    const path = `/v1/channel-connections/${records.connectionId}`;
    return (await call<{ lastError: string | null }>('GET', path)).body.lastError ?? undefined;
  });
  expect(lastError).toContain('could not be reached');
});

test('the address of a feed still serves the calendar', async () => {
  const response = await fetch(`${demo.gatewayUrl}${records.feedPath}`);
  expect(response.status).toBe(200);
  expect(await response.text()).toContain('BEGIN:VCALENDAR');
});

test('a new stay is priced and held beside the old ones', async () => {
  const start = Temporal.Now.plainDateISO('UTC').add({ days: 40 });
  const window = { from: `${start}T15:00:00Z`, to: `${start.add({ days: 2 })}T10:00:00Z` };
  const resource = await call<{ ratePlans: { id: string }[] }>('GET', `/v1/resources/${records.resourceId}`);
  const ratePlanId = demo.tenants
    .flatMap(({ resources }) => resources)
    .find(({ id }) => id === records.resourceId)?.ratePlans[0]?.id;
  expect(resource.status).toBe(200);
  const quote = await call<{ signedQuoteToken: string }>('POST', '/v1/quotes', {
    resourceId: records.resourceId,
    ratePlanId,
    partySize: 2,
    ...window,
  });
  expect(quote.status, JSON.stringify(quote.body)).toBeLessThan(300);
});

test('the demo of the version before is given the cities that a search finds, and keeps what it had', async () => {
  const tenant = demo.tenants.find(({ id }) => id === records.tenantId);
  const arrival = Temporal.Now.plainDateISO('UTC').add({ days: 60 });
  const dates = { arrival: `${arrival}`, departure: `${arrival.add({ days: 2 })}` };
  const found = await call<{ results: { cheapest: { refundability: string | null } }[] }>(
    'POST',
    '/v1/search',
    { dates, adults: 2, features: ['castle_view'], freeCancellation: true },
  );
  expect(found.status, JSON.stringify(found.body)).toBe(200);
  expect(found.body.results.length).toBeGreaterThan(0);
  expect(found.body.results[0]?.cheapest.refundability).toBe('partially_refundable');
  expect(tenant?.resources.map(({ id }) => id)).toContain(records.resourceId);
  expect(tenant?.resources.length).toBe(7);
});

test('a booking of the version before has no bill and no policy, and is cancelled without a refund of its own accord', async () => {
  const path = `/v1/bookings/${records.paidBookingId}`;
  const neutral = { bill: null, cancellationPolicy: null, cancellation: null, schedule: null };
  expect(await call('GET', path)).toMatchObject({ status: 200, body: { state: 'confirmed', ...neutral } });
  expect(await call('GET', `${path}/cancellation`)).toMatchObject({
    status: 200,
    body: { legal: true, timeline: [], penaltyMinorUnits: null, refundMinorUnits: null, dueMinorUnits: null },
  });
  expect(await call('DELETE', path)).toMatchObject({
    status: 200,
    body: { state: 'cancelled', cancellation: null },
  });
  // The refund that an earlier test asked for is the only one.
  const requested = '100';
  expect(await call('GET', `${path}/payments`)).toMatchObject({
    status: 200,
    body: {
      penaltyMinorUnits: null,
      collectedMinorUnits: records.paidTotalMinorUnits,
      returnedMinorUnits: requested,
      owedMinorUnits: '0',
      refunds: [{ amountMinorUnits: requested, reason: 'requested' }],
    },
  });
  expect(await call('GET', path)).toMatchObject({ status: 200, body: { bill: null, cancellation: null } });
});
