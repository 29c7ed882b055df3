import { judgePlan } from '../search/judge-offers.ts';
import type { SearchContext, SearchedResource } from '../search/judge-offers.ts';
import { judgeStay } from '../search/judge-resource.ts';
import type { Offer } from '../search/judge-resource.ts';
import type { DatedStay } from '../quote-stay.ts';
import { chooseAlternatives } from './alternative.ts';
import type { Alternative, AlternativeKind } from './alternative.ts';
import { countStays } from './plan-attempts.ts';
import type { Attempt, AttemptGroup, KindOfAttempts, Wish } from './plan-attempts.ts';

/** Everything of one moment that decides which stays near a wish can be had. */
export interface NearFacts extends Pick<SearchedResource, 'nightlyRates'> {
  readonly taken: Pick<ReadonlyMap<string, SearchedResource['taken']>, 'get'>;
}

export interface WantedAlternatives {
  readonly most: number;
  /** A quote in a currency is refused where there is no exchange rate. */
  readonly convertibleOnly: boolean;
}

export interface Finding {
  readonly facts: NearFacts;
  readonly context: SearchContext;
  readonly wanted: WantedAlternatives;
}

/**
 * The stays near the wish that can be had, the nearest first: each has the reasons and the price of a quote. Yields how many
 * nights it has priced since the last time, so that the caller may let others run.
 */
export function* findAlternatives(
  { resource: wished }: Pick<Wish, 'resource'>,
  planned: readonly KindOfAttempts[],
  { facts, context, wanted }: Finding,
): Generator<number, readonly Alternative[]> {
  const found: Alternative[] = [];
  for (const { kind, groups } of planned)
    found.push(...(yield* findOfKind(kind, groups, { facts, context, wanted })));
  const currency = { display: context.search.currency, wished: wished.currency };
  return chooseAlternatives(found, wanted.most, currency);
}

/** Those further away are not judged once there are as many as are chosen in all. */
function* findOfKind(
  kind: AlternativeKind,
  groups: readonly AttemptGroup[],
  { facts, context, wanted }: Finding,
): Generator<number, Alternative[]> {
  const found: Alternative[] = [];
  const isWanted = ({ priced }: Offer) => !wanted.convertibleOnly || isConvertible(priced, context);
  for (const { points, attempts } of groups) {
    if (found.length >= wanted.most) break;
    for (const attempt of attempts) {
      const dated = attempt.stay();
      if (dated === undefined) continue;
      const offer = bestOffer(attempt, dated, { facts, context });
      if (offer !== null && isWanted(offer))
        found.push({ kind, points, ...alternativeOf(attempt, dated, offer) });
      yield dated.pricedDates.length * countStays([{ points, attempts: [attempt] }]);
    }
  }
  return found;
}

function isConvertible({ displayMinorUnits }: Offer['priced'], { search }: SearchContext): boolean {
  return search.currency === undefined || displayMinorUnits !== null;
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
