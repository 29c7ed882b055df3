import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { divideEnded } from './ended-money.ts';

describe('the money of an ended stay', () => {
  it.each([
    ['without terms is undecided', [20_000n, 0n, 0n], null, [0n, 0n, 20_000n]],
    ['without terms, less what went back', [20_000n, 5_000n, 0n], null, [0n, 0n, 15_000n]],
    ['whose return was refused is owed', [20_000n, 0n, 20_000n], null, [0n, 20_000n, 0n]],
    ['is kept up to the penalty', [20_000n, 10_000n, 0n], 10_000n, [10_000n, 0n, 0n]],
    ['above the penalty is owed', [20_000n, 0n, 10_000n], 10_000n, [10_000n, 10_000n, 0n]],
    ['above it is owed before payments has settled', [20_000n, 0n, 0n], 10_000n, [10_000n, 10_000n, 0n]],
    ['is less than the penalty after a refund by hand', [20_000n, 17_000n, 0n], 10_000n, [3_000n, 0n, 0n]],
    ['that was waived goes back whole', [20_000n, 20_000n, 0n], 0n, [0n, 0n, 0n]],
  ] as const)('%s', (_what, [collected, returned, owed], keep, [retained, owing, undecided]) => {
    expect(divideEnded({ collected, returned, owed }, keep)).toEqual({ retained, owed: owing, undecided });
  });

  it('is in one part each, whatever the sums', () => {
    const amount = fc.bigInt({ min: 0n, max: 1_000_000n });
    fc.assert(
      fc.property(amount, amount, amount, fc.option(amount), (returned, here, owed, keep) => {
        const collected = returned + here;
        const divided = divideEnded({ collected, returned, owed }, keep);
        const parts = [divided.retained, divided.owed, divided.undecided];
        expect(parts.every((part) => part >= 0n)).toBe(true);
        expect(parts.reduce((sum, part) => sum + part, returned)).toBe(collected);
        expect(divided.retained <= (keep ?? 0n)).toBe(true);
      }),
    );
  });
});
