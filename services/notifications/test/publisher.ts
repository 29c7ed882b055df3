import { randomUUID } from 'node:crypto';
import { exampleOf, streamOf } from '@lodging/contract-wire';
import { paymentFailed, paymentSucceeded, refundCreated } from '@lodging/contract-payments';
import {
  reservationCancelled,
  reservationConfirmed,
  reservationCreated,
  reservationFacts,
} from '@lodging/contract-reservations';
import {
  appendToOutbox,
  createRelay,
  outboxMigrations,
  provisionStream,
  repairStream,
} from '@lodging/kit-messaging';
import type { Bus, EventToPublish } from '@lodging/kit-messaging';
import { openDatabase } from '@lodging/kit-postgres';
import { freshSchema, testLogger } from '@lodging/kit-testing';

export type Publisher = Awaited<ReturnType<typeof openPublisher>>;

/** The outbox of another service, on its own database, with its relay. */
export async function openPublisher(bus: Bus, context: 'reservations' | 'payments') {
  const schema = await freshSchema({ schema: context, sources: [outboxMigrations] });
  const log = testLogger();
  const db = openDatabase({ url: schema.url, schema: context, log });
  const { name: stream, subjects } = streamOf(context);
  const provision = () => provisionStream(bus, { name: stream, subjects, consumers: ['notifications'] });
  await provision();
  const options = { db, bus, stream, log };
  const relay = createRelay(options);
  const commit = async (...events: EventToPublish[]): Promise<void> => {
    for (const event of events) await db.inTenant(event.tenantId, (tx) => appendToOutbox(tx, event));
  };
  return {
    stream,
    /** Creates the stream again where it is missing. */
    provision,
    commit,
    relay: () => relay.publishWaiting(),
    async publish(...events: EventToPublish[]) {
      await commit(...events);
      await relay.publishWaiting();
    },
    repair: () => repairStream(options),
    async close() {
      await db.close();
      await schema.drop();
    },
  };
}

/** Puts them into the stream as the relay writes them. */
export async function injectEvents(bus: Bus, events: readonly EventToPublish[]): Promise<void> {
  const envelopes = events.map((event, nth) => {
    const sameStay = events.slice(Math.max(0, nth - 16), nth);
    const predecessors = sameStay
      .filter(({ aggregateId }) => aggregateId === event.aggregateId)
      .map(({ id, type }) => ({ id, type }));
    return JSON.stringify({ predecessors, ...event, occurredAt: event.occurredAt.toString() });
  });
  for (let from = 0; from < envelopes.length; from += 100) {
    const some = envelopes.slice(from, from + 100);
    await Promise.all(
      some.map((envelope, nth) => bus.connection.request(events[from + nth]?.type ?? '', envelope)),
    );
  }
}

const reservationTypes = {
  created: reservationCreated.type,
  confirmed: reservationConfirmed.type,
  cancelled: reservationCancelled.type,
};
const moneyTypes = {
  'payment.failed': paymentFailed.type,
  'payment.succeeded': paymentSucceeded.type,
  'refund.created': refundCreated.type,
};

interface Stay {
  readonly tenantId: string;
  readonly reservationId: string;
}

function envelopeOf({ tenantId, reservationId }: Stay, type: string, data: unknown): EventToPublish {
  const occurredAt = Temporal.Now.instant();
  const about = { tenantId, livemode: true, occurredAt, aggregateId: reservationId, aggregateVersion: 1 };
  return { id: randomUUID(), type, ...about, data };
}

/** As reservations publishes it. */
export function stayEvent(stay: Stay, verb: keyof typeof reservationTypes): EventToPublish {
  const reservation = { ...reservationFacts.parse(exampleOf(reservationFacts)), id: stay.reservationId };
  return envelopeOf(stay, reservationTypes[verb], { reservation });
}

/** As payments publishes it. */
export function moneyEvent(stay: Stay, type: keyof typeof moneyTypes): EventToPublish {
  const { reservationId } = stay;
  const amount = { amountMinorUnits: '20000', currency: 'EUR' };
  const payment = { reservationId, providerPaymentIntentId: 'pi_1', ...amount, state: 'succeeded' };
  const refund = { id: randomUUID(), reservationId, ...amount, state: 'succeeded', providerRefundId: 're_1' };
  return envelopeOf(stay, moneyTypes[type], type === 'refund.created' ? { refund } : { payment });
}
