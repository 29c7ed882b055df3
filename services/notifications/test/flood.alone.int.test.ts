// A tenant with a flood of events, on a real broker: the events of others do not wait behind it.
import { randomUUID } from 'node:crypto';
import * as contract from '@lodging/contract-notifications';
import { connectBus } from '@lodging/kit-messaging';
import type { Bus } from '@lodging/kit-messaging';
import {
  clientContext,
  eventually,
  freshSchema,
  testIdentity,
  testLogger,
  useServers,
} from '@lodging/kit-testing';
import type { FreshSchema } from '@lodging/kit-testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrations } from '../src/migrations.ts';
import { openPublisher, stayEvent } from './publisher.ts';
import type { Publisher } from './publisher.ts';
import { startReceiver } from './receiver.ts';
import type { Receiver } from './receiver.ts';
import { startNotifications } from './start-notifications.ts';

const BACKLOG = 50_000;
const ENDPOINTS = 20;
let schema: FreshSchema;
let bus: Bus;
let reservations: Publisher;
let payments: Publisher;
let receiver: Receiver;
let client: pg.Client;
let replicas: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  schema = await freshSchema({ schema: 'notifications', sources: migrations });
  const { natsUrl } = useServers();
  bus = await connectBus({ url: natsUrl, name: 'publisher', identity: testIdentity(), log: testLogger() });
  [reservations, payments] = await Promise.all([
    openPublisher(bus, 'reservations'),
    openPublisher(bus, 'payments'),
  ]);
  receiver = await startReceiver();
  client = new pg.Client({ connectionString: schema.url, options: '-c search_path=notifications' });
  await client.connect();
  await client.query('SET ROLE notifications_job');
  const start = () => startNotifications({ postgresUrl: schema.url, natsUrl });
  replicas = await Promise.all([start(), start()]);
});
afterAll(async () => {
  await Promise.all(replicas.map((replica) => replica.stop()));
  await client.end();
  await receiver.stop();
  await Promise.all([reservations.close(), payments.close()]);
  await bus.drain();
  await schema.drop();
});

async function endpointAt(tenantId: string, path: string): Promise<void> {
  const request = { url: receiver.url(path), eventTypes: ['reservation.created' as const] };
  const call = clientContext(tenantId, true, { timeoutMs: 5_000 });
  const made = await eventually('it is registered', () =>
    bus.request(contract.createWebhookEndpoint, request, call),
  );
  if (!made.ok) throw new Error(made.refusal.detail);
}

/** As after a flood: its events are in the log, and its deliveries are still to be made. */
async function fillLog(tenantId: string): Promise<void> {
  await client.query(
    `INSERT INTO events (tenant_id, id, type, livemode, occurred_at, reservation_id, sequence, position, body)
     SELECT $1, gen_random_uuid(), 'reservation.created', true, now(), gen_random_uuid(), 1, position, '{}'
     FROM generate_series(1, $2::int) AS position`,
    [tenantId, BACKLOG],
  );
  await client.query(
    `INSERT INTO event_positions (tenant_id, last_position, deferred_from, deferred_events) VALUES ($1, $2, 1, $2)`,
    [tenantId, BACKLOG],
  );
}

const publishFor = (tenantId: string) =>
  reservations.publish(stayEvent({ tenantId, reservationId: randomUUID() }, 'created'));

async function figuresOf(tenantId: string): Promise<{ deferred: number; deliveries: number }> {
  const { rows } = await client.query<{ deferred: number; deliveries: number }>(
    `SELECT deferred_events::int AS deferred,
       (SELECT count(*)::int FROM deliveries WHERE tenant_id = $1) AS deliveries
     FROM event_positions WHERE tenant_id = $1`,
    [tenantId],
  );
  return rows[0] ?? { deferred: 0, deliveries: 0 };
}

it('is delivered while the million deliveries of another tenant wait, and those are not rows meanwhile', async () => {
  const [busy, other] = [randomUUID(), randomUUID()];
  for (let nth = 0; nth < ENDPOINTS; nth += 1) await endpointAt(busy, `/busy/${nth}`);
  await endpointAt(other, '/other');
  await publishFor(other);
  await eventually(
    'the endpoint of the other tenant has answered once',
    () => receiver.at('/other').length === 1,
  );
  await fillLog(busy);
  await eventually('the first of the busy tenant are delivered', () =>
    receiver.received.some(({ path }) => path.startsWith('/busy/')),
  );
  for (let nth = 1; nth <= 6; nth += 1) {
    // Events of one stay are logged one after the other, those of many together.
    const one = randomUUID();
    const stays = Array.from({ length: 100 }, () => ({
      tenantId: busy,
      reservationId: nth % 2 === 0 ? one : randomUUID(),
    }));
    await reservations.commit(...stays.map((stay) => stayEvent(stay, 'created')));
    await publishFor(other);
    await eventually('that of the other tenant arrives', () => receiver.at('/other').length === 1 + nth);
  }
  const { deferred, deliveries } = await figuresOf(busy);
  expect(deferred).toBeGreaterThan(BACKLOG / 2);
  expect(deliveries).toBeLessThanOrEqual(2 * 6_000);
}, 120_000);
