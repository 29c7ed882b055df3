// The log of one stay, whatever the order in which its events arrive.
import { randomUUID } from 'node:crypto';
import * as contract from '@lodging/contract-notifications';
import { connectBus, findStream } from '@lodging/kit-messaging';
import type { Bus, EventToPublish } from '@lodging/kit-messaging';
import {
  clientContext,
  eventually,
  freshSchema,
  testIdentity,
  testLogger,
  useServers,
} from '@lodging/kit-testing';
import type { FreshSchema } from '@lodging/kit-testing';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrations } from '../src/migrations.ts';
import { moneyEvent, openPublisher, stayEvent } from './publisher.ts';
import type { Publisher } from './publisher.ts';
import { startNotifications } from './start-notifications.ts';

let schema: FreshSchema;
let bus: Bus;
let service: Awaited<ReturnType<typeof startNotifications>>;
let reservations: Publisher;
let payments: Publisher;

const start = () => startNotifications({ postgresUrl: schema.url, natsUrl: useServers().natsUrl });

beforeAll(async () => {
  schema = await freshSchema({ schema: 'notifications', sources: migrations });
  bus = await connectBus({
    url: useServers().natsUrl,
    name: 'publisher',
    identity: testIdentity(),
    log: testLogger(),
  });
  [reservations, payments] = await Promise.all([
    openPublisher(bus, 'reservations'),
    openPublisher(bus, 'payments'),
  ]);
  await Promise.all([reservations.relay(), payments.relay()]);
  service = await start();
});
afterAll(async () => {
  await service.stop();
  await Promise.all([reservations.close(), payments.close()]);
  await bus.drain();
  await schema.drop();
});

const newStay = (tenantId: string = randomUUID()) => ({ tenantId, reservationId: randomUUID() });
type Stay = ReturnType<typeof newStay>;

async function logOf({ tenantId, reservationId }: Stay): Promise<{ type: string; sequence: number }[]> {
  const call = clientContext(tenantId, true, { timeoutMs: 5_000 });
  const page = await bus.request(contract.listEvents, { limit: 100, after: null, reservationId }, call);
  if (!page.ok) throw new Error(page.refusal.code);
  return page.value.events;
}

async function typesOnceLogged(stay: Stay, count: number, withinMs = 15_000): Promise<string[]> {
  const log = await eventually(
    `${count} events are logged`,
    async () => {
      const found = await logOf(stay);
      return found.length >= count && found;
    },
    { withinMs },
  );
  expect(log.map(({ sequence }) => sequence)).toEqual(log.map((_, index) => index + 1));
  return log.map(({ type }) => type);
}

/** Keeps the positions of the tenant's log locked, so that no event of it can be logged. */
async function lockLog(tenantId: string): Promise<{ unlock(): Promise<void> }> {
  const client = new pg.Client({ connectionString: schema.url, options: '-c search_path=notifications' });
  await client.connect();
  await client.query('BEGIN');
  await client.query("SELECT set_config('app.tenant', $1, true)", [tenantId]);
  const { rowCount } = await client.query('SELECT FROM event_positions WHERE tenant_id = $1 FOR UPDATE', [
    tenantId,
  ]);
  expect(rowCount).toBe(1);
  return { unlock: () => client.end() };
}

it('a stay that is cancelled while its creation cannot be logged is created first in the log', async () => {
  const before = newStay();
  await reservations.publish(stayEvent(before, 'created'));
  await typesOnceLogged(before, 1);
  const stay = newStay(before.tenantId);
  const lock = await lockLog(stay.tenantId);
  try {
    await reservations.publish(stayEvent(stay, 'created'), stayEvent(stay, 'confirmed'));
    await new Promise((resolve) => setTimeout(resolve, 2200));
  } finally {
    await lock.unlock();
  }
  await reservations.publish(stayEvent(stay, 'cancelled'));
  expect(await typesOnceLogged(stay, 3)).toEqual([
    'reservation.created',
    'reservation.confirmed',
    'reservation.cancelled',
  ]);
});

it('events that the broker lost and that are published again are logged before the later ones', async () => {
  const stays = Array.from({ length: 5 }, () => newStay());
  await service.stop();
  await reservations.publish(...stays.map((stay) => stayEvent(stay, 'created')));
  await bus.connection.request(`$JS.API.STREAM.DELETE.${reservations.stream}`);
  service = await start();
  await reservations.commit(
    ...stays.flatMap((stay) => [stayEvent(stay, 'confirmed'), stayEvent(stay, 'cancelled')]),
  );
  await reservations.provision();
  await eventually('the later events are published', async () => {
    await reservations.relay();
    return ((await findStream(bus, reservations.stream))?.lastSequence ?? 0) >= 2 * stays.length;
  });
  const bystander = newStay();
  await reservations.publish(stayEvent(bystander, 'created'));
  await typesOnceLogged(bystander, 1);
  for (const stay of stays) expect(await logOf(stay)).toEqual([]);
  expect(await reservations.repair()).toBeGreaterThanOrEqual(stays.length);
  await reservations.relay();
  for (const stay of stays) {
    expect(await typesOnceLogged(stay, 3)).toEqual([
      'reservation.created',
      'reservation.confirmed',
      'reservation.cancelled',
    ]);
  }
});

it('a payment that arrives before the creation of its stay is logged after it', async () => {
  const stay = newStay();
  await payments.publish(moneyEvent(stay, 'payment.succeeded'));
  const bystander = newStay(stay.tenantId);
  await reservations.publish(stayEvent(bystander, 'created'));
  await payments.publish(moneyEvent(bystander, 'payment.succeeded'));
  await typesOnceLogged(bystander, 2);
  expect(await logOf(stay)).toEqual([]);
  await reservations.publish(stayEvent(stay, 'created'));
  expect(await typesOnceLogged(stay, 2)).toEqual(['reservation.created', 'payment.succeeded']);
});

it('any order of arrival, with any events repeated, gives the same log', async () => {
  const money = ['payment.failed', 'payment.succeeded', 'refund.created', 'refund.created'] as const;
  const arrivals = fc
    .shuffledSubarray([0, 1, 2, 3, 4, 5, 6], { minLength: 7 })
    .chain((once) => fc.array(fc.nat(6), { maxLength: 4 }).map((repeats) => [...once, ...repeats]));
  await fc.assert(
    fc.asyncProperty(fc.array(arrivals, { minLength: 12, maxLength: 12 }), async (orders) => {
      const stays = orders.map((order) => ({ order, ...newStay() }));
      await Promise.all(
        stays.map(async ({ order, ...stay }) => {
          const ordered = (['created', 'confirmed', 'cancelled'] as const).map((verb) =>
            stayEvent(stay, verb),
          );
          const paid = money.map((type) => moneyEvent(stay, type));
          const messages = [...withPredecessors(ordered), ...withPredecessors(paid)];
          for (const index of order) {
            const event = [...ordered, ...paid][index];
            await bus.connection.request(event?.type ?? '', messages[index]);
          }
        }),
      );
      for (const stay of stays) {
        const types = await typesOnceLogged(stay, 7, 30_000);
        expect(types[0]).toBe('reservation.created');
        expect(types.filter((type) => type.startsWith('reservation.'))).toEqual([
          'reservation.created',
          'reservation.confirmed',
          'reservation.cancelled',
        ]);
        expect(types.filter((type) => !type.startsWith('reservation.'))).toEqual([...money]);
      }
    }),
    { numRuns: 3 },
  );
}, 120_000);

/** As the relay writes them. */
function withPredecessors(events: readonly EventToPublish[]): string[] {
  return events.map((event, index) => {
    const predecessors = events.slice(0, index).map(({ id, type }) => ({ id, type }));
    return JSON.stringify({ predecessors, ...event, occurredAt: event.occurredAt.toString() });
  });
}
