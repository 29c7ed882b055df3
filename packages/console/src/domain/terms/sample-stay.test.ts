import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sampleAmounts } from './sample-stay.ts';

const stays = fc.record({
  nights: fc.integer({ min: 1, max: 366 }),
  minorUnits: fc.bigInt({ min: 0n, max: 10n ** 15n }),
  currency: fc.constant('EUR'),
});
const penalties = fc.oneof(
  fc.constant({ kind: 'none' as const }),
  fc.record({
    kind: fc.constant('percent' as const),
    bps: fc.integer({ min: 1, max: 10_000 }),
    of: fc.constantFrom('accommodation' as const, 'total' as const),
  }),
  fc.record({ kind: fc.constant('nights' as const), count: fc.integer({ min: 1, max: 400 }) }),
  fc.record({
    kind: fc.constant('fixed' as const),
    amountMinorUnits: fc.bigInt({ min: 1n, max: 10n ** 16n }).map(String),
    currency: fc.constant('EUR'),
  }),
);

it('what is kept and what goes back are the price together, and neither is below zero', () => {
  fc.assert(
    fc.property(penalties, stays, (penalty, stay) => {
      const { kept, back } = sampleAmounts(penalty, stay) ?? { kept: -1n, back: -1n };
      expect(kept + back).toBe(stay.minorUnits);
      expect(kept >= 0n && back >= 0n).toBe(true);
    }),
  );
});

it('a share and so many nights are the nearest amount to the exact one, half up', () => {
  fc.assert(
    fc.property(
      stays,
      fc.integer({ min: 1, max: 10_000 }),
      fc.integer({ min: 1, max: 400 }),
      (stay, bps, count) => {
        const nearest = (kept: bigint | undefined, part: bigint, whole: bigint): void => {
          const off = 2n * ((kept ?? -1n) * whole - stay.minorUnits * part);
          expect(off > -whole && off <= whole).toBe(true);
        };
        nearest(sampleAmounts({ kind: 'percent', bps, of: 'total' }, stay)?.kept, BigInt(bps), 10_000n);
        const first = BigInt(Math.min(count, stay.nights));
        nearest(sampleAmounts({ kind: 'nights', count }, stay)?.kept, first, BigInt(stay.nights));
      },
    ),
  );
});

it('an amount of another currency is no amount of the stay', () => {
  const stay = { nights: 2, minorUnits: 30_000n, currency: 'EUR' };
  expect(sampleAmounts({ kind: 'fixed', amountMinorUnits: '100', currency: 'USD' }, stay)).toBeNull();
});
