import { exactAnchor, localDate, lodgingAnchor, ok, paymentSchedule, refuse } from '@lodging/kernel';
import type {
  Anchor,
  CancellationPolicy,
  Refusal,
  Result,
  ScheduledPayment,
  StayWindow,
} from '@lodging/kernel';
import type { TaxExemption } from './bill-lines.ts';
import { billStay } from './bill-stay.ts';
import type { BillRefusal, StayToBill } from './bill-stay.ts';
import type { Bill } from './bill.ts';
import { termsToSell } from '../rules/cancellation-policy.ts';
import type { KnownPolicies } from '../rules/cancellation-policy.ts';
import { checkWindow } from '../time/check-window.ts';
import { convertAmount } from '../rates/convert-amount.ts';
import { dayNumber } from '../time/day-number.ts';
import { findRate } from '../rates/exchange-rate.ts';
import type { ExchangeRate, PublishedRate } from '../rates/exchange-rate.ts';
import { reasonsOnPlan } from './find-reasons.ts';
import { guestsOf } from '../rules/guests.ts';
import type { Guests } from '../rules/guests.ts';
import type { Party } from '../units/occupancy-rules.ts';
import type { TakenUnits } from '../units/peak-units.ts';
import { isDivisible, partyPrice } from './party-price.ts';
import type { KeptNights } from './price-night.ts';
import { priceStay } from './price-stay.ts';
import type { StayPrice } from './price-stay.ts';
import { tariffOf } from './tariff.ts';
import { isGeneric } from '../time/resource-kind.ts';
import type { ResourceConfig, SellablePlan } from '../resources/resource.ts';
import { pricedDates, stayAt } from '../time/stay.ts';
import type { ResourceAxis, Stay } from '../time/stay.ts';
import type { TaxRule } from '../rules/tax-rule.ts';

export interface StayRequest {
  readonly purpose: 'quote' | 'booking';
  readonly window: StayWindow;
  readonly party: Party;
  /** One for each child; undefined where they were not given. */
  readonly childAges?: readonly number[] | undefined;
  readonly exemptions?: readonly TaxExemption[] | undefined;
  readonly ratePlanId?: string | undefined;
  readonly displayCurrency?: string | undefined;
}

/** Amounts that were set for single dates, by plan; those of the parents of derived plans, too. */
export type RatesByPlan = Pick<ReadonlyMap<string, ReadonlyMap<string, bigint>>, 'get'>;

/** The data that prices a stay, all of one moment. */
export interface StaySnapshot {
  readonly resource: ResourceConfig;
  /** The requested window on the axis of the resource, where it was needed for the read. */
  readonly stay?: Stay;
  readonly taken: readonly TakenUnits[];
  readonly nightlyRates: RatesByPlan;
  readonly fxRates: readonly PublishedRate[];
  /** Of the tenant, in the order of position and code. */
  readonly taxRules: readonly TaxRule[];
  readonly policies: KnownPolicies;
}

/** The policy that a stay is sold with, and the moment from which its deadlines are counted back. */
export interface SoldPolicy {
  readonly policy: CancellationPolicy;
  readonly anchor: Anchor;
}

export interface QuotedStay {
  readonly price: StayPrice;
  readonly bill: Bill;
  /** Null: a cancellation has no automatic refund. */
  readonly cancellation: SoldPolicy | null;
  readonly schedule: readonly ScheduledPayment[];
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
  | 'party_not_divisible'
  | 'unavailable'
  | 'no_pricing_rule'
  | 'exemption_not_allowed'
  | 'fx_rate_unavailable'
>;

/**
 * Prices a stay. The first failing check refuses it: rate plan, window in the time zone of the resource, party, availability,
 * price, exemptions, exchange rate.
 */
export function quoteStay(
  { resource, stay: known, taken, nightlyRates, fxRates, taxRules, policies }: StaySnapshot,
  request: StayRequest,
  now: Temporal.Instant,
): Result<QuotedStay, StayRefusal> {
  const chosen = choosePlan(resource, request.ratePlanId);
  if (!chosen.ok) return chosen;
  const plan = chosen.value;
  const stay = known ?? stayAt(resource, request.window);
  const invalid = checkWindow(stay, resource, request.purpose, now);
  if (invalid !== undefined) return invalid;
  if (!isDivisible(tariffOf(resource, plan).pricing?.occupancy, request.party)) return partyNotDivisible;
  const reasons = reasonsOnPlan(resource, plan, { stay, party: request.party, taken });
  if (reasons.length > 0) return refuse('unavailable', 'The stay is not available.', { reasons });
  const dated = datedStay(resource, stay, now);
  const priced = billOnPlan(resource, plan, { dated, nightlyRates, taxRules }, request);
  if (!priced.ok) return priced;
  const { bill } = priced.value;
  const displayCurrency = request.displayCurrency ?? resource.currency;
  const display = displayTotal(bill, displayCurrency, fxRates, now);
  if (!display.ok) return display;
  const { totalMinorUnits } = bill;
  return ok({
    ...priced.value,
    ...sellTerms(resource, plan, { stay, totalMinorUnits, policies }, now),
    display: display.value,
  });
}

/** A stay with what its price must know of its dates: the same for all resources of one kind of axis and one time zone. */
export interface DatedStay {
  readonly stay: Stay;
  readonly pricedDates: readonly string[];
  /** Local days from today to the arrival. */
  readonly daysAhead: number;
}

export function datedStay(resource: ResourceAxis, stay: Stay, now: Temporal.Instant): DatedStay {
  const today = localDate(now, resource.timezone).toString();
  const daysAhead = dayNumber(stay.dates.from) - dayNumber(today);
  return { stay, pricedDates: pricedDates(resource, stay), daysAhead };
}

export const partyNotDivisible = refuse(
  'party_not_divisible',
  'Several units of a plan with prices by occupancy are sold to adults alone, as many in each unit.',
);

const NO_RATES: ReadonlyMap<string, bigint> = new Map();

interface BilledRequest extends Pick<StayRequest, 'party' | 'childAges' | 'exemptions'> {
  /** Known already to a caller that bills many stays. */
  readonly guests?: Guests;
  /** Of a change of a booking that stays on its resource and plan. */
  readonly kept?: KeptNights | undefined;
  /** Of a change: the booked factor. */
  readonly keptLeadTimeBps?: number | undefined;
}

interface PriceFacts extends Pick<StaySnapshot, 'nightlyRates' | 'taxRules'> {
  readonly dated: DatedStay;
}

/**
 * The price of a stay and its bill, whether or not it is available, for a party that is divisible over its units. Without a
 * plan for a generic resource.
 */
export function billOnPlan(
  resource: ResourceConfig,
  plan: SellablePlan | undefined,
  { dated, nightlyRates, taxRules }: PriceFacts,
  request: BilledRequest,
): Result<Pick<QuotedStay, 'price' | 'bill'>, BillRefusal> {
  const { party, childAges, kept } = request;
  const { pricing, derived } = tariffOf(resource, plan);
  const priced = priceStay({
    dates: dated.pricedDates,
    quantity: party.quantity,
    daysAhead: dated.daysAhead,
    pricing,
    nightlyRates: (plan && nightlyRates.get(plan.id)) ?? NO_RATES,
    derived: derived && {
      formula: derived.formula,
      parentRates: nightlyRates.get(derived.parent.id) ?? NO_RATES,
    },
    kept,
    keptLeadTimeBps: request.keptLeadTimeBps,
    party: pricing?.occupancy && partyPrice(pricing.occupancy, { ...party, childAges }),
  });
  if (!priced.ok) return priced;
  const billed = billStay(stayToBill(priced.value, resource, plan, request), taxRules);
  return billed.ok ? ok({ price: priced.value, bill: billed.value }) : billed;
}

interface TermsToSell {
  readonly stay: Stay;
  readonly totalMinorUnits: bigint;
  readonly policies: KnownPolicies;
}

export function sellTerms(
  resource: ResourceConfig,
  plan: SellablePlan | undefined,
  { stay, totalMinorUnits, policies }: TermsToSell,
  now: Temporal.Instant,
): Pick<QuotedStay, 'cancellation' | 'schedule'> {
  const { deposit } = plan ?? resource;
  const { timezone: timeZone } = resource;
  const { arrival } = stay;
  return {
    cancellation: soldPolicy(resource, plan, stay, policies),
    schedule: paymentSchedule(deposit, { totalMinorUnits, arrival, timeZone }, now),
  };
}

/** Null: the plan, or the generic resource, names no policy, and there is no default. */
export function soldPolicy(
  resource: ResourceConfig,
  plan: SellablePlan | undefined,
  { arrival, window }: Stay,
  policies: KnownPolicies,
): SoldPolicy | null {
  const { timezone: timeZone, checkInTime, currency } = resource;
  const { cancellationPolicyCode: code } = plan ?? resource;
  const policy = termsToSell(code, policies, { currency, isGeneric: isGeneric(resource) });
  if (policy === undefined) return null;
  const anchor = isGeneric(resource)
    ? exactAnchor(window.from, timeZone)
    : lodgingAnchor(policy, { arrival, checkInTime, timeZone });
  return { policy, anchor };
}

/** A generic resource takes no plan; every other one needs one of its own. */
export function choosePlan(
  resource: ResourceConfig,
  ratePlanId: string | undefined,
): Result<SellablePlan | undefined, StayRefusal> {
  if (isGeneric(resource))
    return ratePlanId === undefined
      ? ok(undefined)
      : refuse('rate_plan_required', 'The resource has no room type, so it takes no rate plan.');
  if (ratePlanId === undefined)
    return refuse('rate_plan_required', 'The resource has a room type, so a rate plan is required.');
  return findPlan(resource, ratePlanId);
}

export function findPlan(
  { plans }: ResourceConfig,
  ratePlanId: string,
): Result<SellablePlan, Refusal<'rate_plan_not_found'>> {
  const plan = plans.find(({ id }) => id === ratePlanId);
  return plan === undefined ? refuse('rate_plan_not_found', 'The resource has no such rate plan.') : ok(plan);
}

const NO_EXEMPTIONS: readonly TaxExemption[] = [];

function stayToBill(
  price: StayPrice,
  resource: ResourceConfig,
  plan: SellablePlan | undefined,
  { party, childAges, exemptions = NO_EXEMPTIONS, guests = guestsOf({ ...party, childAges }) }: BilledRequest,
): StayToBill {
  return {
    price,
    currency: resource.currency,
    quantity: party.quantity,
    guests,
    exemptions,
    resource,
    ratePlanCode: plan?.code,
  };
}

export function displayTotal(
  { currency: from, totalMinorUnits }: Bill,
  to: string,
  fxRates: readonly PublishedRate[],
  now: Temporal.Instant,
): Result<QuotedStay['display'], StayRefusal> {
  const rate = findRate(fxRates, from, to, now);
  if (rate === undefined)
    return refuse('fx_rate_unavailable', `No recent exchange rate leads from ${from} to ${to}.`);
  return ok({ currency: to, amountMinorUnits: convertAmount(totalMinorUnits, from, to, rate), rate });
}
