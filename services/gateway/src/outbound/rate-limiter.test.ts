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

function limiterOn(clock: { now: number }, counter: RequestCounter, processes = 1): RateLimiter {
  const onUnavailable = () => undefined;
  return createRateLimiter({ counter, processes: () => processes, now: () => clock.now, onUnavailable });
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
      isLocal: false,
    });
    clock.now += 20_500;
    expect(await limiter.spend({ bucket: 'b', limit: 1 })).toEqual({
      outcome: 'refused',
      remaining: 0,
      resetSeconds: 40,
      isLocal: false,
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

  it('costs each request the same, however many callers there are', { timeout: 30_000 }, async () => {
    const clock = { now: 0 };
    const limiter = limiterOn(clock, requestCounter(clock).counter);
    const prototype = Object.getPrototypeOf(new Map<string, number>()[Symbol.iterator]()) as {
      next: () => unknown;
    };
    const { next } = prototype;
    let steps = 0;
    prototype.next = function counted(this: unknown) {
      steps += 1;
      return next.call(this);
    };
    try {
      for (let caller = 0; caller < 52_000; caller += 1)
        await limiter.spend({ bucket: `${caller}`, limit: 5 });
    } finally {
      prototype.next = next;
    }
    expect(steps).toBeLessThan(52_000);
  });

  it('knows an exhausted budget without asking the counter', async () => {
    const clock = { now: 0 };
    const { counter, state } = requestCounter(clock);
    const limiter = limiterOn(clock, counter);
    const limit = { bucket: 'b', limit: 2 };
    expect(limiter.isExhausted(limit)).toBe(false);
    await countAdmitted(limiter, 2, 3);
    const { draws } = state;
    expect([limiter.isExhausted(limit), state.draws - draws]).toEqual([true, 0]);
    clock.now += 60_000;
    expect(limiter.isExhausted(limit)).toBe(false);
  });
});

describe('without the shared counter', () => {
  const spending = async (limiter: RateLimiter, limit: number, requests: number): Promise<number> => {
    let admitted = 0;
    for (let sent = 0; sent < requests; sent += 1) admitted += await countAdmitted(limiter, limit, 1);
    return admitted;
  };

  it('each process admits its share of the limit, calls the counter at most once a second, and says how much it counted', async () => {
    const clock = { now: 0 };
    const { counter, state } = requestCounter(clock);
    state.isUnavailable = true;
    const limiter = limiterOn(clock, counter, 4);
    expect(await spending(limiter, 100, 200)).toBe(25);
    expect(state.draws).toBe(1);
    expect(await limiter.spend({ bucket: 'b', limit: 100 })).toMatchObject({
      outcome: 'refused',
      isLocal: true,
    });
    expect([limiter.takeCountedLocally(), limiter.takeCountedLocally()]).toEqual([201, 0]);
    clock.now += 60_000;
    expect(await spending(limiter, 100, 200)).toBe(25);
  });

  it('a caller never gets more than twice its limit, whenever the counter goes and comes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 4, max: 300 }),
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.record({ isUnavailable: fc.boolean(), seconds: fc.integer({ min: 0, max: 8 }) }), {
          minLength: 1,
          maxLength: 6,
        }),
        async (limit, processes, phases) => {
          const clock = { now: 0 };
          const { counter, state } = requestCounter(clock);
          const limiters = Array.from({ length: processes }, () => limiterOn(clock, counter, processes));
          let admitted = 0;
          for (const { isUnavailable, seconds } of phases) {
            state.isUnavailable = isUnavailable;
            for (const limiter of limiters) admitted += await spending(limiter, limit, limit);
            clock.now += seconds * 1000;
          }
          expect(admitted).toBeLessThanOrEqual(2 * limit);
          expect(admitted).toBeGreaterThanOrEqual(Math.min(limit, Math.floor(limit / processes)));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('a caller that was refused meanwhile is admitted as soon as the counter answers, and pays for nothing twice', async () => {
    const clock = { now: 0 };
    const { counter, state } = requestCounter(clock);
    state.isUnavailable = true;
    const limiter = limiterOn(clock, counter, 2);
    expect(await spending(limiter, 10, 30)).toBe(5);
    state.isUnavailable = false;
    clock.now += 1_000;
    await limiter.spend({ bucket: 'probe', limit: 10 });
    await new Promise(setImmediate);
    expect(await spending(limiter, 10, 30)).toBe(10);
  });
});

describe('with a counter that answers late', () => {
  /** Answers when it is told to, and grants all that is asked for. */
  function lateCounter() {
    const pending: (() => void)[] = [];
    let used = 0;
    const counter: RequestCounter = {
      draw: (_bucket, permits, limit) =>
        new Promise((resolve) => {
          pending.push(() => {
            const granted = Math.min(permits, limit - used);
            used += granted;
            resolve({ granted, undrawn: limit - used, resetInMs: 60_000, opened: used === granted });
          });
        }),
    };
    return { counter, pending, answer: () => pending.splice(0).forEach((resolve) => resolve()) };
  }

  it('no request waits for longer than an instant, and none at all once it is known to be late', async () => {
    const { counter, pending } = lateCounter();
    const limiter = limiterOn({ now: 0 }, counter);
    const first = limiter.spend({ bucket: 'b', limit: 10 });
    expect(first).toBeInstanceOf(Promise);
    expect(await first).toMatchObject({ outcome: 'admitted', isLocal: true });
    expect(limiter.spend({ bucket: 'b', limit: 10 })).toMatchObject({ outcome: 'admitted', isLocal: true });
    expect(limiter.spend({ bucket: 'other', limit: 10 })).toMatchObject({ isLocal: true });
    expect(pending).toHaveLength(2);
  });

  it('counts what was admitted meanwhile once, so that the limit still holds', async () => {
    const { counter, answer } = lateCounter();
    const limiter = limiterOn({ now: 0 }, counter);
    let admitted = await countAdmitted(limiter, 5, 3);
    for (let round = 0; round < 8; round += 1) {
      answer();
      await new Promise(setImmediate);
      admitted += await countAdmitted(limiter, 5, 1);
    }
    expect(admitted).toBe(5);
  });

  it('admits no more than the limit in bursts, and refuses nobody before', async () => {
    const { counter, answer } = lateCounter();
    const limiter = limiterOn({ now: 0 }, counter);
    const admitted = [];
    for (let burst = 0; burst < 4; burst += 1) {
      admitted.push(await countAdmitted(limiter, 50, 20));
      answer();
      await new Promise(setImmediate);
    }
    expect(admitted).toEqual([20, 20, 10, 0]);
  });

  it('a process goes on beyond its share, as long as answers come', async () => {
    const { counter, answer } = lateCounter();
    const limiter = limiterOn({ now: 0 }, counter, 10);
    let admitted = 0;
    for (let round = 0; round < 80; round += 1) {
      admitted += await countAdmitted(limiter, 400, 5);
      answer();
      await new Promise(setImmediate);
    }
    expect(admitted).toBe(400);
  }, 30_000);
});
