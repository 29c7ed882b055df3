import { randomBytes, randomUUID } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { connect } from '@nats-io/transport-node';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { requestBackToBack } from '../harness/back-to-back.ts';
import type { PlannedRequest } from '../harness/back-to-back.ts';
import { eventually } from '../harness/eventually.ts';
import { bookStays } from '../harness/guests.ts';
import type { Hotel } from '../harness/guests.ts';
import { startLoadBalancer } from '../harness/load-balancer.ts';
import type { LoadBalancer } from '../harness/load-balancer.ts';
import { startLodging } from '../harness/lodging.ts';
import type { Lodging, Process } from '../harness/lodging.ts';
import { makeLodging, makeTenant } from '../harness/own-tenant.ts';
import {
  asSuperuser,
  newBusPasswords,
  newDatabasePassword,
  secretsOf,
  withLogin,
} from '../harness/rotated-logins.ts';

const CLIENTS = 4;
const GUESTS = 1;
/** Replaced two at a time. */
const PAIRS = [
  ['inventory', 'payments'],
  ['channels', 'reservations'],
  ['notifications', 'gateway'],
];
const SERVICES = PAIRS.flat();
/** Names in secrets.json. */
const RINGS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  gateway: { CURSOR_SECRET: 'gateway.cursor', ADMIN_TOKEN: 'gateway.admin' },
  reservations: {
    GUEST_DATA_SECRET: 'reservations.guests',
    GUEST_CODE_SECRET: 'reservations.codes',
    TOKEN_KEY_SECRET: 'reservations.tokens',
  },
  payments: { PAYMENT_SECRET_KEY: 'payments.seal' },
  channels: { FEED_SECRET: 'channels.feeds' },
  notifications: { WEBHOOK_SECRET_KEY: 'notifications.webhooks' },
};
const NEW = randomBytes(24).toString('hex');

let lodging: Lodging;
let edges: Record<string, LoadBalancer>;
let hotel: Hotel;
let plan: (turn: number) => PlannedRequest;
let readGuest: () => Promise<void>;

beforeAll(async () => {
  lodging = await startLodging();
  const { gateway, payments } = lodging.demo.services;
  edges = {
    gateway: await startLoadBalancer(gateway?.publicUrl ?? ''),
    payments: await startLoadBalancer(payments?.publicUrl ?? ''),
  };
  const url = edges['gateway']?.url ?? '';
  const { secret, admin, id, accountId } = await makeTenant(lodging.demo);
  const fast = { kind: 'secret', mode: 'live', requestsPerMinute: 10_000_000 };
  const { body } = await admin.post<{ key: string }>(`/admin/v1/tenants/${id}/api-keys`, fast);
  hotel = { url, key: body.key, accountId, room: await makeLodging(secret) };
  const room = await makeLodging(secret);
  await secret.post('/v1/webhook-endpoints', {
    url: 'http://localhost:9/hook',
    eventTypes: ['reservation.confirmed'],
  });
  const headers = { authorization: `Bearer ${body.key}` };
  const window = 'from=2027-05-03T15:00:00Z&to=2027-05-05T10:00:00Z';
  const paths = [
    `/v1/availability?resource_id=${room.id}&${window}&party_size=1`,
    '/v1/bookings?limit=5',
    '/v1/channel-connections',
    '/v1/webhook-endpoints',
  ];
  plan = (turn) => ({ url: `${url}${paths[turn % paths.length]}`, headers, expected: 200 });

  const booking = {
    resourceId: room.id,
    ratePlanId: room.ratePlanId,
    from: '2027-05-03T15:00:00Z',
    to: '2027-05-05T10:00:00Z',
    partySize: 1,
    guestEmail: 'ada@example.com',
    guestName: 'Ada Lovelace',
    paidOffline: true,
  };
  const idempotencyKey = randomUUID();
  const book = async () => {
    const answer = await fetch(`${url}/v1/bookings`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
      body: JSON.stringify(booking),
    });
    const { booking: made } = (await answer.json()) as { booking: { id: string } };
    return { status: answer.status, id: made.id };
  };
  const first = await book();
  expect(first.status).toBe(201);
  readGuest = async () => {
    expect((await book()).id).toBe(first.id);
    for (const query of ['q=lovelace', 'guestEmail=ada@example.com']) {
      const answer = await fetch(`${url}/v1/bookings?${query}`, { headers });
      const found = (await answer.json()) as { bookings: { id: string; guestName: string }[] };
      expect(found.bookings.map((one) => [one.id, one.guestName])).toEqual([[first.id, 'Ada Lovelace']]);
    }
  };
});
afterAll(async () => {
  for (const edge of Object.values(edges)) edge.stop();
  await lodging.stop();
});

function isGone({ pid }: Process): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
}

async function roll(service: string, settings: Record<string, string>): Promise<void> {
  const { predecessor, successor } = await lodging.startSuccessor(service, undefined, settings);
  if (successor.publicUrl !== undefined) edges[service]?.send(successor.publicUrl);
  process.kill(predecessor.pid, 'SIGTERM');
  await eventually(`the old ${service} has ended`, async () => isGone(predecessor));
}

async function rollAll(settingsOf: (service: string) => Promise<Record<string, string>>): Promise<void> {
  for (const pair of PAIRS) {
    await Promise.all(pair.map(async (service) => roll(service, await settingsOf(service))));
    await readGuest();
  }
}

/** The settings of a service with a ring in place of each secret. */
function ringsOf(service: string, ring: (old: string) => string): Record<string, string> {
  const secrets = secretsOf(lodging);
  const names = Object.entries(RINGS[service] ?? {});
  return Object.fromEntries(names.map(([name, stored]) => [name, ring(secrets[stored] ?? '')]));
}

function publicKeyOf(secret: string): string {
  const script = join(import.meta.dirname, '../../deploy/kubernetes/make-secrets.ts');
  const env = { ...process.env, BUS_SIGNING_KEY: secret };
  return execFileSync(process.execPath, [script, 'public-key'], { env, encoding: 'utf8' }).trim();
}

interface SignedBus {
  readonly both: string;
  readonly next: string;
  readonly keyOf: (service: string) => string;
}

/** Of the gateway, whose key signs for all clients. */
function newSigningKey(): SignedBus {
  const secrets = secretsOf(lodging);
  const keys = SERVICES.map((service) => `${service}:${publicKeyOf(secrets[`bus.${service}`] ?? '')}`);
  const added = `gateway:${publicKeyOf(NEW)}`;
  return {
    both: [...keys, added].join(','),
    next: [...keys.filter((key) => !key.startsWith('gateway:')), added].join(','),
    keyOf: (service) => (service === 'gateway' ? NEW : (secrets[`bus.${service}`] ?? '')),
  };
}

async function loginsOf(service: string, bus: Readonly<Record<string, string>>) {
  const [role, user] = [`${service}_app_b`, `${service}_b`];
  return {
    POSTGRES_URL: withLogin(lodging.demo.postgresUrl, role, await newDatabasePassword(lodging, role)),
    NATS_URL: withLogin(lodging.demo.natsUrl, user, bus[user] ?? ''),
  };
}

/** What Postgres and NATS answer to the previous logins once they are withdrawn. */
async function withdrawnLogins(): Promise<unknown[]> {
  const secrets = secretsOf(lodging);
  return Promise.all(
    SERVICES.map(async (service) => {
      const database = withLogin(
        lodging.demo.postgresUrl,
        `${service}_app`,
        secrets[`postgres.${service}.app`] ?? '',
      );
      const client = new pg.Client({ connectionString: database });
      const refusal = await client.connect().then(
        () => 'open',
        (error: unknown) => Object(error).code,
      );
      await client.end().catch(() => undefined);
      const { host } = new URL(lodging.demo.natsUrl);
      const login = {
        servers: host,
        user: service,
        pass: secrets[`nats.${service}`] ?? '',
        reconnect: false,
      };
      const bus = await connect(login).then(
        async (open) => (await open.close(), 'open'),
        () => 'refused',
      );
      return [refusal, bus];
    }),
  );
}

it('the rings, the logins of all services and the signing key of the gateway are replaced on a running copy, under stays and reads: none fails, guests are found throughout, and the old logins are refused', async () => {
  const bus = newSigningKey();
  const load = requestBackToBack(CLIENTS, plan);
  const guests = bookStays(GUESTS, lodging.demo, hotel);
  try {
    await rollAll(async (service) => ({
      ...ringsOf(service, (old) => JSON.stringify([old, NEW])),
      BUS_PUBLIC_KEYS: bus.both,
    }));

    const passwords = newBusPasswords(
      lodging,
      SERVICES.map((service) => `${service}_b`),
    );
    await rollAll(async (service) => ({
      ...ringsOf(service, (old) => JSON.stringify([NEW, old])),
      BUS_SIGNING_KEY: bus.keyOf(service),
      ...(await loginsOf(service, passwords)),
    }));
    for (const service of SERVICES) await newDatabasePassword(lodging, `${service}_app`);
    newBusPasswords(lodging, SERVICES);
    expect(await withdrawnLogins()).toEqual(SERVICES.map(() => ['28P01', 'refused']));

    // A process looks for what is left when it starts, and then every minute.
    await roll('reservations', {});
    await eventually('no guest is left under the old secret', async () => {
      const sql =
        'SELECT count(*)::int AS filled FROM reservations.earlier_guest_keys WHERE emptied_at IS NULL';
      return (await asSuperuser<{ filled: number }>(lodging, sql))[0]?.filled === 0;
    });
    await rollAll(async (service) => ({ ...ringsOf(service, () => NEW), BUS_PUBLIC_KEYS: bus.next }));
    const before = guests.confirmed();
    await eventually('stays are confirmed to the end', async () => guests.confirmed() >= before + GUESTS);
  } finally {
    const failures = [...(await load.stop()), ...(await guests.stop())];
    expect({ failed: failures.length, such: [...new Set(failures)] }).toEqual({ failed: 0, such: [] });
  }
}, 300_000);
