import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../time/day-number.ts';
import { claimSpans } from './block.ts';
import { joinClaims } from './join-claims.ts';
import { claimSpansOf } from './own-block.ts';

const NOON = Temporal.Instant.from('2027-06-01T12:00:00Z').epochMilliseconds;
const HOUR_MS = DAY_MS / 24;

describe('the claims of a block', () => {
  it('are one span again, in whatever order they come', () => {
    const hours = fc.integer({ min: 1, max: 4 * 366 * 24 });
    fc.assert(
      fc.property(hours, hours, (length, late) => {
        const span = { start: NOON, end: NOON + length * HOUR_MS };
        const other = { start: NOON + late * HOUR_MS, end: NOON + (late + length) * HOUR_MS };
        const own = claimSpansOf(span).map((claim) => ({
          ...claim,
          units: 2,
          kind: 'out_of_order' as const,
        }));
        const imported = claimSpans(other, NOON).map((claim) => ({
          ...claim,
          units: 1,
          kind: 'external' as const,
        }));
        const joined = joinClaims([...own, ...imported].toReversed());
        expect(joined).toHaveLength(2);
        expect(joined).toContainEqual({ ...span, units: 2, kind: 'out_of_order' });
        expect(joined).toContainEqual({ ...other, units: 1, kind: 'external' });
      }),
      { numRuns: 100 },
    );
  });

  it('are not joined with those of another kind, or that only follow', () => {
    const first = { start: NOON, end: NOON + 366 * DAY_MS, units: 1, kind: 'out_of_order' as const };
    const next = { ...first, start: first.end, end: first.end + DAY_MS };
    expect(joinClaims([first, next])).toHaveLength(1);
    expect(joinClaims([first, { ...next, kind: 'owner_stay' as const }])).toHaveLength(2);
    expect(joinClaims([first, { ...next, units: 2 }])).toHaveLength(2);
    expect(joinClaims([{ ...first, start: NOON + DAY_MS }, next])).toHaveLength(2);
  });
});
