import { divideHalfUp, WHOLE_BPS } from '@lodging/kernel';
import { dayNumber, localDaysIn } from './local-days.ts';
import type { LocalDays } from './local-days.ts';
import type { Period } from './period.ts';
import type { Money } from './reservation.ts';
import { commonDays, nightsOfStay, shareOf } from './spread-stay.ts';
import type { Days, Stretch } from './spread-stay.ts';

export type CountedState = 'confirmed' | 'checked_in' | 'checked_out' | 'no_show' | 'cancelled';

export interface StayInPeriod extends Stretch {
  readonly state: CountedState;
  readonly timeZone: string;
  readonly quantity: number;
  readonly total: Money;
}

/** What there was to sell, in units times nights. */
export interface Capacity {
  readonly currency: string;
  readonly unitNights: number;
  readonly blockedUnitNights: number;
}

export interface PeriodFacts {
  /** At least all that touch the period; those beside it count for nothing. */
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

export function summarizePeriod(period: Period, { stays, refunds, capacity }: PeriodFacts): PeriodSummary {
  const inside = { first: dayNumber(period.from), end: dayNumber(period.to) };
  const books = new Map<string, Book>();
  const arrivals = { confirmed: 0, checked_in: 0, checked_out: 0, no_show: 0, cancelled: 0 };
  const zones = new Map<string, LocalDays>();

  for (const stay of stays) {
    const nights = nightsOfStay(stay, zoneOf(zones, stay.timeZone));
    if (inside.first <= nights.first && nights.first < inside.end) arrivals[stay.state] += 1;
    if (stay.state !== 'cancelled') enter(books, stay, nights, commonDays(nights, inside));
  }
  for (const { currency, minorUnits } of refunds) {
    if (minorUnits > 0n) bookFor(books, currency).refunded += minorUnits;
  }
  for (const { currency, unitNights, blockedUnitNights } of capacity) {
    if (unitNights > 0)
      bookFor(books, currency).nightsAvailable += Math.max(0, unitNights - blockedUnitNights);
  }
  const byCode = [...books].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return { totals: byCode.map(([currency, book]) => closed(currency, book)), arrivals };
}

/** What is being added up for one currency. */
interface Book {
  revenue: bigint;
  refunded: bigint;
  nightsSold: number;
  nightsAvailable: number;
}

function enter(books: Map<string, Book>, stay: StayInPeriod, nights: Days, inside: Days): void {
  const sold = inside.end - inside.first;
  if (sold === 0) return;
  const book = bookFor(books, stay.total.currency);
  book.nightsSold += sold * stay.quantity;
  book.revenue += shareOf(stay.total.minorUnits, nights, inside);
}

function bookFor(books: Map<string, Book>, currency: string): Book {
  const known = books.get(currency);
  if (known !== undefined) return known;
  const book = { revenue: 0n, refunded: 0n, nightsSold: 0, nightsAvailable: 0 };
  books.set(currency, book);
  return book;
}

function zoneOf(zones: Map<string, LocalDays>, timeZone: string): LocalDays {
  const known = zones.get(timeZone);
  if (known !== undefined) return known;
  const days = localDaysIn(timeZone);
  zones.set(timeZone, days);
  return days;
}

function closed(currency: string, book: Book): CurrencySummary {
  const { revenue, refunded, nightsSold, nightsAvailable } = book;
  return {
    currency,
    revenue,
    refunded,
    netRevenue: revenue - refunded,
    nightsSold,
    nightsAvailable,
    occupancyBps: Number(ratio(BigInt(nightsSold) * WHOLE_BPS, nightsAvailable)),
    averageDailyRate: ratio(revenue, nightsSold),
    revenuePerAvailable: ratio(revenue, nightsAvailable),
  };
}

/** Of nothing there is no share. */
function ratio(part: bigint, whole: number): bigint {
  return whole === 0 ? 0n : divideHalfUp(part, BigInt(whole));
}
