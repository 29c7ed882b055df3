import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blockingKinds, peakUnits } from './peak-units.ts';
import type { TakenUnits } from './peak-units.ts';

const anySpan = fc
  .tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 1, max: 12 }))
  .map(([start, length]) => ({ start, end: start + length }));
const anyTaken: fc.Arbitrary<TakenUnits> = fc
  .tuple(
    anySpan,
    fc.constantFrom('reservation' as const, 'external_block' as const),
    fc.integer({ min: 1, max: 4 }),
  )
  .map(([span, kind, units]) => ({ ...span, kind, units }));

/** The model: checks every moment. */
function presentAt(taken: readonly TakenUnits[], moment: number): TakenUnits[] {
  return taken.filter(({ start, end }) => start <= moment && moment < end);
}
function momentsOf({ start, end }: { start: number; end: number }): number[] {
  return Array.from({ length: end - start }, (_, index) => start + index);
}
const unitsOf = (taken: readonly TakenUnits[]) => taken.reduce((sum, { units }) => sum + units, 0);

describe('peak units', () => {
  test('equal the largest count of any moment', () => {
    fc.assert(
      fc.property(fc.array(anyTaken, { maxLength: 12 }), anySpan, (taken, span) => {
        const slow = Math.max(0, ...momentsOf(span).map((moment) => unitsOf(presentAt(taken, moment))));
        expect(peakUnits(taken, span)).toBe(slow);
      }),
    );
  });

  test('a stay may begin on the date on which another ends', () => {
    const before: TakenUnits = { kind: 'reservation', units: 1, start: 0, end: 5 };
    const after: TakenUnits = { kind: 'reservation', units: 1, start: 8, end: 9 };
    expect(peakUnits([before, after], { start: 5, end: 8 })).toBe(0);
  });
});

describe('blocking kinds', () => {
  test('are those of the claims at the moments at which the quantity does not fit', () => {
    const size = fc.integer({ min: 1, max: 6 });
    fc.assert(
      fc.property(
        fc.array(anyTaken, { maxLength: 10 }),
        anySpan,
        size,
        size,
        (taken, span, quantity, units) => {
          const crowded = momentsOf(span)
            .map((moment) => presentAt(taken, moment))
            .filter((present) => unitsOf(present) + quantity > units);
          const slow = new Set(crowded.flatMap((present) => present.map(({ kind }) => kind)));
          expect(blockingKinds(taken, span, { quantity, units })).toEqual(slow);
        },
      ),
    );
  });
});
