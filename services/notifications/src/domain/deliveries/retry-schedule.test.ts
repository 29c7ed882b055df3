// When a delivery is tried again.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { retryDelay } from './retry-schedule.ts';

const BETWEEN_TRIES = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];
const chance = fc.double({ min: 0, max: 1, noNaN: true });
const tries = fc.integer({ min: 1, max: 7 });

describe('retry schedule', () => {
  it('has eight tries: at 0, then 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h apart', () => {
    const middle = BETWEEN_TRIES.map((_, index) => retryDelay(index + 1, 0.5, undefined));
    expect(middle).toEqual(BETWEEN_TRIES);
    expect(retryDelay(0, 0.5, undefined)).toBe(0);
    expect(retryDelay(8, 0.5, undefined)).toBeUndefined();
    expect(retryDelay(8, 0.5, 3_600)).toBeUndefined();
  });

  it('is spread by a fifth to either side, and no further', () => {
    fc.assert(
      fc.property(tries, chance, (tried, random) => {
        const pause = retryDelay(tried, random, undefined) ?? 0;
        const planned = BETWEEN_TRIES[tried - 1] ?? 0;
        expect(pause).toBeGreaterThanOrEqual(planned * 0.8 - 1e-6);
        expect(pause).toBeLessThanOrEqual(planned * 1.2 + 1e-6);
      }),
    );
    expect(retryDelay(1, 0, undefined)).toBe(4);
    expect(retryDelay(1, 1, undefined)).toBeCloseTo(6);
  });

  it('never comes before the receiver asks for it, nor before its own time', () => {
    fc.assert(
      fc.property(tries, chance, fc.integer({ min: 0, max: 86_400 }), (tried, random, requested) => {
        const pause = retryDelay(tried, random, requested) ?? 0;
        const least = Math.max(requested, BETWEEN_TRIES[tried - 1] ?? 0);
        expect(pause).toBeGreaterThanOrEqual(least);
        expect(pause).toBeLessThanOrEqual(least * 1.2 + 1e-6);
      }),
    );
  });
});
