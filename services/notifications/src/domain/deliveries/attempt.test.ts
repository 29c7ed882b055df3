import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSuccess, decideDelivery, summarizeAttempts } from './attempt.ts';
import type { AttemptResult } from './attempt.ts';

const now = Temporal.Instant.from('2026-11-20T09:00:00Z');
const result = (status: number | null, more: Partial<AttemptResult> = {}): AttemptResult => ({
  at: now,
  status,
  durationMs: 1,
  error: null,
  ...more,
});
const state = { attemptsBefore: 0, random: 0.5, now };

describe('decideDelivery', () => {
  it('counts any 2xx as a success, and nothing else', () => {
    fc.assert(
      fc.property(
        fc.option(fc.integer({ min: 0, max: 999 })),
        fc.integer({ min: 0, max: 9 }),
        (status, tried) => {
          const isTaken = status !== null && status >= 200 && status <= 299;
          expect(isSuccess(result(status))).toBe(isTaken);
          const decision = decideDelivery(result(status), { ...state, attemptsBefore: tried });
          expect(decision.status === 'succeeded').toBe(isTaken);
        },
      ),
    );
  });

  it('retries after the delays of the schedule, eight attempts in all', () => {
    expect(decideDelivery(result(500), state)).toEqual({
      status: 'pending',
      nextAttemptAt: now.add({ seconds: 5 }),
    });
    expect(decideDelivery(result(null), { ...state, attemptsBefore: 6 })).toEqual({
      status: 'pending',
      nextAttemptAt: now.add({ hours: 10 }),
    });
    expect(decideDelivery(result(500), { ...state, attemptsBefore: 7 })).toEqual({ status: 'dead' });
  });

  it('does not retry before Retry-After', () => {
    const decision = decideDelivery(result(503, { retryAfterSeconds: 600 }), { ...state, random: 0 });
    expect(decision).toEqual({ status: 'pending', nextAttemptAt: now.add({ minutes: 10 }) });
  });

  it('ends the delivery at once after 410 Gone, whatever its Retry-After', () => {
    expect(decideDelivery(result(410, { retryAfterSeconds: 5 }), state)).toEqual({ status: 'dead' });
  });
});

describe('summarizeAttempts', () => {
  const at = (seconds: number) => now.add({ seconds });
  const failure = (seconds: number) => result(500, { at: at(seconds) });
  const success = (seconds: number) => result(204, { at: at(seconds) });

  it('counts the failures since the last success, and when the first of them was', () => {
    expect(summarizeAttempts([failure(1), success(2), failure(3), failure(4)])).toEqual({
      lastSuccessAt: at(2).add({ milliseconds: 1 }),
      lastFailureAt: at(4).add({ milliseconds: 1 }),
      consecutiveFailures: 2,
      failingSince: at(3),
      isGone: false,
    });
    expect(summarizeAttempts([failure(1), success(2)])).toMatchObject({
      consecutiveFailures: 0,
      failingSince: null,
    });
    expect(summarizeAttempts([failure(1)])).toMatchObject({ lastSuccessAt: null, consecutiveFailures: 1 });
    expect(summarizeAttempts([])).toMatchObject({
      lastSuccessAt: null,
      lastFailureAt: null,
      consecutiveFailures: 0,
    });
  });

  it('has the times when attempts ended, so that a slow success after a quick failure is the later of the two', () => {
    const slow = result(204, { at: at(0), durationMs: 9_000 });
    const { lastSuccessAt, lastFailureAt, consecutiveFailures } = summarizeAttempts([failure(5), slow]);
    expect([lastSuccessAt, lastFailureAt, consecutiveFailures]).toEqual([
      at(9),
      at(5).add({ milliseconds: 1 }),
      0,
    ]);
  });

  it('finds a 410 among others', () => {
    expect(summarizeAttempts([result(410), success(1)]).isGone).toBe(true);
  });

  it('agrees with counting one by one', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 20 }), (fates) => {
        const endings = fates.map((isTaken, index) => (isTaken ? success(index) : failure(index)));
        let inARow = 0;
        for (const isTaken of fates) inARow = isTaken ? 0 : inARow + 1;
        expect(summarizeAttempts(endings).consecutiveFailures).toBe(inARow);
      }),
    );
  });
});
