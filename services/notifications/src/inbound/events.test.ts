import { paymentSucceeded } from '@lodging/contract-payments';
import { reservationConfirmed } from '@lodging/contract-reservations';
import { exampleOf } from '@lodging/contract-wire';
import { expect, it } from 'vitest';
import type { EventOrder } from '../ports/events.ts';
import { consumers } from './events.ts';

const ID = '01936f2e-0000-7000-8000-000000000001';
const mark = { consumer: 'notifications', eventId: ID };

/** What must be logged before the event, as the log gets it. */
async function orderOf(type: string, data: object, order?: { waitedMs: number; overtakes?: boolean }) {
  const seen: (EventOrder | undefined)[] = [];
  const eventLog = {
    append: async (_tenantId: string, _event: unknown, _mark: unknown, wanted?: EventOrder) => {
      seen.push(wanted);
      return 'logged' as const;
    },
    list: () => Promise.resolve([]),
  };
  const handlers = consumers({ eventLog }).map((consumer) => consumer.handlers[type]);
  const about = { id: ID, type, tenantId: ID, livemode: true, occurredAt: '2027-05-03T09:01:00Z' };
  const event = { ...about, aggregateId: ID, aggregateVersion: 2, data };
  const given = order && { predecessors: [ID], overtakes: false, ...order };
  await handlers.find((handler) => handler !== undefined)?.(event as never, mark, given);
  return seen[0];
}

const stay = { reservation: exampleOf(reservationConfirmed.data.shape.reservation) as object };
const payment = { payment: { reservationId: ID } };

it('an event of payments waits for the first event of its reservation, for half a minute', async () => {
  const { type } = paymentSucceeded;
  expect(await orderOf(type, payment, { waitedMs: 0 })).toMatchObject({ followsAny: true });
  expect(await orderOf(type, payment, { waitedMs: 29_999 })).toMatchObject({ followsAny: true });
  expect(await orderOf(type, payment, { waitedMs: 30_000 })).toMatchObject({ followsAny: false });
});

it('an event of reservations waits for its predecessors alone', async () => {
  const order = { predecessors: [ID], followsAny: false, overtakes: false };
  expect(await orderOf(reservationConfirmed.type, stay, { waitedMs: 0 })).toMatchObject(order);
});

it('an event whose publisher names no earlier ones waits for nothing', async () => {
  expect(await orderOf(paymentSucceeded.type, payment)).toBeUndefined();
  expect(await orderOf(reservationConfirmed.type, stay)).toBeUndefined();
});
