import { reasonsOnAnyPlan, unitReasons } from '../find-reasons.ts';
import type { Reason } from '../find-reasons.ts';
import { peakUnits } from '../peak-units.ts';
import type { DatedStay } from '../quote-stay.ts';
import { isGeneric } from '../resource.ts';
import type { ResourceConfig, SellablePlan } from '../resource.ts';
import { byCode } from '../tax-rule.ts';
import { isWanted, judgePlan } from './judge-offers.ts';
import type { PlanOffer, PricedOffer, SearchContext, SearchedResource } from './judge-offers.ts';
import type { StaySearch } from './search.ts';

export interface Offer extends PlanOffer {
  readonly priced: PricedOffer;
}

export type SearchProblem = 'no_pricing_rule' | 'fx_rate_unavailable';

/** A resource for one stay. */
export interface JudgedResource {
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
  plansInOrder.set(resource, plans);
  return codes === undefined ? plans : plans.filter(({ code }) => codes.has(code));
}

const NO_PLAN = [undefined];
/** A configuration is searched many times before it changes. */
const plansInOrder = new WeakMap<ResourceConfig, readonly SellablePlan[]>();

function enabledPlans({ plans }: ResourceConfig): readonly SellablePlan[] {
  return plans.filter(({ enabled }) => enabled).toSorted(byPlanCode);
}

function byPlanCode(one: SellablePlan, other: SellablePlan): number {
  return byCode(one, other) || (one.code < other.code ? -1 : 1);
}

/** Stays come in order of preference, so one of the same price does not replace an earlier one. */
export function isCheaperPerNight(one: JudgedResource, other: JudgedResource): boolean {
  if (one.cheapest === null) return false;
  if (other.cheapest === null) return true;
  const [nights, otherNights] = [one, other].map(({ dated }) => BigInt(dated.pricedDates.length));
  return totalOf(one.cheapest) * (otherNights ?? 1n) < totalOf(other.cheapest) * (nights ?? 1n);
}

export function judgeStay(
  searched: SearchedResource,
  dated: DatedStay,
  context: SearchContext,
): JudgedResource {
  const { resource, plans, taken } = searched;
  const { party, plans: shown } = context.search;
  const { stay } = dated;
  const demand = { stay, party, taken };
  const ofUnits = unitReasons(resource, demand);
  const reasons = reasonsOnAnyPlan(resource, demand, { ofUnits, plans });
  // Where no plan can be booked, their own reasons matter only if they are shown.
  const judged =
    reasons.length > 0 && shown === 'cheapest'
      ? []
      : plans.map((plan) => judgePlan(searched, plan, dated, context, ofUnits));
  const priced = judged.filter(isOffer);
  const wanted = priced.filter((offer) => isWanted(searched, offer, dated, context));
  return {
    resource,
    dated,
    reasons,
    unitsLeft: Math.max(0, resource.units - peakUnits(taken, stay.span)),
    cheapest: cheapestOf(wanted),
    offers: shown === 'all' ? judged.filter((offer) => !isOffer(offer) || wanted.includes(offer)) : [],
    problems: problemsOf(reasons, priced),
  };
}

function isOffer(offer: PlanOffer): offer is Offer {
  return offer.priced !== null;
}

/** The first by code of those that cost the least. */
function cheapestOf(offers: readonly Offer[]): Offer | null {
  const [first, ...others] = offers;
  if (first === undefined) return null;
  return others.reduce((best, offer) => (totalOf(offer) < totalOf(best) ? offer : best), first);
}

function totalOf({ priced }: Offer): bigint {
  return priced.bill.totalMinorUnits;
}

function problemsOf(reasons: readonly Reason[], priced: readonly Offer[]): SearchProblem[] {
  if (reasons.length > 0) return [];
  if (priced.length === 0) return ['no_pricing_rule'];
  return priced.some(({ priced: { displayMinorUnits } }) => displayMinorUnits === null)
    ? ['fx_rate_unavailable']
    : [];
}
