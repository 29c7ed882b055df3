import { judgePlan } from '../search/judge-offers.ts';
import type { SearchContext, SearchedResource } from '../search/judge-offers.ts';
import { judgeStay } from '../search/judge-resource.ts';
import type { Offer } from '../search/judge-resource.ts';
import type { ResourceConfig } from '../resource.ts';
import type { DatedStay } from '../quote-stay.ts';
import { chooseAlternatives } from './alternative.ts';
import type { Alternative, AlternativeKind } from './alternative.ts';
import { countStays, planAttempts } from './plan-attempts.ts';
import type { Attempt, AttemptGroup, Wish } from './plan-attempts.ts';

/** Everything of one moment that decides which stays near a wish can be had. */
export interface NearFacts extends Pick<SearchedResource, 'nightlyRates'> {
  /** In the order in which they are looked at. */
  readonly siblings: readonly ResourceConfig[];
  readonly taken: Pick<ReadonlyMap<string, SearchedResource['taken']>, 'get'>;
}

export interface AlternativesLimit {
  readonly alternatives: number;
  /** Stays that may be judged. */
  readonly stays: number;
}

export interface FoundAlternatives {
  readonly alternatives: readonly Alternative[];
  /** Stays that the limit was held against. */
  readonly stays: number;
}

/**
 * The stays near the wish that can be had, the nearest first: each has the reasons and the price of a quote. Yields how many
 * nights it has priced since the last time, so that the caller may let others run.
 */
export function* findAlternatives(
  wish: Wish,
  facts: NearFacts,
  context: SearchContext,
  limit: AlternativesLimit,
): Generator<number, FoundAlternatives> {
  const { siblings } = facts;
  const { search, now } = context;
  const planned = planAttempts(wish, { siblings, search, now }, limit.stays);
  const found: Alternative[] = [];
  for (const { kind, groups } of planned)
    found.push(...(yield* findOfKind(kind, groups, { facts, context, most: limit.alternatives })));
  const currency = { display: search.currency, wished: wish.resource.currency };
  return {
    alternatives: chooseAlternatives(found, limit.alternatives, currency),
    stays: planned.reduce((sum, { groups }) => sum + countStays(groups), 0),
  };
}

interface Finding {
  readonly facts: NearFacts;
  readonly context: SearchContext;
  readonly most: number;
}

/** Those further away are not judged once there are as many as are chosen in all. */
function* findOfKind(
  kind: AlternativeKind,
  groups: readonly AttemptGroup[],
  { facts, context, most }: Finding,
): Generator<number, Alternative[]> {
  const found: Alternative[] = [];
  for (const { points, attempts } of groups) {
    if (found.length >= most) break;
    for (const attempt of attempts) {
      const dated = attempt.stay();
      if (dated === undefined) continue;
      const offer = bestOffer(attempt, dated, { facts, context });
      if (offer !== null) found.push({ kind, points, ...alternativeOf(attempt, dated, offer) });
      yield dated.pricedDates.length * countStays([{ points, attempts: [attempt] }]);
    }
  }
  return found;
}

/** By the checks and the prices of a quote. */
function bestOffer(
  { resource, plan, others }: Attempt,
  dated: DatedStay,
  { facts, context }: Pick<Finding, 'facts' | 'context'>,
): Offer | null {
  const { nightlyRates } = facts;
  const searched = { resource, plans: others, taken: facts.taken.get(resource.id) ?? [], nightlyRates };
  if (plan !== undefined) {
    const { priced, ...judged } = judgePlan(searched, plan, dated, context);
    if (priced !== null) return { ...judged, priced };
  }
  return others.length === 0 ? null : judgeStay(searched, dated, context).cheapest;
}

function alternativeOf({ resource, shiftDays }: Attempt, dated: DatedStay, { plan, priced }: Offer) {
  const { id, currency } = resource;
  return {
    resource: { id, currency },
    plan,
    window: dated.stay.window,
    nights: dated.pricedDates.length,
    shiftDays,
    totalMinorUnits: priced.bill.totalMinorUnits,
    displayMinorUnits: priced.displayMinorUnits,
  };
}
