import { daysBetween, localDate, ok, refuse } from '@lodging/kernel';
import type { Refusal, Result, StayWindow } from '@lodging/kernel';
import { checkWindow } from './check-window.ts';
import { convertAmount } from './convert-amount.ts';
import { findRate } from './exchange-rate.ts';
import type { ExchangeRate, PublishedRate } from './exchange-rate.ts';
import { reasonsOnPlan } from './find-reasons.ts';
import type { Party } from './occupancy-rules.ts';
import type { TakenUnits } from './peak-units.ts';
import { priceStay } from './price-stay.ts';
import type { StayPrice } from './price-stay.ts';
import { isGeneric } from './resource.ts';
import type { ResourceConfig, SellablePlan } from './resource.ts';
import { pricedDates, stayAt } from './stay.ts';

export interface StayRequest {
  readonly purpose: 'quote' | 'booking';
  readonly window: StayWindow;
  readonly party: Party;
  readonly ratePlanId?: string | undefined;
  readonly displayCurrency?: string | undefined;
}

/** The data that prices a stay, all of one moment. */
export interface StaySnapshot {
  readonly resource: ResourceConfig;
  readonly taken: readonly TakenUnits[];
  /** Amounts that were set for single dates. */
  readonly nightlyRates: ReadonlyMap<string, bigint>;
  readonly fxRates: readonly PublishedRate[];
}

export interface QuotedStay {
  readonly price: StayPrice;
  readonly display: {
    readonly currency: string;
    readonly amountMinorUnits: bigint;
    readonly rate: ExchangeRate;
  };
}

export type StayRefusal = Refusal<
  | 'rate_plan_required'
  | 'rate_plan_not_found'
  | 'invalid_window'
  | 'unavailable'
  | 'no_pricing_rule'
  | 'fx_rate_unavailable'
>;

/**
 * Prices a stay. The first failing check refuses it: rate plan, window in the time zone of the resource, availability,
 * price, exchange rate.
 */
export function quoteStay(
  { resource, taken, nightlyRates, fxRates }: StaySnapshot,
  request: StayRequest,
  now: Temporal.Instant,
): Result<QuotedStay, StayRefusal> {
  const chosen = choosePlan(resource, request.ratePlanId);
  if (!chosen.ok) return chosen;
  const plan = chosen.value;
  const stay = stayAt(resource, request.window);
  const invalid = checkWindow(stay, resource, request.purpose, now);
  if (invalid !== undefined) return invalid;
  const reasons = reasonsOnPlan(resource, plan, { stay, party: request.party, taken });
  if (reasons.length > 0) return refuse('unavailable', 'The stay is not available.', { reasons });
  const priced = priceStay({
    dates: pricedDates(resource, stay),
    quantity: request.party.quantity,
    daysAhead: daysBetween(localDate(now, resource.timezone), stay.arrival),
    pricing: plan === undefined ? resource.pricing : plan.pricing,
    nightlyRates,
  });
  if (!priced.ok) return priced;
  const displayCurrency = request.displayCurrency ?? resource.currency;
  return withDisplayTotal(priced.value, resource.currency, displayCurrency, fxRates, now);
}

/** A generic resource takes no plan; every other one needs one of its own. */
function choosePlan(
  resource: ResourceConfig,
  ratePlanId: string | undefined,
): Result<SellablePlan | undefined, StayRefusal> {
  if (isGeneric(resource))
    return ratePlanId === undefined
      ? ok(undefined)
      : refuse('rate_plan_required', 'The resource has no room type, so it takes no rate plan.');
  if (ratePlanId === undefined)
    return refuse('rate_plan_required', 'The resource has a room type, so a rate plan is required.');
  const plan = resource.plans.find(({ id }) => id === ratePlanId);
  return plan === undefined ? refuse('rate_plan_not_found', 'The resource has no such rate plan.') : ok(plan);
}

function withDisplayTotal(
  price: StayPrice,
  from: string,
  to: string,
  fxRates: readonly PublishedRate[],
  now: Temporal.Instant,
): Result<QuotedStay, StayRefusal> {
  const rate = findRate(fxRates, from, to, now);
  if (rate === undefined)
    return refuse('fx_rate_unavailable', `No recent exchange rate leads from ${from} to ${to}.`);
  const amountMinorUnits = convertAmount(price.totalMinorUnits, from, to, rate);
  return ok({ price, display: { currency: to, amountMinorUnits, rate } });
}
