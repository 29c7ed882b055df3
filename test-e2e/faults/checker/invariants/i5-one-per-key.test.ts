import { expect, it } from 'vitest';
import { A, booking, did, evidenceOf, reservationRow, shown } from '../test/build-evidence.ts';
import { onePerKey } from './i5-one-per-key.ts';

const check = (pieces: Parameters<typeof evidenceOf>[0]): string[] => onePerKey.check(evidenceOf(pieces));
const request = (id: string) => did('hold', { input: { key: 'k' }, output: shown(id, 'held') });
const row = reservationRow('one', 'held', { idempotency_key: 'k' });

it('accepts one record under a key, however often it was requested', () => {
  expect(
    check({ history: { operations: [request('one'), request('one')] }, database: { reservations: [row] } }),
  ).toEqual([]);
});

it('finds two answers, two rows and two bookings under one key', () => {
  expect(check({ history: { operations: [request('one'), request('two')] } })).toHaveLength(1);
  const operations = [request('one')];
  expect(
    check({ history: { operations }, database: { reservations: [row, { ...row, id: 'two' }] } }),
  ).toHaveLength(1);
  const address = { source: 'manual', guestEmail: 'k@mark-a.example' };
  const bookings = [booking('one', 'held', address), booking('two', 'held', address)];
  const reservations = [row, { ...row, id: 'two', idempotency_key: 'k2' }];
  const requested = [...operations, did('hold', { input: { key: 'k2' }, outcome: 'info' })];
  expect(
    check({ history: { operations: requested }, tenant: { bookings }, database: { reservations } }),
  ).toEqual([`${A.id} k made two bookings`]);
});

it('finds a reservation that no client requested', () => {
  expect(check({ database: { reservations: [row] } })).toHaveLength(1);
});

it('lets a key be used again that a failed set-up released', () => {
  const address = { source: 'manual', guestEmail: 'k@mark-a.example' };
  const bookings = [booking('gone', 'cancelled', address), booking('one', 'held', address)];
  const reservations = [reservationRow('gone', 'cancelled'), row];
  expect(
    check({ history: { operations: [request('one')] }, tenant: { bookings }, database: { reservations } }),
  ).toEqual([]);
});

it('finds two changes of one key', () => {
  const change = (changeId: string) =>
    did('change', { input: { id: 'one', key: 'c' }, output: { ...shown('one', 'confirmed'), changeId } });
  const database = { reservations: [row] };
  const made = (...operations: ReturnType<typeof did>[]) =>
    check({ history: { operations: [request('one'), ...operations] }, database });
  expect(made(change('first'), change('first'))).toEqual([]);
  expect(made(change('first'), change('second'))).toHaveLength(1);
});
