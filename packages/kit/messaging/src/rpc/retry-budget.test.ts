import { describe, expect, it } from 'vitest';
import { createRetryBudget } from './retry-budget.ts';

function takeAll(budget: ReturnType<typeof createRetryBudget>): number {
  let taken = 0;
  while (budget.takeRetry()) taken += 1;
  return taken;
}

describe('the retry budget', () => {
  it('allows a tenth of the first tries of ten seconds, and a few in any case', () => {
    let now = 0;
    const budget = createRetryBudget(() => now);
    expect(takeAll(budget)).toBe(10);
    now += 10_000;
    for (let request = 0; request < 1000; request += 1) budget.countRequest();
    expect(takeAll(budget)).toBe(100);
    now += 9999;
    expect(takeAll(budget)).toBe(0);
    now += 1;
    expect(takeAll(budget)).toBe(10);
  });
});
