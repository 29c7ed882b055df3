import type { readPickup, summarizeDays, summarizePeriod } from '@lodging/contract-reservations';
import type { RequestOf, ResponseOf } from '@lodging/contract-wire';
import { instantText } from '@lodging/kernel';
import type { Period } from '../domain/periods/period.ts';
import type { CurrencyPickup } from '../domain/periods/pickup.ts';
import type { DailySeries, DayFigures } from '../domain/periods/summarize-days.ts';
import type { PeriodSummary } from '../domain/periods/summarize-period.ts';
import type { SummarizePeriod } from '../use-cases/periods/summarize-period.ts';
import type { ReadPickup } from '../use-cases/periods/read-pickup.ts';
import type { SummarizeDays } from '../use-cases/periods/summarize-days.ts';
import { currencySummaryToWire } from './money.ts';

export function summarizePeriodFromWire(request: RequestOf<typeof summarizePeriod>): SummarizePeriod {
  return { period: periodFromWire(request), timeZone: request.timezone };
}

export function summarizeDaysFromWire(request: RequestOf<typeof summarizeDays>): SummarizeDays {
  return { period: periodFromWire(request), by: request.by };
}

function periodFromWire({ from, to }: { readonly from: string; readonly to: string }): Period {
  return { from: Temporal.PlainDate.from(from), to: Temporal.PlainDate.from(to) };
}

export function periodSummaryToWire(
  { from, to }: Period,
  { totals, arrivals }: PeriodSummary,
): ResponseOf<typeof summarizePeriod> {
  return {
    from: from.toString(),
    to: to.toString(),
    totals: totals.map(currencySummaryToWire),
    bookings: {
      confirmed: arrivals.confirmed,
      checkedIn: arrivals.checked_in,
      checkedOut: arrivals.checked_out,
      cancelled: arrivals.cancelled,
      noShow: arrivals.no_show,
    },
  };
}

export function dailySeriesToWire(
  { period: { from, to }, by }: SummarizeDays,
  series: readonly DailySeries[],
): ResponseOf<typeof summarizeDays> {
  return {
    from: from.toString(),
    to: to.toString(),
    by,
    series: series.map(({ key, label, currency, days }) => ({
      key,
      label,
      currency,
      days: days.map(dayToWire),
    })),
  };
}

function dayToWire(day: DayFigures) {
  return {
    date: day.date.toString(),
    roomNightsSold: day.nightsSold,
    roomNightsAvailable: day.nightsAvailable,
    occupancyBps: day.occupancyBps,
    revenueMinorUnits: day.revenue.toString(),
    adrMinorUnits: day.averageDailyRate.toString(),
    revparMinorUnits: day.revenuePerAvailable.toString(),
    arrivals: day.arrivals,
    departures: day.departures,
  };
}

export function readPickupFromWire(request: RequestOf<typeof readPickup>): ReadPickup {
  return { period: periodFromWire(request), since: Temporal.Instant.from(request.since) };
}

export function pickupToWire(
  { period: { from, to }, since }: ReadPickup,
  currencies: readonly CurrencyPickup[],
): ResponseOf<typeof readPickup> {
  return {
    from: from.toString(),
    to: to.toString(),
    since: instantText(since),
    currencies: currencies.map(({ currency, days }) => ({
      currency,
      days: days.map(({ date, roomNights, roomNightsThen, revenue, revenueThen, added, lost }) => ({
        date: date.toString(),
        roomNights,
        roomNightsThen,
        revenueMinorUnits: revenue.toString(),
        revenueThenMinorUnits: revenueThen.toString(),
        added,
        lost,
      })),
    })),
  };
}
