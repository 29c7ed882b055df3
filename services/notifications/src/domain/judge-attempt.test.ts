// What the end of a try means for its delivery and its endpoint.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSuccess, judgeAttempt, tally } from './judge-attempt.ts';
import type { Ending } from './judge-attempt.ts';

const now = Temporal.Instant.from('2026-11-20T09:00:00Z');
const ending = (status: number | null, more: Partial<Ending> = {}): Ending => ({
  at: now,
  status,
  durationMs: 1,
  error: null,
  ...more,
});
const chance = { triesBefore: 0, random: 0.5, now };

describe('judge-attempt', () => {
  it('takes any 2xx for a success, and nothing else', () => {
    fc.assert(
      fc.property(
        fc.option(fc.integer({ min: 0, max: 999 })),
        fc.integer({ min: 0, max: 9 }),
        (status, tried) => {
          const isTaken = status !== null && status >= 200 && status <= 299;
          expect(isSuccess(ending(status))).toBe(isTaken);
          const verdict = judgeAttempt(ending(status), { ...chance, triesBefore: tried });
          expect(verdict.status === 'succeeded').toBe(isTaken);
        },
      ),
    );
  });

  it('tries again after the pause of the schedule until eight tries are over', () => {
    expect(judgeAttempt(ending(500), chance)).toEqual({
      status: 'pending',
      nextAttemptAt: now.add({ seconds: 5 }),
    });
    expect(judgeAttempt(ending(null), { ...chance, triesBefore: 6 })).toEqual({
      status: 'pending',
      nextAttemptAt: now.add({ hours: 10 }),
    });
    expect(judgeAttempt(ending(500), { ...chance, triesBefore: 7 })).toEqual({ status: 'dead' });
  });

  it('does not come back before Retry-After', () => {
    const verdict = judgeAttempt(ending(503, { retryAfterSeconds: 600 }), { ...chance, random: 0 });
    expect(verdict).toEqual({ status: 'pending', nextAttemptAt: now.add({ minutes: 10 }) });
  });

  it('gives up at once where the receiver says that it is gone, whatever else it asks for', () => {
    expect(judgeAttempt(ending(410, { retryAfterSeconds: 5 }), chance)).toEqual({ status: 'dead' });
  });
});

describe('tally', () => {
  const at = (seconds: number) => now.add({ seconds });
  const failure = (seconds: number) => ending(500, { at: at(seconds) });
  const success = (seconds: number) => ending(204, { at: at(seconds) });

  it('counts the failures since the last success, and tells when the first of them was', () => {
    expect(tally([failure(1), success(2), failure(3), failure(4)])).toEqual({
      lastSuccessAt: at(2).add({ milliseconds: 1 }),
      lastFailureAt: at(4).add({ milliseconds: 1 }),
      failuresInARow: 2,
      failingSince: at(3),
      isGone: false,
    });
    expect(tally([failure(1), success(2)])).toMatchObject({ failuresInARow: 0, failingSince: null });
    expect(tally([failure(1)])).toMatchObject({ lastSuccessAt: null, failuresInARow: 1 });
    expect(tally([])).toMatchObject({ lastSuccessAt: null, lastFailureAt: null, failuresInARow: 0 });
  });

  it('tells when tries ended, so that a slow success after a quick failure is the later of the two', () => {
    const slow = ending(204, { at: at(0), durationMs: 9_000 });
    const { lastSuccessAt, lastFailureAt, failuresInARow } = tally([failure(5), slow]);
    expect([lastSuccessAt, lastFailureAt, failuresInARow]).toEqual([
      at(9),
      at(5).add({ milliseconds: 1 }),
      0,
    ]);
  });

  it('hears a 410 among others', () => {
    expect(tally([ending(410), success(1)]).isGone).toBe(true);
  });

  it('agrees with counting one by one', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 20 }), (fates) => {
        const endings = fates.map((isTaken, index) => (isTaken ? success(index) : failure(index)));
        let inARow = 0;
        for (const isTaken of fates) inARow = isTaken ? 0 : inARow + 1;
        expect(tally(endings).failuresInARow).toBe(inARow);
      }),
    );
  });
});
