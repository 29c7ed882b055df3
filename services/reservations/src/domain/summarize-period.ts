import { divideHalfUp, BPS_PER_UNIT } from '@lodging/kernel';
import { dayNumber, localDaysIn } from './local-days.ts';
import type { LocalDays } from './local-days.ts';
import type { Period } from './period.ts';
import type { Money } from './reservation.ts';
import { amountOfNights, intersection, nightsOfStay } from './stay-nights.ts';
import type { DayRange, StayPeriod } from './stay-nights.ts';

export type CountedState = 'confirmed' | 'checked_in' | 'checked_out' | 'no_show' | 'cancelled';

export interface StayInPeriod extends StayPeriod {
  readonly state: CountedState;
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

export interface PeriodRecords {
  /** All stays that overlap the period; stays beside it may be among them and count for nothing. */
  readonly stays: readonly StayInPeriod[];
  readonly refunds: readonly Money[];
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
}

export interface PeriodSummary {
  readonly totals: readonly CurrencySummary[];
  readonly arrivals: Readonly<Record<CountedState, number>>;
}

export function summarizePeriod(period: Period, { stays, refunds, capacity }: PeriodRecords): PeriodSummary {
  const inside = { first: dayNumber(period.from), end: dayNumber(period.to) };
  const totals = new Map<string, RunningTotals>();
  const arrivals = { confirmed: 0, checked_in: 0, checked_out: 0, no_show: 0, cancelled: 0 };
  const zones = new Map<string, LocalDays>();

  for (const stay of stays) {
    const nights = nightsOfStay(stay, localDaysFor(zones, stay.timeZone));
    if (inside.first <= nights.first && nights.first < inside.end) arrivals[stay.state] += 1;
    if (stay.state !== 'cancelled') addStay(totals, stay, nights, intersection(nights, inside));
  }
  for (const { currency, minorUnits } of refunds) {
    if (minorUnits > 0n) totalsFor(totals, currency).refunded += minorUnits;
  }
  for (const { currency, unitNights, blockedUnitNights } of capacity) {
    if (unitNights > 0)
      totalsFor(totals, currency).nightsAvailable += Math.max(0, unitNights - blockedUnitNights);
  }
  const byCode = [...totals].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return { totals: byCode.map(([currency, running]) => toSummary(currency, running)), arrivals };
}

/** The sums of one currency while stays are added. */
interface RunningTotals {
  revenue: bigint;
  refunded: bigint;
  nightsSold: number;
  nightsAvailable: number;
}

function addStay(
  totals: Map<string, RunningTotals>,
  stay: StayInPeriod,
  nights: DayRange,
  inside: DayRange,
): void {
  const sold = inside.end - inside.first;
  if (sold === 0) return;
  const running = totalsFor(totals, stay.total.currency);
  running.nightsSold += sold * stay.quantity;
  running.revenue += amountOfNights(stay.total.minorUnits, nights, inside);
}

function totalsFor(totals: Map<string, RunningTotals>, currency: string): RunningTotals {
  const known = totals.get(currency);
  if (known !== undefined) return known;
  const running = { revenue: 0n, refunded: 0n, nightsSold: 0, nightsAvailable: 0 };
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
  const { revenue, refunded, nightsSold, nightsAvailable } = running;
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
  };
}

/** Rounded half up; 0 where the divisor is 0. */
function ratio(part: bigint, whole: number): bigint {
  return whole === 0 ? 0n : divideHalfUp(part, BigInt(whole));
}
