import { expect, it } from 'vitest';
import { A, booking, evidenceOf, logged, received, outboxRow } from '../test/build-evidence.ts';
import { everyEvent } from './i3-every-event.ts';

const check = (pieces: Parameters<typeof evidenceOf>[0]): string[] => everyEvent.check(evidenceOf(pieces));
const event = logged('one', 'created', 1);
const delivery = { id: 'delivery', eventId: event.id, status: 'succeeded' as const };
const whole = {
  history: { webhooks: [received(event)] },
  tenant: { bookings: [booking('one', 'expired')], events: [event], deliveries: { endpoint: [delivery] } },
  database: {
    outbox: [outboxRow('one', 'created', 1)],
    inbox: [{ service: 'notifications', event_id: event.id }],
  },
};

it('accepts an event that is everywhere', () => {
  expect(check(whole)).toEqual([]);
});

it.each([
  ['was never published', { outbox: [outboxRow('one', 'created', 1, { published: false })] }],
  ['is not in the stream', { outbox: [outboxRow('one', 'created', 1, { in_stream: false })] }],
  ['never reached notifications', { inbox: [] }],
  ['is in the log alone', { outbox: [] }],
  ['a dead letter', { deadLetters: [{ consumer: 'payments', error: 'no' }] }],
])('finds one that %s', (what, database) => {
  expect(check({ ...whole, database: { ...whole.database, ...database } }).join()).toContain(what);
});

it('finds an event that is missing in the log, and a change without one', () => {
  expect(check({ ...whole, tenant: { ...whole.tenant, events: [] } }).join()).toContain('is not in the log');
  const bookings = [booking('one', 'confirmed')];
  expect(check({ ...whole, tenant: { ...whole.tenant, bookings } }).join()).toContain(
    '0 events reservation.confirmed, not 1',
  );
});

it('finds a change of a stay without its event', () => {
  const changes = [{ tenant_id: A.id, id: 'change-1', reservation_id: 'one', state: 'applied' }];
  expect(check({ ...whole, database: { ...whole.database, changes } }).join()).toContain(
    '0 events reservation.changed, not 1',
  );
});

it('finds an event without a delivery, a delivery that no receiver got, and a body that differs', () => {
  expect(check({ ...whole, tenant: { ...whole.tenant, deliveries: {} } }).join()).toContain('0 deliveries');
  expect(check({ ...whole, history: { webhooks: [] } }).join()).toContain('nothing was received');
  const changed = received(event, { body: { ...event, sequence: 2 } });
  expect(check({ ...whole, history: { webhooks: [changed] } }).join()).toContain('differs from the log');
  const forged = received(event, { signed: false });
  expect(check({ ...whole, history: { webhooks: [forged] } }).join()).toContain('signature');
});
