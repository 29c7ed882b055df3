import { describe, expect, it } from 'vitest';
import { retryBudget } from './retry-budget.ts';

function takeAll(budget: ReturnType<typeof retryBudget>): number {
  let taken = 0;
  while (budget.take()) taken += 1;
  return taken;
}

describe('the retry budget', () => {
  it('allows a tenth of the first tries of ten seconds, and a few in any case', () => {
    let now = 0;
    const budget = retryBudget(() => now);
    expect(takeAll(budget)).toBe(10);
    now += 10_000;
    for (let request = 0; request < 1000; request += 1) budget.spend();
    expect(takeAll(budget)).toBe(100);
    now += 9999;
    expect(takeAll(budget)).toBe(0);
    now += 1;
    expect(takeAll(budget)).toBe(10);
  });
});
