import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Grant } from '../../domain/limits/allowance.ts';
import type { RequestLimits } from '../../domain/limits/request-limit.ts';
import type { RateLimiter, RequestCounter } from '../../ports/limits.ts';
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
      limit: 1,
      remaining: 0,
      resetSeconds: 60,
      isLocal: false,
    });
    clock.now += 20_500;
    expect(await limiter.spend({ bucket: 'b', limit: 1 })).toEqual({
      outcome: 'refused',
      limit: 1,
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

describe('a request of several budgets', () => {
  /** One of 256 /64 networks of a /56. */
  const limitsOf = (network: number, limit: number): RequestLimits => [
    { bucket: `/64 ${network}`, limit },
    { bucket: '/56', limit: 4 * limit },
  ];
  const admittedOf = async (limiter: RateLimiter, networks: readonly number[], limit: number) => {
    const decisions = await Promise.all(
      networks.map(async (network) => limiter.spend(...limitsOf(network, limit))),
    );
    return decisions.filter(({ outcome }) => outcome === 'admitted').length;
  };

  it('is admitted by all of them, or counts in none', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 300 }),
        fc.array(
          fc.record({ network: fc.integer({ min: 0, max: 7 }), requests: fc.integer({ max: 400, min: 0 }) }),
          {
            maxLength: 12,
          },
        ),
        fc.boolean(),
        async (limit, bursts, isAway) => {
          const clock = { now: 0 };
          const { counter, state } = requestCounter(clock);
          state.isUnavailable = isAway;
          const limiter = limiterOn(clock, counter);
          const expected = new Map<number, number>();
          for (const { network, requests } of bursts) {
            const used = expected.get(network) ?? 0;
            const all = [...expected.values()].reduce((sum, count) => sum + count, 0);
            const admitted = Math.min(requests, limit - used, 4 * limit - all);
            const networks = Array.from({ length: requests }, () => network);
            expect(await admittedOf(limiter, networks, limit)).toBe(admitted);
            expected.set(network, used + admitted);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('does not count in the wider one where the narrower refuses it', async () => {
    const clock = { now: 0 };
    const limiter = limiterOn(clock, requestCounter(clock).counter);
    expect(
      await admittedOf(
        limiter,
        Array.from({ length: 500 }, () => 1),
        100,
      ),
    ).toBe(100);
    expect(await limiter.spend({ bucket: '/56', limit: 400 })).toMatchObject({ remaining: 299 });
  });

  it('does not count in the narrower one where the wider refuses it', async () => {
    const clock = { now: 0 };
    const limiter = limiterOn(clock, requestCounter(clock).counter);
    for (const network of [1, 2, 3, 4])
      await admittedOf(
        limiter,
        Array.from({ length: 10 }, () => network),
        10,
      );
    expect(
      await admittedOf(
        limiter,
        Array.from({ length: 10 }, () => 5),
        10,
      ),
    ).toBe(0);
    expect(await limiter.spend({ bucket: '/64 5', limit: 10 })).toMatchObject({ remaining: 9 });
  });

  it('is answered with the limit that refused, or that has the least left', async () => {
    const clock = { now: 0 };
    const limiter = limiterOn(clock, requestCounter(clock).counter);
    expect(await limiter.spend(...limitsOf(1, 2))).toMatchObject({
      outcome: 'admitted',
      limit: 2,
      remaining: 1,
    });
    await admittedOf(limiter, [1, 2, 2, 3, 3, 4], 2);
    expect(await limiter.spend(...limitsOf(4, 2))).toMatchObject({ outcome: 'admitted', remaining: 0 });
    expect(await limiter.spend(...limitsOf(5, 2))).toMatchObject({
      outcome: 'refused',
      limit: 8,
      remaining: 0,
    });
    expect(limiter.isExhausted(...limitsOf(5, 2))).toBe(true);
  });

  it('draws for itself and those that wait with it, not one by one', async () => {
    const clock = { now: 0 };
    const { counter, state } = requestCounter(clock);
    const limiter = limiterOn(clock, counter);
    await admittedOf(
      limiter,
      Array.from({ length: 300 }, () => 1),
      100,
    );
    expect(state.draws).toBeLessThanOrEqual(6);
  });
});

describe('a request that is dearer than one', () => {
  const limit = { bucket: 'b', limit: 100 };

  it('takes all of it from the budget, and says what is left', async () => {
    const clock = { now: 0 };
    const { counter } = requestCounter(clock);
    const limiter = limiterOn(clock, counter);
    expect(limiter.debit([limit], 5)).toBeUndefined();
    expect(await limiter.spend(limit)).toMatchObject({ remaining: 99 });
    expect(limiter.debit([limit], 39)).toEqual({ limit: 100, remaining: 60, resetSeconds: 60 });
    await new Promise(setImmediate);
    expect(await limiter.spend(limit)).toMatchObject({ outcome: 'admitted', remaining: 59 });
    expect(await countAdmitted(limiter, 100, 100)).toBe(59);
  });

  it('takes it from every budget that it was admitted by', async () => {
    const clock = { now: 0 };
    const { counter } = requestCounter(clock);
    const limiter = limiterOn(clock, counter);
    const wide = { bucket: '/56', limit: 400 };
    const limits = [limit, wide] as const;
    await limiter.spend(...limits);
    expect(limiter.debit(limits, 49)).toEqual({ limit: 100, remaining: 50, resetSeconds: 60 });
    expect(await limiter.spend(wide)).toMatchObject({ remaining: 349 });
    await limiter.spend({ bucket: 'b2', limit: 100 }, wide);
    expect(limiter.debit([{ bucket: 'b2', limit: 100 }, wide], 10_000)).toMatchObject({ remaining: 0 });
    await new Promise(setImmediate);
    expect(await limiter.spend(...limits)).toMatchObject({ outcome: 'refused', limit: 400 });
  });

  it('takes no more than there is, and is not owed in the next window', async () => {
    const clock = { now: 0 };
    const { counter } = requestCounter(clock);
    const limiter = limiterOn(clock, counter);
    await limiter.spend(limit);
    expect(limiter.debit([limit], 1_000)).toEqual({ limit: 100, remaining: 0, resetSeconds: 60 });
    expect(await limiter.spend(limit)).toMatchObject({ outcome: 'refused', remaining: 0, resetSeconds: 60 });
    clock.now += 60_000;
    expect(limiter.debit([limit], 5)).toBeUndefined();
    expect(await countAdmitted(limiter, 100, 200)).toBe(100);
  });

  it('leaves to other processes what it has not taken', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3_000 }),
        fc.array(fc.record({ by: fc.nat({ max: 2 }), more: fc.nat({ max: 40 }) }), { maxLength: 60 }),
        async (most, requests) => {
          const clock = { now: 0 };
          const { counter } = requestCounter(clock);
          const limiters = Array.from({ length: 3 }, () => limiterOn(clock, counter));
          const budget = { bucket: 'b', limit: most };
          let taken = 0;
          for (const { by, more } of requests) {
            const limiter = limiters[by];
            if ((await limiter?.spend(budget))?.outcome !== 'admitted') continue;
            taken += 1 + more;
            limiter?.debit([budget], more);
            await new Promise(setImmediate);
          }
          const rest = await countAdmitted(limiterOn(clock, counter), most, most + 1);
          expect(rest).toBeLessThanOrEqual(Math.max(0, most - taken));
        },
      ),
      { numRuns: 100 },
    );
  });

  it('counts also while the shared counter does not answer', async () => {
    const clock = { now: 0 };
    const { counter, state } = requestCounter(clock);
    state.isUnavailable = true;
    const limiter = limiterOn(clock, counter, 2);
    expect(await limiter.spend(limit)).toMatchObject({ outcome: 'admitted', isLocal: true, remaining: 49 });
    expect(limiter.debit([limit], 40)).toEqual({ limit: 100, remaining: 9, resetSeconds: 60 });
    expect(await countAdmitted(limiter, 100, 100)).toBe(9);
    expect(limiter.debit([limit], 40)).toEqual({ limit: 100, remaining: 0, resetSeconds: 60 });
  });

  it('takes once from a budget whose counter came back', async () => {
    const clock = { now: 0 };
    const { counter, state } = requestCounter(clock);
    const limiter = limiterOn(clock, counter);
    await limiter.spend(limit);
    state.isUnavailable = true;
    limiter.debit([limit], 59);
    await new Promise(setImmediate);
    expect(await limiter.spend(limit)).toMatchObject({ outcome: 'admitted', isLocal: true });
    state.isUnavailable = false;
    clock.now += 1_000;
    await limiter.spend({ bucket: 'probe', limit: 10 });
    await new Promise(setImmediate);
    expect(await countAdmitted(limiter, 100, 100)).toBeLessThanOrEqual(40);
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
  /** Answers on request of the test, and grants all permits. */
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

  it('admits no more than the limit in bursts, and refuses none before', async () => {
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
