// Guarantees of the request limit: exact in one process, nearly so in many, and never the reason for an outage.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Drawn } from '../domain/allowance.ts';
import { RequestLimiter } from './limit-requests.ts';
import type { SharedBudget } from './ports.ts';

/** The shared count as Redis keeps it, on a clock that a test moves. */
function sharedCount(clock: { now: number }) {
  const counts = new Map<string, { used: number; endsAt: number }>();
  const state = { draws: 0, isAway: false };
  const budget: SharedBudget = {
    async draw(bucket, wanted, limit, windowSeconds): Promise<Drawn> {
      state.draws += 1;
      if (state.isAway) throw new Error('away');
      const known = counts.get(bucket);
      const opened = known === undefined || clock.now >= known.endsAt;
      const count = opened ? { used: 0, endsAt: clock.now + windowSeconds * 1000 } : known;
      const granted = Math.max(0, Math.min(wanted, limit - count.used));
      count.used += granted;
      counts.set(bucket, count);
      return { granted, left: limit - count.used, resetInMs: count.endsAt - clock.now, opened };
    },
  };
  return { budget, state };
}

function limiterOn(clock: { now: number }, budget: SharedBudget): RequestLimiter {
  return new RequestLimiter({ budget, steady: () => clock.now, onAway: () => undefined });
}

async function admitMany(limiter: RequestLimiter, limit: number, count: number): Promise<number> {
  const verdicts = await Promise.all(
    Array.from({ length: count }, async () => limiter.admit({ bucket: 'b', limit })),
  );
  return verdicts.filter((verdict) => verdict.outcome === 'admitted').length;
}

describe('the request limit', () => {
  it('admits exactly the limit in a window, however the requests arrive', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 700 }), fc.boolean(), async (limit, atOnce) => {
        const clock = { now: 0 };
        const limiter = limiterOn(clock, sharedCount(clock).budget);
        let admitted = 0;
        if (atOnce) admitted = await admitMany(limiter, limit, limit + 50);
        else for (let sent = 0; sent < limit + 50; sent += 1) admitted += await admitMany(limiter, limit, 1);
        expect(admitted).toBe(limit);
      }),
      { numRuns: 50 },
    );
  });

  it('says when to come back, and then admits again', async () => {
    const clock = { now: 1_000 };
    const limiter = limiterOn(clock, sharedCount(clock).budget);
    expect(await limiter.admit({ bucket: 'b', limit: 1 })).toEqual({
      outcome: 'admitted',
      remaining: 0,
      resetSeconds: 60,
    });
    clock.now += 20_500;
    expect(await limiter.admit({ bucket: 'b', limit: 1 })).toEqual({
      outcome: 'refused',
      remaining: 0,
      resetSeconds: 40,
    });
    clock.now += 39_500;
    expect(await limiter.admit({ bucket: 'b', limit: 1 })).toMatchObject({ outcome: 'admitted' });
  });

  it('keeps many processes together within a hundredth for each', async () => {
    const clock = { now: 0 };
    const { budget } = sharedCount(clock);
    const limiters = Array.from({ length: 4 }, () => limiterOn(clock, budget));
    let admitted = 0;
    for (let round = 0; round < 1_300; round += 1) {
      for (const limiter of limiters) admitted += await admitMany(limiter, 5_000, 1);
    }
    expect(admitted).toBeLessThanOrEqual(5_000);
    expect(admitted).toBeGreaterThanOrEqual(5_000 - 4 * 50);
  });

  it('asks the shared count once for about sixty requests, and not at all for a caller that is refused', async () => {
    const clock = { now: 0 };
    const { budget, state } = sharedCount(clock);
    const limiter = limiterOn(clock, budget);
    for (let sent = 0; sent < 6_000; sent += 1) await limiter.admit({ bucket: 'b', limit: 6_000 });
    expect(state.draws).toBeLessThanOrEqual(101);
    const before = state.draws;
    expect(await admitMany(limiter, 6_000, 1_000)).toBe(0);
    expect(state.draws - before).toBeLessThanOrEqual(1);
  });

  it('lets requests through while the shared count is away, asks it at most once a second, and counts them', async () => {
    const clock = { now: 0 };
    const { budget, state } = sharedCount(clock);
    state.isAway = true;
    const limiter = limiterOn(clock, budget);
    for (let sent = 0; sent < 100; sent += 1) {
      expect(await limiter.admit({ bucket: `b${sent}`, limit: 1 })).toEqual({ outcome: 'uncounted' });
    }
    expect(state.draws).toBe(1);
    expect([limiter.takeUncounted(), limiter.takeUncounted()]).toEqual([100, 0]);
    state.isAway = false;
    clock.now += 1_000;
    expect(await limiter.admit({ bucket: 'b', limit: 1 })).toMatchObject({ outcome: 'admitted' });
  });
});
