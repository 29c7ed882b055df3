import { reasonsOnAnyPlan, unitReasons } from '../stays/find-reasons.ts';
import type { Reason } from '../stays/find-reasons.ts';
import { peakUnits } from '../units/peak-units.ts';
import type { DatedStay } from '../stays/quote-stay.ts';
import { isGeneric } from '../time/resource-kind.ts';
import type { ResourceConfig, SellablePlan } from '../resources/resource.ts';
import { byCode } from '../rules/tax-rule.ts';
import type { Candidate } from './candidates.ts';
import { isWanted, evaluatePlan } from './offers.ts';
import type { CandidateFacts, PlanOffer, PricedOffer, SearchedResource } from './offers.ts';
import type { SearchContext } from './search-context.ts';
import type { StaySearch } from './search.ts';
import type { FindStays } from './searched-stays.ts';
import { RESOURCE_WORK } from './work.ts';

export interface Offer extends PlanOffer {
  readonly priced: PricedOffer;
}

export type SearchProblem = 'no_pricing_rule' | 'fx_rate_unavailable';

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

/**
 * The best of the candidate's stays, or the first one with its reasons where none can be booked; undefined without a stay.
 * Yields its work.
 */
export function* evaluateCandidate(
  candidate: Candidate,
  { resources, taken, nightlyRates }: CandidateFacts,
  staysOf: FindStays,
  context: SearchContext,
): Generator<number, EvaluatedCandidate | undefined> {
  const resource = resources.get(candidate.id);
  const [first, ...others] = staysOf(candidate).stays;
  if (resource === undefined || first === undefined) return undefined;
  const searchedOnes = searchedPlans(resource, context.search);
  const searched = { resource, plans: searchedOnes, taken: taken.get(resource.id) ?? [], nightlyRates };
  const plans = Math.max(1, searchedOnes.length);
  let best = evaluateStay(searched, first, context);
  yield RESOURCE_WORK + plans * first.pricedDates.length;
  for (const dated of others) {
    const evaluated = evaluateStay(searched, dated, context);
    if (isCheaperPerNight(evaluated, best)) best = evaluated;
    yield plans * dated.pricedDates.length;
  }
  return best;
}

/** Stays come in order of preference, so one of the same price does not replace an earlier one. */
function isCheaperPerNight(one: EvaluatedCandidate, other: EvaluatedCandidate): boolean {
  if (one.cheapest === null) return false;
  if (other.cheapest === null) return true;
  const [nights, otherNights] = [one, other].map(({ dated }) => BigInt(dated.pricedDates.length));
  return totalOf(one.cheapest) * (otherNights ?? 1n) < totalOf(other.cheapest) * (nights ?? 1n);
}

export function evaluateStay(
  searched: SearchedResource,
  dated: DatedStay,
  context: SearchContext,
): EvaluatedCandidate {
  const { resource, plans, taken } = searched;
  const { party, plans: shown } = context.search;
  const { stay } = dated;
  const demand = { stay, party, taken };
  const ofUnits = unitReasons(resource, demand);
  const reasons = reasonsOnAnyPlan(resource, demand, { ofUnits, plans });
  // Where no plan can be booked, their own reasons matter only if they are shown.
  const evaluated =
    reasons.length > 0 && shown === 'cheapest'
      ? []
      : plans.map((plan) => evaluatePlan(searched, plan, dated, context, ofUnits));
  const priced = evaluated.filter(isOffer);
  const wanted = priced.filter((offer) => isWanted(searched, offer, dated, context));
  return {
    resource,
    dated,
    reasons,
    unitsLeft: Math.max(0, resource.units - peakUnits(taken, stay.span)),
    cheapest: cheapestOf(wanted),
    offers: shown === 'all' ? evaluated.filter((offer) => !isOffer(offer) || wanted.includes(offer)) : [],
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
