// Guards when a calendar is read next, and which reading of it is believed.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeReading } from './doubt-feed.ts';
import { afterFailure, afterOutage, afterSuccess } from './sync-pace.ts';

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const pace = { intervalSeconds: 900 };

describe('the next reading', () => {
  it('is at the interval, a tenth sooner or later', () => {
    expect([0, 0.5].map((share) => afterSuccess(900, share))).toEqual([810, 900]);
  });

  it('of a failing calendar is ever later, but never much after six hours, and never before its own wish', () => {
    const waits = [1, 2, 3, 5, 6, 1_000].map((failures) => afterFailure({ ...pace, failures }, 0, 0.5));
    expect(waits).toEqual([900, 1_800, 3_600, 14_400, 21_600, 21_600]);
    expect(afterFailure({ ...pace, failures: 1 }, 30, 0.5)).toBe(900);
    expect(afterFailure({ ...pace, failures: 1 }, 5_000, 0.5)).toBe(5_000);
    expect(afterFailure({ ...pace, failures: 1 }, 1e9, 0.5)).toBe(86_400);
  });

  it('after an outage of ours is within seconds, then ever later, but within a minute', () => {
    expect([1, 2, 3, 5, 6, 1_000].map((outages) => afterOutage(outages, 0))).toEqual([2, 4, 8, 32, 60, 60]);
    expect([1, 1_000].map((outages) => afterOutage(outages, 0.99))).toEqual([1.01, 30.3]);
  });
});

describe('a reading', () => {
  it('is believed where at least half of the events are left', () => {
    fc.assert(
      fc.property(fc.nat(1_000), fc.nat(1_000), random, (before, now, share) => {
        const { kind } = judgeReading({ before, now }, 'digest', null, share);
        expect(kind === 'believed').toBe(now * 2 >= before);
      }),
    );
  });

  it('that lost more is believed when it says the same again after a minute, and read again by then', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 200, noNaN: true }), random, (forSeconds, share) => {
        const counts = { before: 10, now: 4 };
        const belief = judgeReading(counts, 'digest', { digest: 'digest', forSeconds }, share);
        expect(belief.kind === 'believed').toBe(forSeconds >= 60);
        if (belief.kind === 'believed') return;
        expect(belief.againInSeconds + forSeconds).toBeGreaterThanOrEqual(60);
        expect(belief.againInSeconds + forSeconds).toBeLessThanOrEqual(120.001);
      }),
    );
    const other = { digest: 'other', forSeconds: 100 };
    expect(judgeReading({ before: 10, now: 4 }, 'digest', other, 0).kind).toBe('doubted');
  });
});
