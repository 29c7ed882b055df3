import { expect, it } from 'vitest';
import type { LoggedEvent, OutboxRow } from '../end-state.ts';
import { evidenceOf, logged, outboxRow } from '../test/build-evidence.ts';
import { eventOrder } from './event-order.ts';

const outbox = [
  outboxRow('one', 'created', 1),
  outboxRow('one', 'confirmed', 2),
  outboxRow('one', 'cancelled', 3),
];
const check = (events: LoggedEvent[], rows: OutboxRow[] = outbox): string[] =>
  eventOrder.check(evidenceOf({ tenant: { events }, database: { outbox: rows } }));

/** Of a payment of the reservation `one`. */
const paymentRow = (intentId: string, verb: string, version: number, position: number): OutboxRow =>
  outboxRow('one', verb, version, {
    service: 'payments',
    id: `${verb}-${intentId}`,
    type: `evt.payments.v1.payment.${verb}`,
    position: String(position),
  });

const paymentLogged = (intentId: string, verb: string, sequence: number): LoggedEvent => ({
  id: `${verb}-${intentId}`,
  type: `payment.${verb}`,
  sequence,
  data: { object: { reservationId: 'one', providerPaymentIntentId: intentId } },
});

it('accepts the order of the versions', () => {
  expect(
    check([logged('one', 'created', 1), logged('one', 'confirmed', 2), logged('one', 'cancelled', 3)]),
  ).toEqual([]);
});

it('finds another order, and a gap', () => {
  expect(
    check([logged('one', 'created', 1), logged('one', 'cancelled', 2), logged('one', 'confirmed', 3)]).join(),
  ).toContain('out of order');
  expect(check([logged('one', 'created', 1), logged('one', 'confirmed', 3)]).join()).toContain('gap');
});

it('accepts a payment of a change after the payment of the stay, which had more attempts', () => {
  const rows = [
    paymentRow('of-stay', 'failed', 3, 10),
    paymentRow('of-stay', 'succeeded', 4, 11),
    paymentRow('of-change', 'succeeded', 2, 12),
  ];
  const events = [
    paymentLogged('of-stay', 'failed', 1),
    paymentLogged('of-stay', 'succeeded', 2),
    paymentLogged('of-change', 'succeeded', 3),
  ];
  expect(check(events, rows)).toEqual([]);
});

it('finds a payment that is logged before an earlier one of its stay', () => {
  const rows = [paymentRow('of-stay', 'succeeded', 2, 11), paymentRow('of-change', 'succeeded', 2, 12)];
  const events = [paymentLogged('of-change', 'succeeded', 1), paymentLogged('of-stay', 'succeeded', 2)];
  expect(check(events, rows).join()).toContain('out of order');
});

it('finds a version that is committed after a later one of its record', () => {
  const rows = [
    outboxRow('one', 'confirmed', 2, { position: '1' }),
    outboxRow('one', 'created', 1, { position: '2' }),
  ];
  expect(check([logged('one', 'confirmed', 1), logged('one', 'created', 2)], rows).join()).toContain(
    'out of order',
  );
});
