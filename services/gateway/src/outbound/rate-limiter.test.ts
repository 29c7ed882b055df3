import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Grant } from '../domain/allowance.ts';
import type { RateLimiter, RequestCounter } from '../ports.ts';
import { createRateLimiter } from './rate-limiter.ts';

/** Behaves as the script in Redis, on a clock that the test sets. */
function requestCounter(clock: { now: number }) {
  const counts = new Map<string, { used: number; endsAt: number }>();
  const state = { draws: 0, isUnavailable: false };
  const counter: RequestCounter = {
    async draw(bucket, permits, limit, windowSeconds): Promise<Grant> {
      state.draws += 1;
      if (state.isUnavailable) throw new Error('unavailable');
      const known = counts.get(bucket);
      const opened = known === undefined || clock.now >= known.endsAt;
      const count = opened ? { used: 0, endsAt: clock.now + windowSeconds * 1000 } : known;
      const granted = Math.max(0, Math.min(permits, limit - count.used));
      count.used += granted;
      counts.set(bucket, count);
      return { granted, undrawn: limit - count.used, resetInMs: count.endsAt - clock.now, opened };
    },
  };
  return { counter, state };
}

function limiterOn(clock: { now: number }, counter: RequestCounter): RateLimiter {
  return createRateLimiter({ counter, now: () => clock.now, onUnavailable: () => undefined });
}

async function countAdmitted(limiter: RateLimiter, limit: number, count: number): Promise<number> {
  const decisions = await Promise.all(
    Array.from({ length: count }, async () => limiter.spend({ bucket: 'b', limit })),
  );
  return decisions.filter((decision) => decision.outcome === 'admitted').length;
}

describe('the rate limiter', () => {
  it('admits exactly the limit in a window, for sequential and for concurrent requests', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 700 }), fc.boolean(), async (limit, atOnce) => {
        const clock = { now: 0 };
        const limiter = limiterOn(clock, requestCounter(clock).counter);
        let admitted = 0;
        if (atOnce) admitted = await countAdmitted(limiter, limit, limit + 50);
        else
          for (let sent = 0; sent < limit + 50; sent += 1) admitted += await countAdmitted(limiter, limit, 1);
        expect(admitted).toBe(limit);
      }),
      { numRuns: 50 },
    );
  });

  it('gives the seconds until the reset, and admits again after it', async () => {
    const clock = { now: 1_000 };
    const limiter = limiterOn(clock, requestCounter(clock).counter);
    expect(await limiter.spend({ bucket: 'b', limit: 1 })).toEqual({
      outcome: 'admitted',
      remaining: 0,
      resetSeconds: 60,
    });
    clock.now += 20_500;
    expect(await limiter.spend({ bucket: 'b', limit: 1 })).toEqual({
      outcome: 'refused',
      remaining: 0,
      resetSeconds: 40,
    });
    clock.now += 39_500;
    expect(await limiter.spend({ bucket: 'b', limit: 1 })).toMatchObject({ outcome: 'admitted' });
  });

  it('never exceeds the limit over several processes, and wastes at most a slice per process', async () => {
    const clock = { now: 0 };
    const { counter } = requestCounter(clock);
    const limiters = Array.from({ length: 4 }, () => limiterOn(clock, counter));
    let admitted = 0;
    for (let round = 0; round < 1_300; round += 1) {
      for (const limiter of limiters) admitted += await countAdmitted(limiter, 5_000, 1);
    }
    expect(admitted).toBeLessThanOrEqual(5_000);
    expect(admitted).toBeGreaterThanOrEqual(5_000 - 4 * 50);
  });

  it('draws once for about sixty requests, and not at all for refused requests', async () => {
    const clock = { now: 0 };
    const { counter, state } = requestCounter(clock);
    const limiter = limiterOn(clock, counter);
    for (let sent = 0; sent < 6_000; sent += 1) await limiter.spend({ bucket: 'b', limit: 6_000 });
    expect(state.draws).toBeLessThanOrEqual(101);
    const before = state.draws;
    expect(await countAdmitted(limiter, 6_000, 1_000)).toBe(0);
    expect(state.draws - before).toBeLessThanOrEqual(1);
  });

  it('admits requests uncounted while the counter is unavailable, calls it at most once a second, and reports their number', async () => {
    const clock = { now: 0 };
    const { counter, state } = requestCounter(clock);
    state.isUnavailable = true;
    const limiter = limiterOn(clock, counter);
    for (let sent = 0; sent < 100; sent += 1) {
      expect(await limiter.spend({ bucket: `b${sent}`, limit: 1 })).toEqual({ outcome: 'uncounted' });
    }
    expect(state.draws).toBe(1);
    expect([limiter.takeUncounted(), limiter.takeUncounted()]).toEqual([100, 0]);
    state.isUnavailable = false;
    clock.now += 1_000;
    expect(await limiter.spend({ bucket: 'b', limit: 1 })).toMatchObject({ outcome: 'admitted' });
  });
});
