import { describe, expect, it } from 'vitest';
import { delayAfterFailure, delayAfterOutage, delayAfterSuccess } from './sync-schedule.ts';

const pace = { intervalSeconds: 900 };

describe('the next fetch', () => {
  it('is after the interval, with a jitter of 10 %', () => {
    expect([0, 0.5].map((random) => delayAfterSuccess(900, random))).toEqual([810, 900]);
  });

  it('of a failing feed backs off exponentially to six hours, and honours Retry-After up to a day', () => {
    const delays = [1, 2, 3, 5, 6, 1_000].map((failures) => delayAfterFailure({ ...pace, failures }, 0, 0.5));
    expect(delays).toEqual([900, 1_800, 3_600, 14_400, 21_600, 21_600]);
    expect(delayAfterFailure({ ...pace, failures: 1 }, 30, 0.5)).toBe(900);
    expect(delayAfterFailure({ ...pace, failures: 1 }, 5_000, 0.5)).toBe(5_000);
    expect(delayAfterFailure({ ...pace, failures: 1 }, 1e9, 0.5)).toBe(86_400);
  });

  it('after an outage of inventory backs off from seconds to a minute', () => {
    expect([1, 2, 3, 5, 6, 1_000].map((outages) => delayAfterOutage(outages, 0))).toEqual([
      2, 4, 8, 32, 60, 60,
    ]);
    expect([1, 1_000].map((outages) => delayAfterOutage(outages, 0.99))).toEqual([1.01, 30.3]);
  });
});
