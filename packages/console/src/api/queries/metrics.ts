import type { DailyMetrics, DailyMetricsParams } from '@lodging/client';
import { addDays } from '@lodging/format';
import { queryOptions } from '@tanstack/react-query';
import { exclusive } from '../../domain/period.ts';
import type { Period } from '../../domain/period.ts';
import { lodging } from '../lodging.ts';

export type SeriesKind = NonNullable<DailyMetricsParams['by']>;
export type Series = DailyMetrics['series'][number];
type DayFigures = Series['days'][number];
export type Nights = Pick<
  DayFigures,
  'date' | 'roomNightsSold' | 'roomNightsAvailable' | 'arrivals' | 'departures'
>;

const STALE_MS = 60_000;

/** Nights of a few days. */
export function nightsQuery(from: string, days: number) {
  return queryOptions({
    queryKey: ['metrics', 'nights', from, days],
    queryFn: async ({ signal }): Promise<readonly Nights[]> =>
      summed(await lodging.metrics.getDaily({ from, to: addDays(from, days) }, { signal })),
    staleTime: STALE_MS,
  });
}

/** Nights of several currencies are nights. */
function summed({ series }: DailyMetrics): Nights[] {
  const days = series.flatMap((one) => one.days);
  return [...Map.groupBy(days, ({ date }) => date)].map(([date, same]) => {
    const sum = (name: Exclude<keyof Nights, 'date'>): number =>
      same.reduce((total, day) => total + day[name], 0);
    return {
      date,
      roomNightsSold: sum('roomNightsSold'),
      roomNightsAvailable: sum('roomNightsAvailable'),
      arrivals: sum('arrivals'),
      departures: sum('departures'),
    };
  });
}

export function summaryQuery(period: Period) {
  return queryOptions({
    queryKey: ['metrics', 'summary', period],
    queryFn: ({ signal }) => lodging.metrics.getSummary(exclusive(period), { signal }),
    staleTime: STALE_MS,
  });
}

export function dailyQuery(period: Period, by: SeriesKind) {
  return queryOptions({
    queryKey: ['metrics', 'daily', period, by],
    queryFn: ({ signal }) => lodging.metrics.getDaily({ ...exclusive(period), by }, { signal }),
    staleTime: STALE_MS,
  });
}

/** `since` is an instant. */
export function pickupQuery(period: Period, since: string) {
  return queryOptions({
    queryKey: ['metrics', 'pickup', period, since],
    queryFn: ({ signal }) => lodging.metrics.getPickup({ ...exclusive(period), since }, { signal }),
    staleTime: STALE_MS,
  });
}
