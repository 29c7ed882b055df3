import { expect, it } from 'vitest';
import { evidenceOf, logged, outboxRow } from '../test/build-evidence.ts';
import { eventOrder } from './event-order.ts';

const outbox = [
  outboxRow('one', 'created', 1),
  outboxRow('one', 'confirmed', 2),
  outboxRow('one', 'cancelled', 3),
];
const check = (events: ReturnType<typeof logged>[]): string[] =>
  eventOrder.check(evidenceOf({ tenant: { events }, database: { outbox } }));

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
