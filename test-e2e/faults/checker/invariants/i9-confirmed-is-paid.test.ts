import { expect, it } from 'vitest';
import { booking, did, evidenceOf, logged, paid, shown } from '../test/build-evidence.ts';
import { confirmedIsPaid } from './i9-confirmed-is-paid.ts';

const check = (pieces: Parameters<typeof evidenceOf>[0]): string[] =>
  confirmedIsPaid.check(evidenceOf(pieces));

it('accepts a stay that is paid, by card or at the desk, or that is to be paid at the property', () => {
  const operations = [
    did('pay', { from: 0, to: 10, input: { id: 'one' } }),
    did('book', {
      input: { key: 'k', paidOffline: true },
      output: shown('two', 'confirmed'),
    }),
    did('book', {
      input: { key: 'later', payAtProperty: true },
      output: shown('three', 'confirmed'),
    }),
  ];
  const bookings = [
    booking('one', 'confirmed'),
    booking('two', 'confirmed', { guestEmail: 'k@mark-a.example' }),
    booking('three', 'confirmed', { guestEmail: 'later@mark-a.example' }),
  ];
  expect(check({ history: { operations }, tenant: { bookings, intents: [paid('one')] } })).toEqual([]);
});

it('finds a confirmed stay without a payment, also one that was cancelled since', () => {
  expect(check({ tenant: { bookings: [booking('one', 'confirmed')] } })).toHaveLength(1);
  const events = [logged('one', 'confirmed', 1)];
  expect(check({ tenant: { bookings: [booking('one', 'cancelled')], events } })).toHaveLength(1);
});

it('finds a confirmation before the guest paid', () => {
  const operations = [
    did('read', { from: 0, to: 10, output: shown('one', 'confirmed') }),
    did('pay', { from: 20, to: 30, input: { id: 'one' } }),
  ];
  expect(check({ history: { operations }, tenant: { intents: [paid('one')] } })).toHaveLength(1);
});
