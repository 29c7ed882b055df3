import { reasonsOnAnyPlan, unitReasons } from '../stays/find-reasons.ts';
import type { Reason } from '../stays/find-reasons.ts';
import { peakUnits } from '../units/peak-units.ts';
import type { DatedStay } from '../stays/quote-stay.ts';
import { isGeneric } from '../time/resource-kind.ts';
import type { ResourceConfig, SellablePlan } from '../resources/resource.ts';
import { byCode } from '../rules/tax-rule.ts';
import { isWanted, evaluatePlan } from './offers.ts';
import type { PlanOffer, PricedOffer, SearchedResource } from './offers.ts';
import type { SearchContext } from './search-context.ts';
import type { StaySearch } from './search.ts';

export interface Offer extends PlanOffer {
  readonly priced: PricedOffer;
}

export type SearchProblem = 'no_pricing_rule' | 'party_not_divisible' | 'fx_rate_unavailable';

/** A candidate for one of its stays. */
export interface EvaluatedCandidate {
  readonly resource: ResourceConfig;
  readonly dated: DatedStay;
  readonly reasons: readonly Reason[];
  readonly unitsLeft: number;
  /** Null where the stay cannot be booked as the search wants it. */
  readonly cheapest: Offer | null;
  /** Every plan; empty unless the search asks for all. */
  readonly offers: readonly PlanOffer[];
  readonly problems: readonly SearchProblem[];
}

/** The plans of a search, in order of their codes; a generic resource has none, and is sold as it is. */
export function searchedPlans(
  resource: ResourceConfig,
  { ratePlanCodes: codes }: Pick<StaySearch, 'ratePlanCodes'>,
): readonly (SellablePlan | undefined)[] {
  if (isGeneric(resource)) return NO_PLAN;
  const plans = plansInOrder.get(resource) ?? enabledPlans(resource);
  return codes === undefined ? plans : plans.filter(({ code }) => codes.has(code));
}

const NO_PLAN = [undefined];
const NO_PLANS: readonly undefined[] = [];
const NO_PROBLEM: readonly SearchProblem[] = [];
/** A configuration is searched many times before it changes. */
const plansInOrder = new WeakMap<ResourceConfig, readonly SellablePlan[]>();

function enabledPlans(resource: ResourceConfig): readonly SellablePlan[] {
  const plans = resource.plans.filter(({ enabled }) => enabled).toSorted(byPlanCode);
  plansInOrder.set(resource, plans);
  return plans;
}

function byPlanCode(one: SellablePlan, other: SellablePlan): number {
  return byCode(one, other) || (one.code < other.code ? -1 : 1);
}

/** Stays come in order of preference, so one of the same price does not replace an earlier one. */
export function isCheaperPerNight(one: EvaluatedCandidate, other: EvaluatedCandidate): boolean {
  if (one.cheapest === null) return false;
  if (other.cheapest === null) return true;
  const [nights, otherNights] = [one, other].map(({ dated }) => BigInt(dated.pricedDates.length));
  return totalOf(one.cheapest) * (otherNights ?? 1n) < totalOf(other.cheapest) * (nights ?? 1n);
}

/** For a search that leaves out what cannot be booked: the reasons of plans would be found in vain. */
const NOT_BOOKABLE = { cheapest: null, offers: [], problems: [] };

export function evaluateStay(
  searched: SearchedResource,
  dated: DatedStay,
  context: SearchContext,
): EvaluatedCandidate {
  const { resource, plans, taken } = searched;
  const { party, plans: shown, bookableOnly } = context.search;
  const { stay } = dated;
  const demand = { stay, party, taken };
  const unitsLeft = Math.max(0, resource.units - peakUnits(taken, stay.span));
  const ofUnits = unitReasons(resource, demand);
  if (ofUnits.length > 0 && shown === 'cheapest' && bookableOnly)
    return { ...NOT_BOOKABLE, resource, dated, reasons: ofUnits, unitsLeft };
  const reasons = reasonsOnAnyPlan(resource, demand, { ofUnits, plans });
  // Where no plan can be booked, their own reasons matter only if they are shown.
  const evaluated = reasons.length > 0 && shown === 'cheapest' ? NO_PLANS : plans;
  const offers: PlanOffer[] = [];
  const priced = { some: false, allConverted: true, someUnpriced: false, someUndivided: false };
  let cheapest: Offer | null = null;
  for (const plan of evaluated) {
    const offer = evaluatePlan(searched, plan, dated, context, ofUnits);
    if (isOffer(offer)) {
      priced.some = true;
      priced.allConverted &&= offer.priced.displayMinorUnits !== null;
      if (!isWanted(searched, offer, dated, context)) continue;
      // The first by code of those that cost the least.
      if (cheapest === null || totalOf(offer) < totalOf(cheapest)) cheapest = offer;
    } else if (offer.isUndivided === true) priced.someUndivided = true;
    else if (offer.reasons.length === 0) priced.someUnpriced = true;
    if (shown === 'all') offers.push(offer);
  }
  return { resource, dated, reasons, unitsLeft, cheapest, offers, problems: problemsOf(reasons, priced) };
}

function isOffer(offer: PlanOffer): offer is Offer {
  return offer.priced !== null;
}

function totalOf({ priced }: Offer): bigint {
  return priced.bill.totalMinorUnits;
}

function problemsOf(
  reasons: readonly Reason[],
  priced: {
    readonly some: boolean;
    readonly allConverted: boolean;
    readonly someUnpriced: boolean;
    readonly someUndivided: boolean;
  },
): readonly SearchProblem[] {
  if (reasons.length > 0) return NO_PROBLEM;
  if (!priced.some && !priced.someUndivided) return ['no_pricing_rule'];
  if (!priced.some)
    return priced.someUnpriced ? ['no_pricing_rule', 'party_not_divisible'] : ['party_not_divisible'];
  return priced.allConverted ? NO_PROBLEM : ['fx_rate_unavailable'];
}
