import { evaluateStay } from '../search/evaluated.ts';
import type { Offer } from '../search/evaluated.ts';
import { evaluatePlan } from '../search/offers.ts';
import type { CandidateFacts } from '../search/offers.ts';
import type { SearchContext } from '../search/search-context.ts';
import type { DatedStay } from '../stays/quote-stay.ts';
import { chooseAlternatives } from './alternative.ts';
import type { Alternative, AlternativeKind } from './alternative.ts';
import { workOf } from './plan-attempts.ts';
import type { Attempt, AttemptGroup, KindOfAttempts, RequestedStay } from './plan-attempts.ts';

export interface WantedAlternatives {
  readonly most: number;
  /** A quote in a currency is refused where there is no exchange rate. */
  readonly convertibleOnly: boolean;
}

export interface Finding {
  readonly facts: Pick<CandidateFacts, 'taken' | 'nightlyRates'>;
  readonly context: SearchContext;
  readonly wanted: WantedAlternatives;
}

/**
 * The available stays near the requested one, the nearest first: each has the reasons and the price of a quote. Yields the work
 * that it is about to do, so that the caller counts it and may let others run.
 */
export function* findAlternatives(
  { resource: requested }: Pick<RequestedStay, 'resource'>,
  planned: readonly KindOfAttempts[],
  { facts, context, wanted }: Finding,
): Generator<number, readonly Alternative[]> {
  const found: Alternative[] = [];
  for (const { kind, groups } of planned)
    found.push(...(yield* findOfKind(kind, groups, { facts, context, wanted })));
  const currency = { display: context.search.currency, requested: requested.currency };
  return chooseAlternatives(found, wanted.most, currency);
}

/** Stays further away are not evaluated once as many as wanted are found. */
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
      yield workOf(attempt);
      const dated = attempt.stay();
      if (dated === undefined) continue;
      const offer = bestOffer(attempt, dated, { facts, context });
      if (offer !== null && isWanted(offer))
        found.push({ kind, points, ...alternativeOf(attempt, dated, offer) });
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
    const { priced, ...evaluated } = evaluatePlan(searched, plan, dated, context);
    if (priced !== null) return { ...evaluated, priced };
  }
  return others.length === 0 ? null : evaluateStay(searched, dated, context).cheapest;
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
