import { randomUUID } from 'node:crypto';
import { openDatabase } from '@lodging/kit-postgres';
import pg from 'pg';
import { eventually, fixedClock, freshSchema, testLogger } from '@lodging/kit-testing';
import { notificationsMigrations } from '../src/migrations.ts';
import { deliveryQueue } from '../src/outbound/delivery-queue.ts';
import { deliveryStore } from '../src/outbound/delivery-store.ts';
import { endpointStore } from '../src/outbound/endpoint-store.ts';
import { createEventLog, loggedEvents } from '../src/outbound/event-log.ts';
import { createReceivers } from '../src/outbound/post-webhook.ts';
import { secretVault } from '../src/outbound/secret-vault.ts';
import { newWebhookSecret } from '../src/outbound/sign-webhook.ts';
import { deliverWebhooks } from '../src/use-cases/deliver-webhooks.ts';
import { listEvents } from '../src/use-cases/list-events.ts';
import { logEvent } from '../src/use-cases/log-event.ts';
import { manageDeliveries } from '../src/use-cases/manage-deliveries.ts';
import { manageEndpoints } from '../src/use-cases/manage-endpoints.ts';

export type PostRoom = Awaited<ReturnType<typeof openPostRoom>>;
type Clock = ReturnType<typeof fixedClock>;

export async function openPostRoom({ totalMs = 700 } = {}) {
  const schema = await freshSchema({ schema: 'notifications', sources: notificationsMigrations });
  const log = testLogger();
  const db = openDatabase({ url: schema.url, schema: 'notifications', log });
  const clock = fixedClock(Temporal.Now.instant().round('millisecond'));
  const vault = secretVault('a secret of thirty-two characters');
  const receivers = createReceivers({ clock, allowLocalhost: true, totalMs });
  const queue = deliveryQueue(db);
  const surprises: unknown[] = [];
  const openDeliverer = () =>
    deliverWebhooks({
      queue,
      receivers,
      vault,
      clock,
      random: () => 0.5,
      owner: randomUUID(),
      onSurprise: (error) => surprises.push(error),
    });
  const deliverer = openDeliverer();
  const endpoints = endpointStore(db);
  const wake = deliverer.wake;
  const common = { db, log, clock, queue, receivers, vault, deliverer, openDeliverer, surprises, schema };
  return {
    ...common,
    endpoints: manageEndpoints({
      endpoints,
      receivers,
      vault,
      clock,
      newId: randomUUID,
      newSecret: newWebhookSecret,
    }),
    deliveries: manageDeliveries({
      endpoints,
      deliveries: deliveryStore(db),
      clock,
      newId: randomUUID,
      wake,
    }),
    listEvents: listEvents({ log: loggedEvents(db), clock }),
    ...teller(db, clock, wake),
    close: async () => {
      await deliverer.stop();
      receivers.close();
      await db.close();
      await schema.drop();
    },
  };
}

/** For what takes longer than a service may take; sees every tenant. */
export async function atLeisure(
  { schema }: Pick<PostRoom, 'schema'>,
  text: string,
  values: unknown[],
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: schema.url, options: '-c search_path=notifications' });
  await client.connect();
  try {
    await client.query('SET ROLE notifications_job');
    return (await client.query<Record<string, unknown>>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** What the neighbours say. */
function teller(
  db: ReturnType<typeof openDatabase>,
  clock: Clock,
  onQueued: Parameters<typeof createEventLog>[1]['onQueued'],
) {
  const aloud = logEvent({ eventLog: createEventLog(db, { clock, onQueued }) });
  const tellBy =
    (log: typeof aloud) =>
    async (tenantId: string, reservationId: string = randomUUID(), verb = 'created', object = {}) => {
      const id = randomUUID();
      const type = `evt.reservations.v1.reservation.${verb}`;
      const heard = { id, type, tenantId, livemode: true, occurredAt: clock.now().toString() };
      const seen = { consumer: 'notifications', eventId: id };
      await log(heard, reservationId, { id: reservationId, ...object }, seen);
      return { ...heard, seen, reservationId };
    };
  /** What another process would have. */
  const newLog = () => logEvent({ eventLog: createEventLog(db, { clock, onQueued: () => undefined }) });
  /** `tellQuietly` leaves the finding to a sweep. */
  return { tell: tellBy(aloud), tellQuietly: tellBy(newLog()), repeat: aloud, newLog };
}

export const caller = () => ({ tenantId: randomUUID(), livemode: true });

/** The one delivery that an endpoint has, once it is as wanted. */
export function deliveryWhen(
  room: PostRoom,
  who: { tenantId: string; livemode: boolean },
  endpointId: string,
  isWanted: (delivery: Awaited<ReturnType<typeof deliveriesOf>>[number]) => boolean,
) {
  return eventually('the delivery is as wanted', async () =>
    (await deliveriesOf(room, who, endpointId)).find(isWanted),
  );
}

export async function deliveriesOf(
  room: PostRoom,
  who: { tenantId: string; livemode: boolean },
  endpointId: string,
) {
  const page = await room.deliveries.list(who, endpointId, { limit: 100, after: null });
  if (!page.ok) throw new Error(page.refusal.code);
  return page.value.deliveries;
}

export async function endpointAt(room: PostRoom, who: { tenantId: string; livemode: boolean }, url: string) {
  const made = await room.endpoints.create(who, {
    url,
    eventTypes: ['reservation.created', 'reservation.confirmed'],
  });
  if (!made.ok) throw new Error(made.refusal.detail);
  return made.value;
}
