import { expect, it, vi } from 'vitest';
import { createYieldBudget } from '../../domain/search/yield-budget.ts';
import { runStep } from './run-step.ts';

function* steps(count: number, work: number): Generator<number, string> {
  for (let done = 0; done < count; done += 1) yield work;
  return 'found';
}

it('lets other requests run each time a step, with those before it, has spent the budget', async () => {
  const yieldToOthers = vi.fn(() => Promise.resolve());
  const ctx = { deadline: Date.now() + 60_000 };
  const budget = createYieldBudget();
  expect(await runStep({ yieldToOthers }, ctx, budget, steps(9, 30))).toBe('found');
  expect(yieldToOthers).not.toHaveBeenCalled();
  await runStep({ yieldToOthers }, ctx, budget, steps(21, 30));
  expect(yieldToOthers).toHaveBeenCalledTimes(3);
});

it('ends at the deadline of the request', async () => {
  const ctx = { deadline: Date.now() - 1 };
  const step = steps(1_000, 30);
  const run = runStep({ yieldToOthers: () => Promise.resolve() }, ctx, createYieldBudget(), step);
  await expect(run).rejects.toThrow(expect.objectContaining({ name: 'DeadlinePassed' }));
  // After the work of one budget.
  expect([...step]).toHaveLength(990);
});
