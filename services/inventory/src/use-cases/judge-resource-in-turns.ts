import type { SearchContext, SearchedResource } from '../domain/search/judge-offers.ts';
import { isCheaperPerNight, judgeStay } from '../domain/search/judge-resource.ts';
import type { JudgedResource } from '../domain/search/judge-resource.ts';
import type { DatedStay } from '../domain/quote-stay.ts';
import type { InventoryDeps } from '../ports/inventory-deps.ts';
import { createTurns } from './take-turns.ts';

/** As long as a process judges before other requests get their turn. */
const RESOURCES_AT_ONCE = 200;
const PLANS_AT_ONCE = 1_000;
/** Of all plans: long stays take longer. */
const NIGHTS_AT_ONCE = 5_000;

/** The best of the stays, or the first one with its reasons where none can be booked; also one resource takes turns. */
export function createResourceJudge(
  { yieldToOthers }: Pick<InventoryDeps, 'yieldToOthers'>,
  context: SearchContext,
): (searched: SearchedResource, stays: readonly [DatedStay, ...DatedStay[]]) => Promise<JudgedResource> {
  const areResourcesOver = createTurns(RESOURCES_AT_ONCE);
  const arePlansOver = createTurns(PLANS_AT_ONCE);
  const areNightsOver = createTurns(NIGHTS_AT_ONCE);
  return async (searched, [first, ...others]) => {
    const plans = Math.max(1, searched.plans.length);
    // Each of them counts, whatever the others say.
    const isOver = ({ pricedDates }: DatedStay) => {
      const plansAreOver = arePlansOver(plans);
      return areNightsOver(plans * pricedDates.length) || plansAreOver;
    };
    let best = judgeStay(searched, first, context);
    const stayIsOver = isOver(first);
    if (areResourcesOver(1) || stayIsOver) await yieldToOthers();
    for (const dated of others) {
      const judged = judgeStay(searched, dated, context);
      if (isCheaperPerNight(judged, best)) best = judged;
      if (isOver(dated)) await yieldToOthers();
    }
    return best;
  };
}
