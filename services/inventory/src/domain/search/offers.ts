import { divideHalfUp, evaluateCancellation } from '@lodging/kernel';
import type { Bill } from '../stays/bill.ts';
import { convertAmount } from '../rates/convert-amount.ts';
import { reasonsOnPlan, unitReasons } from '../stays/find-reasons.ts';
import type { Reason } from '../stays/find-reasons.ts';
import type { TakenUnits } from '../units/peak-units.ts';
import { billOnPlan, soldPolicy } from '../stays/quote-stay.ts';
import { isDivisible } from '../stays/party-price.ts';
import type { DatedStay, RatesByPlan } from '../stays/quote-stay.ts';
import { tariffOf } from '../stays/tariff.ts';
import type { ResourceConfig, SellablePlan } from '../resources/resource.ts';
import type { SearchContext } from './search-context.ts';

/** The facts for the offers of candidates, by candidate id; rates by plan id. */
export interface CandidateFacts extends Pick<SearchedResource, 'nightlyRates'> {
  readonly resources: Pick<ReadonlyMap<string, ResourceConfig>, 'get'>;
  readonly taken: Pick<ReadonlyMap<string, readonly TakenUnits[]>, 'get'>;
}

/** A resource with the plans that the search evaluates, in order of their codes; undefined for a generic one. */
export interface SearchedResource {
  readonly resource: ResourceConfig;
  readonly plans: readonly (SellablePlan | undefined)[];
  readonly taken: readonly TakenUnits[];
  readonly nightlyRates: RatesByPlan;
}

/** A plan for a stay: refused with its reasons, without a price, or an offer. */
export interface PlanOffer {
  readonly plan: SellablePlan | undefined;
  readonly reasons: readonly Reason[];
  /** Null where the plan refuses, or has no price. */
  readonly priced: PricedOffer | null;
  /** It has no price for the party over several units. */
  readonly isUndivided?: boolean;
}

export interface PricedOffer {
  readonly bill: Bill;
  readonly averageNightMinorUnits: bigint;
  /** Null without an exchange rate. */
  readonly displayMinorUnits: bigint | null;
}

/** By the checks and the prices of a quote. */
export function evaluatePlan(
  { resource, taken, nightlyRates }: SearchedResource,
  plan: SellablePlan | undefined,
  dated: DatedStay,
  context: SearchContext,
  ofUnits = unitReasons(resource, { stay: dated.stay, party: context.search.party, taken }),
): PlanOffer {
  const { guests } = context;
  const { party, childAges } = context.search;
  const reasons = reasonsOnPlan(resource, plan, { stay: dated.stay, party, taken }, ofUnits);
  if (reasons.length > 0) return { plan, reasons, priced: null };
  if (!isDivisible(tariffOf(resource, plan).pricing?.occupancy, party))
    return { plan, reasons, priced: null, isUndivided: true };
  const facts = { dated, nightlyRates, taxRules: context.taxRules };
  const billed = billOnPlan(resource, plan, facts, { party, childAges, guests });
  return { plan, reasons, priced: billed.ok ? pricedOffer(billed.value.bill, dated, context) : null };
}

function pricedOffer(bill: Bill, { pricedDates }: DatedStay, context: SearchContext): PricedOffer {
  const { currency, totalMinorUnits, quantity } = bill;
  const rate = context.rateFrom(currency);
  const shown = context.search.currency ?? currency;
  return {
    bill,
    averageNightMinorUnits: divideHalfUp(totalMinorUnits, BigInt(pricedDates.length * quantity)),
    displayMinorUnits: rate === undefined ? null : convertAmount(totalMinorUnits, currency, shown, rate),
  };
}

/** True if an offer satisfies the conditions of the search besides the stay. */
export function isWanted(
  { resource }: SearchedResource,
  { plan, priced }: PlanOffer,
  dated: DatedStay,
  context: SearchContext,
): boolean {
  if (priced === null) return false;
  const { freeCancellation, maxTotalMinorUnits: limit } = context.search;
  const { bill, displayMinorUnits: shown } = priced;
  if (limit !== undefined && (shown === null || shown > limit)) return false;
  if (!freeCancellation) return true;
  const sold = soldPolicy(resource, plan, dated.stay, context.policies);
  if (sold === null) return false;
  return evaluateCancellation({ ...sold, bill, confirmedAt: null }, context.now).penaltyMinorUnits === 0n;
}
