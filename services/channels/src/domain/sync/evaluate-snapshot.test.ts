import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluateSnapshot } from './evaluate-snapshot.ts';

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('a snapshot', () => {
  it('is accepted where at least half of the events are left', () => {
    fc.assert(
      fc.property(fc.nat(1_000), fc.nat(1_000), random, (before, now, share) => {
        const { kind } = evaluateSnapshot({ before, now }, 'digest', null, share);
        expect(kind === 'accepted').toBe(now * 2 >= before);
      }),
    );
  });

  it('that lost more is accepted when it has the same dates after a minute, and fetched again by then', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 200, noNaN: true }), random, (forSeconds, share) => {
        const counts = { before: 10, now: 4 };
        const decision = evaluateSnapshot(counts, 'digest', { digest: 'digest', forSeconds }, share);
        expect(decision.kind === 'accepted').toBe(forSeconds >= 60);
        if (decision.kind === 'accepted') return;
        expect(decision.refreshInSeconds + forSeconds).toBeGreaterThanOrEqual(60);
        expect(decision.refreshInSeconds + forSeconds).toBeLessThanOrEqual(120.001);
      }),
    );
    const other = { digest: 'other', forSeconds: 100 };
    expect(evaluateSnapshot({ before: 10, now: 4 }, 'digest', other, 0).kind).toBe('quarantined');
  });
});
