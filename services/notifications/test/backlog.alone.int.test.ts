// Very many events of one tenant in the stream, on a real broker: the events of others overtake them.
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
import { injectEvents, openPublisher, stayEvent } from './publisher.ts';
import type { Publisher } from './publisher.ts';
import { startReceiver } from './receiver.ts';
import type { Receiver } from './receiver.ts';
import { startNotifications } from './start-notifications.ts';

const BACKLOG = 2_000;
let schema: FreshSchema;
let bus: Bus;
let publishers: Publisher[];
let receiver: Receiver;
let client: pg.Client;

beforeAll(async () => {
  schema = await freshSchema({ schema: 'notifications', sources: migrations });
  const { natsUrl } = useServers();
  bus = await connectBus({ url: natsUrl, name: 'publisher', identity: testIdentity(), log: testLogger() });
  publishers = await Promise.all([openPublisher(bus, 'reservations'), openPublisher(bus, 'payments')]);
  receiver = await startReceiver();
  client = new pg.Client({ connectionString: schema.url, options: '-c search_path=notifications' });
  await client.connect();
  await client.query('SET ROLE notifications_job');
});
afterAll(async () => {
  await client.end();
  await receiver.stop();
  await Promise.all(publishers.map((publisher) => publisher.close()));
  await bus.drain();
  await schema.drop();
});

const start = () => startNotifications({ postgresUrl: schema.url, natsUrl: useServers().natsUrl });

async function endpointAt(tenantId: string, path: string): Promise<void> {
  const request = { url: receiver.url(path), eventTypes: ['reservation.created' as const] };
  const call = clientContext(tenantId, true, { timeoutMs: 5_000 });
  const made = await eventually('it is registered', () =>
    bus.request(contract.createWebhookEndpoint, request, call),
  );
  if (!made.ok) throw new Error(made.refusal.detail);
}

async function loggedOf(tenantId: string): Promise<string[]> {
  const text = 'SELECT id FROM events WHERE tenant_id = $1 ORDER BY position';
  return (await client.query<{ id: string }>(text, [tenantId])).rows.map(({ id }) => id);
}

/** How many events of a tenant were logged before the last one of another. */
async function loggedBefore(other: string, tenantId: string): Promise<number> {
  const text = `SELECT count(*)::int AS count FROM events WHERE tenant_id = $1
    AND logged_at < (SELECT max(logged_at) FROM events WHERE tenant_id = $2)`;
  const { rows } = await client.query<{ count: number }>(text, [tenantId, other]);
  return rows[0]?.count ?? BACKLOG;
}

it.each([
  { what: 'of many stays', isOneStay: false },
  { what: 'of one stay', isOneStay: true },
])(
  'an event behind two thousand of another tenant, $what, is logged for delivery before a quarter of them, and delivered',
  async ({ isOneStay }) => {
    const [busy, other, stay] = [randomUUID(), randomUUID(), randomUUID()];
    const path = `/${other}`;
    const before = await start();
    await endpointAt(other, path);
    for (let nth = 0; nth < 20; nth += 1) await endpointAt(busy, `/${busy}/${nth}`);
    await injectEvents(bus, [stayEvent({ tenantId: other, reservationId: randomUUID() }, 'created')]);
    await eventually('its endpoint has answered once', () => receiver.at(path).length === 1);
    await before.stop();
    const backlog = Array.from({ length: BACKLOG }, () =>
      stayEvent({ tenantId: busy, reservationId: isOneStay ? stay : randomUUID() }, 'created'),
    );
    await injectEvents(bus, [
      ...backlog,
      stayEvent({ tenantId: other, reservationId: randomUUID() }, 'created'),
    ]);
    const service = await start();
    try {
      await eventually('that of the other tenant is delivered', () => receiver.at(path).length === 2, {
        withinMs: 60_000,
      });
      await eventually('all are logged', async () => (await loggedOf(busy)).length === BACKLOG, {
        withinMs: 60_000,
      });
    } finally {
      await service.stop();
    }
    expect(await loggedBefore(other, busy)).toBeLessThan(BACKLOG / 4);
    const inOrder = (ids: string[]) => (isOneStay ? ids : ids.toSorted());
    expect(inOrder(await loggedOf(busy))).toEqual(inOrder(backlog.map(({ id }) => id)));
  },
  180_000,
);
