import fc from 'fast-check';
import { expect, test } from 'vitest';
import { divideNet, penaltyAmount } from './penalty.ts';
import type { PenalizedBill } from './penalty.ts';
import type { Penalty } from './policy.ts';

const cityTax = {
  kind: 'tax',
  inclusive: false,
  collect: 'online',
  refundable: true,
  amountMinorUnits: 1500n,
} as const;
const cleaning = { ...cityTax, kind: 'fee', refundable: false, amountMinorUnits: 3000n } as const;

/** Nights of 100.00, 120.00 and 80.00 less a discount of 30.00, and a city tax of 15.00. */
const bill: PenalizedBill = {
  nights: [10_000n, 12_000n, 8000n].map((amountMinorUnits) => ({ amountMinorUnits })),
  accommodationMinorUnits: 27_000n,
  totalMinorUnits: 28_500n,
  lines: [cityTax],
};
const half = { kind: 'percent', bps: 5000, of: 'accommodation' } as const;
const oneNight = { kind: 'nights', count: 1 } as const;

test.each<[string, Penalty, bigint, readonly [bigint, bigint, bigint, bigint]]>([
  ['half of the accommodation', half, 28_500n, [13_500n, 13_500n, 15_000n, 0n]],
  ['half of the total', { ...half, of: 'total' }, 28_500n, [14_250n, 14_250n, 14_250n, 0n]],
  ['one night', oneNight, 28_500n, [9000n, 9000n, 19_500n, 0n]],
  ['half, 200.00 refunded before', half, 8500n, [13_500n, 8500n, 0n, 5000n]],
  ['one night, a deposit of 30 % paid', oneNight, 8550n, [9000n, 8550n, 0n, 450n]],
  ['nothing', { kind: 'none' }, 28_500n, [0n, 0n, 28_500n, 0n]],
])('penalty, kept, returned and due of a cancellation that costs %s', (_, penalty, net, expected) => {
  const amount = penaltyAmount(penalty, bill);
  const { keptMinorUnits, refundMinorUnits, dueMinorUnits } = divideNet(net, amount);
  expect([amount, keptMinorUnits, refundMinorUnits, dueMinorUnits]).toEqual(expected);
});

test('a penalty is at most the total, whatever its amount or number of nights', () => {
  const fixed = { kind: 'fixed', amountMinorUnits: 99_999n, currency: 'EUR' } as const;
  expect(penaltyAmount(fixed, bill)).toBe(28_500n);
  expect(penaltyAmount({ kind: 'nights', count: 366 }, bill)).toBe(27_000n);
});

test('the nights of a stay that costs nothing cost nothing', () => {
  const free = { nights: [{ amountMinorUnits: 0n }], accommodationMinorUnits: 0n, totalMinorUnits: 0n };
  expect(penaltyAmount(oneNight, { ...free, lines: [] })).toBe(0n);
});

test('a fee that is not refundable is part of every penalty but none, up to the total', () => {
  const withFee = { ...bill, totalMinorUnits: 31_500n, lines: [cleaning, cityTax] };
  expect(penaltyAmount(half, withFee)).toBe(16_500n);
  expect(penaltyAmount({ kind: 'none' }, withFee)).toBe(0n);
  expect(penaltyAmount({ ...half, bps: 10_000, of: 'total' }, withFee)).toBe(31_500n);
});

test.each([
  ['refundable', { ...cleaning, refundable: true }],
  ['part of the price', { ...cleaning, inclusive: true }],
  ['paid at the property', { ...cleaning, collect: 'property' as const }],
])('a fee that is %s is in no penalty of its own', (_, line) => {
  expect(penaltyAmount(half, { ...bill, lines: [line] })).toBe(13_500n);
});

test('an exclusive tax is not kept, but by a penalty on the total', () => {
  expect(penaltyAmount({ ...half, bps: 10_000 }, bill)).toBe(27_000n);
  expect(penaltyAmount({ ...half, bps: 10_000, of: 'total' }, bill)).toBe(28_500n);
});

test('a half of a minor unit is kept', () => {
  expect(penaltyAmount(half, { ...bill, accommodationMinorUnits: 27_001n })).toBe(13_501n);
});

test('what is kept is at most what came in, and kept plus returned is what came in', () => {
  const amount = fc.bigInt({ min: 0n, max: 10n ** 15n });
  fc.assert(
    fc.property(amount, amount, (net, penalty) => {
      const { keptMinorUnits, refundMinorUnits, dueMinorUnits } = divideNet(net, penalty);
      return (
        keptMinorUnits >= 0n &&
        keptMinorUnits <= net &&
        keptMinorUnits + refundMinorUnits === net &&
        keptMinorUnits + dueMinorUnits === penalty
      );
    }),
  );
});
