// Guards that no more than so many work at once, that everybody has a turn, and that a failure gives its place back.
import { describe, expect, it } from 'vitest';
import { takeTurns } from './take-turns.ts';

describe('turns', () => {
  it('are taken by so many at once, in the order in which they came', async () => {
    const inTurn = takeTurns(2);
    const begun: number[] = [];
    let busy = 0;
    let most = 0;
    const work = (number: number) =>
      inTurn(async () => {
        begun.push(number);
        busy += 1;
        most = Math.max(most, busy);
        await new Promise((resolve) => setImmediate(resolve));
        busy -= 1;
        return number;
      });
    const numbers = Array.from({ length: 9 }, (_none, index) => index);
    expect(await Promise.all(numbers.map(work))).toEqual(numbers);
    expect(begun).toEqual(numbers);
    expect(most).toBe(2);
  });

  it('come round after a failure, too', async () => {
    const inTurn = takeTurns(1);
    const failing = inTurn(() => Promise.reject(new Error('no')));
    const next = inTurn(async () => 'done');
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('done');
    expect(await inTurn(async () => 'again')).toBe('again');
  });
});
