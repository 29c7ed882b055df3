import { divideHalfUp, judgeCancellation } from '@lodging/kernel';
import type { Bill } from '../bill.ts';
import { convertAmount } from '../convert-amount.ts';
import type { ExchangeRate } from '../exchange-rate.ts';
import { reasonsOnPlan, unitReasons } from '../find-reasons.ts';
import type { Reason } from '../find-reasons.ts';
import type { TakenUnits } from '../peak-units.ts';
import { billOnPlan, soldPolicy } from '../quote-stay.ts';
import type { DatedStay, StaySnapshot } from '../quote-stay.ts';
import type { ResourceConfig, SellablePlan } from '../resource.ts';
import type { StaySearch } from './search.ts';

/** What all resources of a search have in common. */
export interface SearchContext extends Pick<StaySnapshot, 'taxRules' | 'policies'> {
  readonly search: StaySearch;
  readonly now: Temporal.Instant;
  /** From a currency to the one that is shown; undefined: there is no recent rate. */
  readonly rateFrom: (currency: string) => ExchangeRate | undefined;
}

/** A resource with the plans that the search looks at, in order of their codes; undefined for a generic one. */
export interface SearchedResource {
  readonly resource: ResourceConfig;
  readonly plans: readonly (SellablePlan | undefined)[];
  readonly taken: readonly TakenUnits[];
  /** Amounts that were set for single dates, by plan. */
  readonly nightlyRates: Pick<ReadonlyMap<string, ReadonlyMap<string, bigint>>, 'get'>;
}

/** A plan for a stay: refused with its reasons, without a price, or an offer. */
export interface PlanOffer {
  readonly plan: SellablePlan | undefined;
  readonly reasons: readonly Reason[];
  /** Null where the plan refuses, or has no price. */
  readonly priced: PricedOffer | null;
}

export interface PricedOffer {
  readonly bill: Bill;
  readonly averageNightMinorUnits: bigint;
  /** Null without an exchange rate. */
  readonly displayMinorUnits: bigint | null;
}

const NO_RATES: ReadonlyMap<string, bigint> = new Map();

/** By the checks and the prices of a quote. */
export function judgePlan(
  { resource, taken, nightlyRates }: SearchedResource,
  plan: SellablePlan | undefined,
  dated: DatedStay,
  context: SearchContext,
  ofUnits = unitReasons(resource, { stay: dated.stay, party: context.search.party, taken }),
): PlanOffer {
  const { party, childAges } = context.search;
  const reasons = reasonsOnPlan(resource, plan, { stay: dated.stay, party, taken }, ofUnits);
  if (reasons.length > 0) return { plan, reasons, priced: null };
  const rates = (plan && nightlyRates.get(plan.id)) ?? NO_RATES;
  const facts = { dated, nightlyRates: rates, taxRules: context.taxRules };
  const billed = billOnPlan(resource, plan, facts, { party, childAges });
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

/** Whether an offer has what the search asks of it beside the stay. */
export function isWanted(
  { resource }: SearchedResource,
  { plan, priced }: PlanOffer,
  dated: DatedStay,
  context: SearchContext,
): boolean {
  if (priced === null) return false;
  const { freeCancellation, maxTotalMinorUnits: most } = context.search;
  const { bill, displayMinorUnits: shown } = priced;
  if (most !== undefined && (shown === null || shown > most)) return false;
  if (!freeCancellation) return true;
  const sold = soldPolicy(resource, plan, dated.stay, context.policies);
  if (sold === null) return false;
  return judgeCancellation({ ...sold, bill, confirmedAt: null }, context.now).penaltyMinorUnits === 0n;
}
