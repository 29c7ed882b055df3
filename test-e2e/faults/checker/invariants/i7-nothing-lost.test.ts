import { expect, it } from 'vitest';
import { booking, did, evidenceOf, paid, returned, ROOM, shown } from '../test/build-evidence.ts';
import { nothingLost } from './i7-nothing-lost.ts';

const check = (pieces: Parameters<typeof evidenceOf>[0]): string[] => nothingLost.check(evidenceOf(pieces));

it('finds an acknowledged booking that is gone', () => {
  const operations = [did('hold', { input: { key: 'k' }, output: shown('one', 'held') })];
  expect(check({ history: { operations }, tenant: { bookings: [booking('one', 'expired')] } })).toEqual([]);
  expect(check({ history: { operations } })).toHaveLength(1);
  const unknown = [did('hold', { input: { key: 'k' }, outcome: 'info' })];
  expect(check({ history: { operations: unknown } })).toEqual([]);
});

it('finds an acknowledged cancellation that did not last', () => {
  const operations = [did('cancel', { input: { id: 'one' }, output: shown('one', 'cancelled') })];
  expect(check({ history: { operations }, tenant: { bookings: [booking('one', 'cancelled')] } })).toEqual([]);
  expect(
    check({ history: { operations }, tenant: { bookings: [booking('one', 'confirmed')] } }),
  ).toHaveLength(1);
});

it('finds an acknowledged refund and a payment that the provider does not have', () => {
  const operations = [
    did('refund', { input: { id: 'one' }, output: { refundId: 'refund-one', amountMinorUnits: '1' } }),
    did('pay', { input: { id: 'one' } }),
  ];
  const tenant = { intents: [paid('one')], refunds: [returned('one', 1)] };
  expect(check({ history: { operations }, tenant })).toEqual([]);
  expect(check({ history: { operations } })).toHaveLength(2);
});

it('finds a setting that is not one of the last that were written', () => {
  const write = (value: string, from: number, to: number) =>
    did('set-plan', { from, to, input: { resourceId: ROOM, value } });
  const operations = [write('1', 0, 10), write('2', 20, 40), write('3', 30, 50)];
  const ends = (plan: string) => ({ settings: { [ROOM]: { plan, restriction: null } } });
  expect(check({ history: { operations }, tenant: ends('2') })).toEqual([]);
  expect(check({ history: { operations }, tenant: ends('3') })).toEqual([]);
  expect(check({ history: { operations }, tenant: ends('1') })).toHaveLength(1);
});
