import { divideHalfUp, refuse, BPS_PER_UNIT } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import type { LeadTimeTier, LengthOfStayTier } from '../resources/resource.ts';
import { NEUTRAL_BPS } from './night-amount.ts';
import { priceNight } from './price-night.ts';
import type { NightPrices, PricedNight } from './price-night.ts';

export interface Adjustment {
  readonly kind: 'none' | 'discount' | 'surcharge';
  /** The size, without a sign. */
  readonly amountMinorUnits: bigint;
  readonly multiplierBps: number;
}

export interface StayPrice {
  readonly nights: readonly PricedNight[];
  readonly subtotalMinorUnits: bigint;
  readonly leadTimeAdjustment: Adjustment;
  readonly lengthOfStayAdjustment: Adjustment;
  readonly totalMinorUnits: bigint;
}

export interface StayToPrice extends NightPrices {
  readonly dates: readonly string[];
  readonly quantity: number;
  /** Local days from today to the arrival; negative once the stay has begun. */
  readonly daysAhead: number;
  /** Of a change: the booked factor, in place of the current tier. */
  readonly keptLeadTimeBps?: number | undefined;
}

type Priced = Result<StayPrice, Refusal<'no_pricing_rule'>>;

/** Fifteen digits, the longest amount of the public contract. */
export const MAX_MINOR_UNITS = 999_999_999_999_999n;

export function priceStay(stay: StayToPrice): Priced {
  const nights = stay.dates.map((date) => priceNight(date, stay));
  if (nights.every((night) => night !== undefined)) return totalPrice(nights, stay);
  const missing = stay.dates.filter((_, index) => nights[index] === undefined);
  return refuseDates('Some dates have no price.', missing);
}

function totalPrice(nights: readonly PricedNight[], stay: StayToPrice): Priced {
  const { quantity, daysAhead, pricing, keptLeadTimeBps } = stay;
  const unitPrice = nights.reduce((sum, night) => sum + night.amountMinorUnits, 0n);
  const subtotalMinorUnits = unitPrice * BigInt(quantity);
  const leadTime =
    keptLeadTimeBps === undefined
      ? leadTimeTier(daysAhead, pricing?.leadTimeTiers)
      : { multiplierBps: keptLeadTimeBps };
  const leadTimeAdjustment = adjust(subtotalMinorUnits, leadTime);
  const lengthOfStayAdjustment = adjust(
    subtotalMinorUnits,
    lengthOfStayTier(nights.length, pricing?.lengthOfStayTiers),
  );
  const adjusted = subtotalMinorUnits + signed(leadTimeAdjustment) + signed(lengthOfStayAdjustment);
  const totalMinorUnits = adjusted < 0n ? 0n : adjusted;
  const price = { nights, subtotalMinorUnits, leadTimeAdjustment, lengthOfStayAdjustment, totalMinorUnits };
  return isWithinLimit(price) ? { ok: true, value: price } : tooManyDigits(nights);
}

/** A price above `MAX_MINOR_UNITS` is none. */
export function tooManyDigits(nights: readonly { readonly date: string }[]) {
  return refuseDates(
    'The price of the stay exceeds the maximum number of digits.',
    nights.map(({ date }) => date),
  );
}

/** Multipliers can raise an amount above the longest one of the public contract. */
function isWithinLimit(price: StayPrice): boolean {
  return (
    price.subtotalMinorUnits <= MAX_MINOR_UNITS &&
    price.totalMinorUnits <= MAX_MINOR_UNITS &&
    price.leadTimeAdjustment.amountMinorUnits <= MAX_MINOR_UNITS &&
    price.lengthOfStayAdjustment.amountMinorUnits <= MAX_MINOR_UNITS &&
    price.nights.every(
      ({ amountMinorUnits, extraGuestsMinorUnits }) =>
        amountMinorUnits <= MAX_MINOR_UNITS && extraGuestsMinorUnits <= MAX_MINOR_UNITS,
    )
  );
}

const NO_ADJUSTMENT: Adjustment = { kind: 'none', amountMinorUnits: 0n, multiplierBps: NEUTRAL_BPS };

function adjust(subtotal: bigint, tier: { readonly multiplierBps: number } | undefined): Adjustment {
  const multiplierBps = tier?.multiplierBps ?? NEUTRAL_BPS;
  if (multiplierBps === NEUTRAL_BPS) return NO_ADJUSTMENT;
  const difference = BigInt(Math.abs(multiplierBps - NEUTRAL_BPS));
  return {
    kind: multiplierBps < NEUTRAL_BPS ? 'discount' : 'surcharge',
    amountMinorUnits: divideHalfUp(subtotal * difference, BPS_PER_UNIT),
    multiplierBps,
  };
}

function signed({ kind, amountMinorUnits }: Adjustment): bigint {
  return kind === 'discount' ? -amountMinorUnits : amountMinorUnits;
}

const NO_TIERS: readonly LeadTimeTier[] = [];

/** Both bounds are included. */
function leadTimeTier(daysAhead: number, tiers = NO_TIERS): LeadTimeTier | undefined {
  if (tiers.length === 0) return undefined;
  return tiers.find(
    ({ minDaysAhead, maxDaysAhead }) =>
      minDaysAhead <= daysAhead && (maxDaysAhead === null || daysAhead <= maxDaysAhead),
  );
}

/** The matching tier with the largest number of nights. */
function lengthOfStayTier(
  nights: number,
  tiers: readonly LengthOfStayTier[] = [],
): LengthOfStayTier | undefined {
  let best: LengthOfStayTier | undefined;
  for (const tier of tiers)
    if (tier.minNights <= nights && (best === undefined || tier.minNights > best.minNights)) best = tier;
  return best;
}

function refuseDates(detail: string, missingDates: readonly string[]) {
  return refuse('no_pricing_rule', detail, { missingDates });
}
