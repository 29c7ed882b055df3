import { dayNumber, localDaysOfZones } from '../stay/local-days.ts';
import { averageOf, occupancyOf } from './averages.ts';
import type { Period } from './period.ts';
import { soldNights } from './sold-nights.ts';
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
  /** By imported blocks, of what is not out of order. */
  readonly blockedUnitNights: number;
  readonly outOfOrderUnitNights?: number | undefined;
  /** By other blocks of the tenant. */
  readonly ownBlockedUnitNights?: number | undefined;
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
  /** Without what is out of order. */
  readonly capacityNights: number;
  readonly outOfOrderNights: number;
  readonly blockedNights: number;
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
  const localDays = localDaysOfZones();

  for (const stay of stays) {
    const nights = nightsOfStay(stay, localDays(stay.timeZone));
    if (inside.first <= nights.first && nights.first < inside.end) arrivals[stay.state] += 1;
    if (stay.state === 'cancelled') continue;
    const counted = intersection(nights, inside);
    const sold = soldNights(stay, counted, localDays(stay.timeZone));
    addStay(totals, stay, { nights, inside: counted, sold: sold.end - sold.first });
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
  for (const one of capacity) addCapacity(totals, one);
  const byCode = [...totals].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return { totals: byCode.map(([currency, running]) => toSummary(currency, running)), arrivals };
}

function addCapacity(
  totals: Map<string, RunningTotals>,
  { currency, unitNights, blockedUnitNights, outOfOrderUnitNights = 0, ownBlockedUnitNights = 0 }: Capacity,
): void {
  if (unitNights <= 0) return;
  const running = totalsFor(totals, currency);
  const capacityNights = unitNights - outOfOrderUnitNights;
  running.capacityNights += capacityNights;
  running.outOfOrderNights += outOfOrderUnitNights;
  running.blockedNights += ownBlockedUnitNights;
  running.nightsAvailable += Math.max(0, capacityNights - blockedUnitNights);
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
  capacityNights: number;
  outOfOrderNights: number;
  blockedNights: number;
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
    capacityNights: 0,
    outOfOrderNights: 0,
    blockedNights: 0,
  };
  totals.set(currency, running);
  return running;
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
    occupancyBps: occupancyOf(nightsSold, nightsAvailable),
    averageDailyRate: averageOf(revenue, nightsSold),
    revenuePerAvailable: averageOf(revenue, nightsAvailable),
    ...sums,
    cashNet: sums.collected - sums.returned,
    accommodationNet,
    averageDailyRateNet: averageOf(accommodationNet, nightsSold),
    revenuePerAvailableNet: averageOf(accommodationNet, nightsAvailable),
  };
}
