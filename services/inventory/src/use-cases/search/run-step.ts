import { endAtDeadline } from '@lodging/kit-runtime';
import type { RequestContext } from '@lodging/kit-runtime';
import type { YieldBudget } from '../../domain/search/yield-budget.ts';
import type { InventoryDeps } from '../../ports/deps.ts';

/** A step yields the work that it does. */
export type Step<Outcome> = Generator<number, Outcome>;

/** Each time the budget is spent other requests run. Throws DeadlinePassed at the deadline of the request. */
export async function runStep<Outcome>(
  { yieldToOthers }: Pick<InventoryDeps, 'yieldToOthers'>,
  ctx: Pick<RequestContext, 'deadline'>,
  budget: YieldBudget,
  step: Step<Outcome>,
): Promise<Outcome> {
  for (let next = step.next(); ; next = step.next()) {
    if (next.done === true) return next.value;
    if (!budget.isSpentBy(next.value)) continue;
    await yieldToOthers();
    endAtDeadline(ctx);
  }
}
