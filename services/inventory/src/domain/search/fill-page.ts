import type { Candidate } from './candidates.ts';
import { evaluateStay, isCheaperPerNight, searchedPlans } from './evaluated.ts';
import type { CandidateFacts, SearchedResource } from './offers.ts';
import type { PageCollector } from './page.ts';
import { rankResult } from './ranked.ts';
import type { SearchContext } from './search-context.ts';
import type { FindStays } from './searched-stays.ts';
import { RESOURCE_WORK } from './work.ts';

interface Evaluating {
  readonly facts: CandidateFacts;
  readonly staysOf: FindStays;
  readonly context: SearchContext;
}

/**
 * Evaluates candidates in their order until the page is full: each for the best of its stays, or for the first one where none
 * can be booked. Yields its work, and returns how many it evaluated. One generator: one for each of a thousand candidates
 * is a part of what a search takes.
 */
export function* fillPage(
  page: Pick<PageCollector, 'add' | 'isFull'>,
  candidates: readonly Candidate[],
  { facts, staysOf, context }: Evaluating,
): Generator<number, number> {
  const { bookableOnly, sort } = context.search;
  let count = 0;
  for (const candidate of candidates) {
    if (page.isFull()) break;
    const { stays } = staysOf(candidate);
    const [first] = stays;
    const searched = searchedResource(candidate, facts, context);
    if (searched === undefined || first === undefined) continue;
    const plans = Math.max(1, searched.plans.length);
    let best = evaluateStay(searched, first, context);
    yield RESOURCE_WORK + plans * first.pricedDates.length;
    for (const dated of stays) {
      if (dated === first) continue;
      const evaluated = evaluateStay(searched, dated, context);
      if (isCheaperPerNight(evaluated, best)) best = evaluated;
      yield plans * dated.pricedDates.length;
    }
    count += 1;
    if (bookableOnly && best.cheapest === null) continue;
    page.add(rankResult(best, candidate, sort));
  }
  return count;
}

function searchedResource(
  { id }: Candidate,
  { resources, taken, nightlyRates }: CandidateFacts,
  { search }: SearchContext,
): SearchedResource | undefined {
  const resource = resources.get(id);
  if (resource === undefined) return undefined;
  return { resource, plans: searchedPlans(resource, search), taken: taken.get(id) ?? NONE, nightlyRates };
}

const NONE: SearchedResource['taken'] = [];
