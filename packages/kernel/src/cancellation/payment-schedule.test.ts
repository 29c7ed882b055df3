import fc from 'fast-check';
import { expect, test } from 'vitest';
import { paymentSchedule } from './payment-schedule.ts';

const now = Temporal.Instant.from('2027-01-10T12:00:00Z');
const arrival = Temporal.PlainDate.from('2027-06-10');
const stay = (totalMinorUnits: bigint) => ({ totalMinorUnits, arrival, timeZone: 'Europe/Berlin' });

function entries(...given: Parameters<typeof paymentSchedule>) {
  return paymentSchedule(...given).map(({ purpose, amountMinorUnits, dueAt }) => [
    purpose,
    amountMinorUnits,
    dueAt.toString(),
  ]);
}

test('without a deposit all is due at the time of the quote', () => {
  expect(entries(null, stay(28_500n), now)).toEqual([['stay', 28_500n, '2027-01-10T12:00:00Z']]);
});

test('a deposit is due at once and the rest at the start of the local day', () => {
  expect(entries({ percentBps: 3000, balanceDueDaysBefore: 14 }, stay(28_500n), now)).toEqual([
    ['deposit', 8550n, '2027-01-10T12:00:00Z'],
    ['balance', 19_950n, '2027-05-26T22:00:00Z'],
  ]);
});

test('a balance that would be due already is paid with the deposit', () => {
  const soon = Temporal.Instant.from('2027-05-26T22:00:00Z');
  const deposit = { percentBps: 3000, balanceDueDaysBefore: 14 };
  expect(entries(deposit, stay(28_500n), soon)).toEqual([['stay', 28_500n, '2027-05-26T22:00:00Z']]);
  expect(entries(deposit, stay(28_500n), soon.subtract({ milliseconds: 1 }))).toHaveLength(2);
});

test('a deposit is at least one minor unit, and nothing of nothing', () => {
  const deposit = { percentBps: 1, balanceDueDaysBefore: 0 };
  expect(entries(deposit, stay(2n), now).map(([, amount]) => amount)).toEqual([1n, 1n]);
  expect(entries(deposit, stay(1n), now).map(([purpose]) => purpose)).toEqual(['stay']);
  expect(entries(deposit, stay(0n), now).map(([purpose]) => purpose)).toEqual(['stay']);
});

test('the entries sum up to the total', () => {
  const bps = fc.integer({ min: 1, max: 9999 });
  fc.assert(
    fc.property(bps, fc.bigInt({ min: 0n, max: 10n ** 15n }), (percentBps, total) => {
      const schedule = paymentSchedule({ percentBps, balanceDueDaysBefore: 7 }, stay(total), now);
      return schedule.reduce((sum, { amountMinorUnits }) => sum + amountMinorUnits, 0n) === total;
    }),
  );
});
