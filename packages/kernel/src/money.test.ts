import fc from 'fast-check';
import { expect, test } from 'vitest';
import { divideHalfUp, minorUnitExponent } from './money.ts';

test('a half is rounded up, anything less down', () => {
  expect([divideHalfUp(1n, 2n), divideHalfUp(3n, 2n), divideHalfUp(1n, 3n), divideHalfUp(0n, 7n)]).toEqual([
    1n,
    2n,
    0n,
    0n,
  ]);
});

test('rounding is never off by more than half a unit', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.bigInt({ min: 1n, max: 10n ** 12n }), (n, d) => {
      const twiceError = 2n * (divideHalfUp(n, d) * d - n);
      return twiceError <= d && twiceError > -d;
    }),
  );
});

test('minor units follow ISO 4217, not customary display', () => {
  const found = ['JPY', 'USD', 'KWD', 'HUF', 'IDR', 'IQD', 'CLF', 'XXX'].map(minorUnitExponent);
  expect(found).toEqual([0, 2, 3, 2, 2, 3, 4, 2]);
});
