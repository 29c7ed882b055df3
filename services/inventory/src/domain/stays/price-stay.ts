import { divideHalfUp, refuse, BPS_PER_UNIT } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import { dayNumber, isoWeekday } from '../time/day-number.ts';
import { rangeFinder } from '../time/range-index.ts';
import type { LeadTimeTier, LengthOfStayTier, Pricing, Season, Weekday } from '../resources/resource.ts';

export interface PricedNight {
  readonly date: string;
  readonly baseAmountMinorUnits: bigint;
  readonly dayOfWeekMultiplierBps: number;
  readonly seasonalMultiplierBps: number;
  readonly amountMinorUnits: bigint;
}

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

export interface StayToPrice {
  readonly dates: readonly string[];
  readonly quantity: number;
  /** Local days from today to the arrival; negative once the stay has begun. */
  readonly daysAhead: number;
  readonly pricing: Pricing | undefined;
  /** Amounts that were set for single dates; they replace the base amount. */
  readonly nightlyRates: ReadonlyMap<string, bigint>;
}

type Priced = Result<StayPrice, Refusal<'no_pricing_rule'>>;

/** Fifteen digits, the longest amount of the public contract. */
export const MAX_MINOR_UNITS = 999_999_999_999_999n;
/** The multiplier that changes nothing, in basis points. */
export const NEUTRAL_BPS = Number(BPS_PER_UNIT);

export function priceStay(stay: StayToPrice): Priced {
  const nights = stay.dates.map((date) => priceNight(date, stay));
  if (nights.every((night) => night !== undefined)) return totalPrice(nights, stay);
  const missing = stay.dates.filter((_, index) => nights[index] === undefined);
  return refuseDates('Some dates have no price.', missing);
}

function priceNight(date: string, { pricing, nightlyRates }: StayToPrice): PricedNight | undefined {
  const base = nightlyRates.get(date) ?? pricing?.baseAmountMinorUnits ?? undefined;
  if (base === undefined) return undefined;
  const dayOfWeekMultiplierBps = pricing?.dayOfWeekMultipliersBps?.[weekdayOf(date)] ?? NEUTRAL_BPS;
  const seasonalMultiplierBps = seasonOn(date, pricing?.seasons)?.multiplierBps ?? NEUTRAL_BPS;
  return {
    date,
    baseAmountMinorUnits: base,
    dayOfWeekMultiplierBps,
    seasonalMultiplierBps,
    amountMinorUnits: nightAmount(base, dayOfWeekMultiplierBps, seasonalMultiplierBps),
  };
}

/** The base amount of a night, scaled by its weekday and its season, rounded half up once. */
export function nightAmount(base: bigint, dayOfWeekBps: number, seasonBps: number): bigint {
  if (dayOfWeekBps === NEUTRAL_BPS && seasonBps === NEUTRAL_BPS) return base;
  return divideHalfUp(base * BigInt(dayOfWeekBps) * BigInt(seasonBps), BPS_PER_UNIT * BPS_PER_UNIT);
}

function totalPrice(nights: readonly PricedNight[], { quantity, daysAhead, pricing }: StayToPrice): Priced {
  const unitPrice = nights.reduce((sum, night) => sum + night.amountMinorUnits, 0n);
  const subtotalMinorUnits = unitPrice * BigInt(quantity);
  const leadTimeAdjustment = adjust(subtotalMinorUnits, leadTimeTier(daysAhead, pricing?.leadTimeTiers));
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
    price.nights.every(({ amountMinorUnits }) => amountMinorUnits <= MAX_MINOR_UNITS)
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

export const WEEKDAYS: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

function weekdayOf(date: string): Weekday {
  return WEEKDAYS[isoWeekday(dayNumber(date)) - 1] ?? 'mon';
}

const indexOf = rangeFinder('first');
const NO_SEASONS: readonly Season[] = [];

function seasonOn(date: string, seasons = NO_SEASONS): Season | undefined {
  if (seasons.length === 0) return undefined;
  const index = indexOf(seasons);
  if (index !== undefined) return index.on(date);
  return seasons.find(({ from, to }) => from <= date && date < to);
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
