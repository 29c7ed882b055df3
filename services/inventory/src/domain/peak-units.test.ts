// Guards the count of units that are taken at once.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readinessFailures, peakUnits } from './peak-units.ts';
import type { Taken } from './peak-units.ts';

const anySpan = fc
  .tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 1, max: 12 }))
  .map(([start, length]) => ({ start, end: start + length }));
const anyTaken: fc.Arbitrary<Taken> = fc
  .tuple(
    anySpan,
    fc.constantFrom('reservation' as const, 'external_block' as const),
    fc.integer({ min: 1, max: 4 }),
  )
  .map(([span, kind, units]) => ({ ...span, kind, units }));

/** The slow truth: look at every single moment. */
function presentAt(taken: readonly Taken[], moment: number): Taken[] {
  return taken.filter(({ start, end }) => start <= moment && moment < end);
}
function momentsOf({ start, end }: { start: number; end: number }): number[] {
  return Array.from({ length: end - start }, (_, index) => start + index);
}
const unitsOf = (taken: readonly Taken[]) => taken.reduce((sum, { units }) => sum + units, 0);

describe('peak units', () => {
  test('equals the largest count of any single moment', () => {
    fc.assert(
      fc.property(fc.array(anyTaken, { maxLength: 12 }), anySpan, (taken, span) => {
        const slow = Math.max(0, ...momentsOf(span).map((moment) => unitsOf(presentAt(taken, moment))));
        expect(peakUnits(taken, span)).toBe(slow);
      }),
    );
  });

  test('a stay may begin on the date on which another ends', () => {
    const before: Taken = { kind: 'reservation', units: 1, start: 0, end: 5 };
    const after: Taken = { kind: 'reservation', units: 1, start: 8, end: 9 };
    expect(peakUnits([before, after], { start: 5, end: 8 })).toBe(0);
  });
});

describe('what stands in the way', () => {
  test('is whatever is present at a moment when the wanted units do not fit', () => {
    const size = fc.integer({ min: 1, max: 6 });
    fc.assert(
      fc.property(
        fc.array(anyTaken, { maxLength: 10 }),
        anySpan,
        size,
        size,
        (taken, span, wanted, units) => {
          const crowded = momentsOf(span)
            .map((moment) => presentAt(taken, moment))
            .filter((present) => unitsOf(present) + wanted > units);
          const slow = new Set(crowded.flatMap((present) => present.map(({ kind }) => kind)));
          expect(readinessFailures(taken, span, { wanted, units })).toEqual(slow);
        },
      ),
    );
  });
});
