import { divideHalfUp, BPS_PER_UNIT } from '@lodging/kernel';
import { dayNumber, localDaysIn } from '../stay/local-days.ts';
import type { LocalDays } from '../stay/local-days.ts';
import type { Period } from './period.ts';
import type { Money } from '../stay/reservation.ts';
import { amountOfNights, intersection, nightsOfStay } from '../stay/stay-nights.ts';
import type { DayRange, StayPeriod } from '../stay/stay-nights.ts';

export type CountedState = 'confirmed' | 'checked_in' | 'checked_out' | 'no_show' | 'cancelled';

/** Parts of the itemised price of a stay. */
export interface BillParts {
  readonly accommodation: bigint;
  /** Taxes that the accommodation has in it. */
  readonly includedTax: bigint;
  /** Taxes on top of it that are paid online. */
  readonly addedTax: bigint;
  readonly fees: bigint;
  readonly extras: bigint;
  readonly propertyTax: bigint;
}

export interface StayInPeriod extends StayPeriod {
  readonly state: CountedState;
  /** A stay without one counts whole as accommodation. */
  readonly bill?: BillParts | null;
  /** Epoch milliseconds at which a no-show freed the nights that were left. */
  readonly freedAt?: number | null;
  readonly timeZone: string;
  readonly quantity: number;
  readonly total: Money;
}

/** Units for sale, multiplied by nights. */
export interface Capacity {
  readonly currency: string;
  readonly unitNights: number;
  readonly blockedUnitNights: number;
}

/** Money that came in or went back in the period, of all bookings; and what was kept of stays that were settled in it. */
export interface MovedMoney {
  readonly currency: string;
  readonly collected: bigint;
  readonly returned: bigint;
  readonly retained: bigint;
}

export interface PeriodRecords {
  /** All stays that overlap the period; stays beside it may be among them and count for nothing. */
  readonly stays: readonly StayInPeriod[];
  /** Of stays that were confirmed. */
  readonly refunds: readonly Money[];
  readonly moved?: readonly MovedMoney[];
  readonly capacity: readonly Capacity[];
}

export interface CurrencySummary {
  readonly currency: string;
  readonly revenue: bigint;
  readonly refunded: bigint;
  readonly netRevenue: bigint;
  readonly nightsSold: number;
  readonly nightsAvailable: number;
  readonly occupancyBps: number;
  readonly averageDailyRate: bigint;
  readonly revenuePerAvailable: bigint;
  readonly collected: bigint;
  readonly returned: bigint;
  readonly cashNet: bigint;
  readonly retained: bigint;
  readonly accommodationNet: bigint;
  readonly fees: bigint;
  readonly extras: bigint;
  readonly tax: bigint;
  readonly propertyTax: bigint;
  readonly averageDailyRateNet: bigint;
  readonly revenuePerAvailableNet: bigint;
}

export interface PeriodSummary {
  readonly totals: readonly CurrencySummary[];
  readonly arrivals: Readonly<Record<CountedState, number>>;
}

export function summarizePeriod(
  period: Period,
  { stays, refunds, moved = [], capacity }: PeriodRecords,
): PeriodSummary {
  const inside = { first: dayNumber(period.from), end: dayNumber(period.to) };
  const totals = new Map<string, RunningTotals>();
  const arrivals = { confirmed: 0, checked_in: 0, checked_out: 0, no_show: 0, cancelled: 0 };
  const zones = new Map<string, LocalDays>();

  for (const stay of stays) {
    const nights = nightsOfStay(stay, localDaysFor(zones, stay.timeZone));
    if (inside.first <= nights.first && nights.first < inside.end) arrivals[stay.state] += 1;
    if (stay.state === 'cancelled') continue;
    const counted = { nights, inside: intersection(nights, inside) };
    addStay(totals, stay, {
      ...counted,
      sold: soldNights(stay, counted.inside, localDaysFor(zones, stay.timeZone)),
    });
  }
  for (const { currency, minorUnits } of refunds) {
    if (minorUnits > 0n) totalsFor(totals, currency).refunded += minorUnits;
  }
  for (const { currency, collected, returned, retained } of moved) {
    const running = totalsFor(totals, currency);
    running.collected += collected;
    running.returned += returned;
    running.retained += retained;
  }
  for (const { currency, unitNights, blockedUnitNights } of capacity) {
    if (unitNights > 0)
      totalsFor(totals, currency).nightsAvailable += Math.max(0, unitNights - blockedUnitNights);
  }
  const byCode = [...totals].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return { totals: byCode.map(([currency, running]) => toSummary(currency, running)), arrivals };
}

/** The sums of one currency while stays are added. */
interface RunningTotals extends Record<SpreadPart, bigint> {
  revenue: bigint;
  refunded: bigint;
  collected: bigint;
  returned: bigint;
  retained: bigint;
  nightsSold: number;
  nightsAvailable: number;
}

type SpreadPart = 'accommodationNet' | 'fees' | 'extras' | 'tax' | 'propertyTax';

interface CountedNights {
  readonly nights: DayRange;
  /** Those in the period. */
  readonly inside: DayRange;
  /** How many of those are sold. */
  readonly sold: number;
}

function addStay(
  totals: Map<string, RunningTotals>,
  { total, bill = null, quantity }: StayInPeriod,
  { nights, inside, sold }: CountedNights,
): void {
  if (inside.end === inside.first) return;
  const running = totalsFor(totals, total.currency);
  running.nightsSold += sold * quantity;
  running.revenue += amountOfNights(total.minorUnits, nights, inside);
  for (const [part, amount] of partsOf(total.minorUnits, bill))
    if (amount !== 0n) running[part] += amountOfNights(amount, nights, inside);
}

function partsOf(total: bigint, bill: BillParts | null): readonly (readonly [SpreadPart, bigint])[] {
  if (bill === null) return [['accommodationNet', total]];
  return [
    ['accommodationNet', bill.accommodation - bill.includedTax],
    ['fees', bill.fees],
    ['extras', bill.extras],
    ['tax', bill.includedTax + bill.addedTax],
    ['propertyTax', bill.propertyTax],
  ];
}

/** The nights of a no-show are free again from the local date on which it was recorded. */
function soldNights({ freedAt = null }: StayInPeriod, inside: DayRange, localDay: LocalDays): number {
  const end = freedAt === null ? inside.end : Math.min(inside.end, localDay(freedAt));
  return Math.max(0, end - inside.first);
}

function totalsFor(totals: Map<string, RunningTotals>, currency: string): RunningTotals {
  const known = totals.get(currency);
  if (known !== undefined) return known;
  const running = {
    revenue: 0n,
    refunded: 0n,
    collected: 0n,
    returned: 0n,
    retained: 0n,
    accommodationNet: 0n,
    fees: 0n,
    extras: 0n,
    tax: 0n,
    propertyTax: 0n,
    nightsSold: 0,
    nightsAvailable: 0,
  };
  totals.set(currency, running);
  return running;
}

function localDaysFor(zones: Map<string, LocalDays>, timeZone: string): LocalDays {
  const known = zones.get(timeZone);
  if (known !== undefined) return known;
  const days = localDaysIn(timeZone);
  zones.set(timeZone, days);
  return days;
}

function toSummary(currency: string, running: RunningTotals): CurrencySummary {
  const { revenue, refunded, nightsSold, nightsAvailable, accommodationNet, ...sums } = running;
  return {
    currency,
    revenue,
    refunded,
    netRevenue: revenue - refunded,
    nightsSold,
    nightsAvailable,
    occupancyBps: Number(ratio(BigInt(nightsSold) * BPS_PER_UNIT, nightsAvailable)),
    averageDailyRate: ratio(revenue, nightsSold),
    revenuePerAvailable: ratio(revenue, nightsAvailable),
    ...sums,
    cashNet: sums.collected - sums.returned,
    accommodationNet,
    averageDailyRateNet: ratio(accommodationNet, nightsSold),
    revenuePerAvailableNet: ratio(accommodationNet, nightsAvailable),
  };
}

/** Rounded half up; 0 where the divisor is 0. */
function ratio(part: bigint, whole: number): bigint {
  return whole === 0 ? 0n : divideHalfUp(part, BigInt(whole));
}
