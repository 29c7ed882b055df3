import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findConflicts } from './find-conflicts.ts';
import type { ActiveClaim } from './find-conflicts.ts';

const anySpan = fc
  .tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 1, max: 6 }))
  .map(([start, length]) => ({ start, end: start + length }));
const anyStay = fc.record({ span: anySpan, units: fc.integer({ min: 1, max: 2 }) });

it('finds the same conflicts as a count of every moment', () => {
  fc.assert(
    fc.property(
      fc.array(anySpan, { maxLength: 6 }),
      fc.array(anySpan, { maxLength: 3 }),
      fc.array(anyStay, { maxLength: 6 }),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 0, max: 20 }),
      (blocks, others, stays, units, now) => {
        const claims: ActiveClaim[] = [
          ...[...blocks, ...others].map((span) => ({ ...span, units: 1, reservationId: null })),
          ...stays.map((stay, index) => ({ ...stay.span, units: stay.units, reservationId: `${index}` })),
        ];
        const covers = ({ start, end }: { start: number; end: number }, at: number) =>
          start <= at && at < end;
        const used = (at: number) =>
          claims.filter((claim) => covers(claim, at)).reduce((sum, claim) => sum + claim.units, 0);
        const moments = Array.from({ length: 30 }, (_, at) => at).filter(
          (at) => at >= now && used(at) > units,
        );
        const expected = blocks.flatMap((block, index) =>
          stays.flatMap(({ span }, stay) =>
            moments.some((at) => covers(block, at) && covers(span, at)) ? [`${index} over ${stay}`] : [],
          ),
        );
        const found = findConflicts(
          blocks.map((span, index) => ({ ...span, index })),
          { claims, units, now },
        );
        expect(
          found.map(({ block, reservationId }) => `${block.index} over ${reservationId}`).toSorted(),
        ).toEqual(expected.toSorted());
      },
    ),
    { numRuns: 500 },
  );
});
