import { dayNumber, localDaysOfZones } from '../stay/local-days.ts';
import { amountOfNights, intersection, nightsOfStay } from '../stay/stay-nights.ts';
import type { DayRange } from '../stay/stay-nights.ts';
import { averageOf, occupancyOf } from './averages.ts';
import type { Period } from './period.ts';
import { soldNights } from './sold-nights.ts';
import type { StayInPeriod } from './summarize-period.ts';

export type SeriesKind = 'total' | 'roomType' | 'source';

export interface StayOfSeries extends Omit<StayInPeriod, 'bill'> {
  readonly roomTypeId: string | null;
  readonly source: Source;
}

const SOURCES = ['direct', 'manual'] as const;
type Source = (typeof SOURCES)[number];

/** Units that can be sold, of each date of the period. */
export interface DailyCapacity {
  readonly currency: string;
  /** Null where all resources are one group, and for generic resources. */
  readonly roomType: { readonly id: string; readonly name: string } | null;
  readonly availableUnits: readonly number[];
}

export interface DayFigures {
  readonly date: Temporal.PlainDate;
  readonly nightsSold: number;
  readonly nightsAvailable: number;
  readonly occupancyBps: number;
  readonly revenue: bigint;
  readonly averageDailyRate: bigint;
  readonly revenuePerAvailable: bigint;
  readonly arrivals: number;
  readonly departures: number;
}

export interface DailySeries {
  readonly key: string;
  readonly label: string | null;
  readonly currency: string;
  readonly days: readonly DayFigures[];
}

/** Of resources without a room type. */
const GENERIC = 'generic';

interface SeriesRecords {
  readonly stays: readonly StayOfSeries[];
  readonly capacity: readonly DailyCapacity[];
}

/** At most so many series are in the answer: their number is known before any is summed. */
export function countSeries(by: SeriesKind, { stays, capacity }: SeriesRecords): number {
  return new Set([
    ...capacity.flatMap((group) => keysOfCapacity(by, group).map(([key]) => `${group.currency} ${key}`)),
    ...stays.map((stay) => `${stay.total.currency} ${keyOfStay(by, stay)}`),
  ]).size;
}

/** The sums over all days and series equal those of the period; a series without a unit and without a stay is left out. */
export function summarizeDays(
  period: Period,
  by: SeriesKind,
  { stays, capacity }: SeriesRecords,
): DailySeries[] {
  const inside = { first: dayNumber(period.from), end: dayNumber(period.to) };
  const dates = Array.from({ length: inside.end - inside.first }, (_, days) => period.from.add({ days }));
  const found = new Map<string, RunningSeries>();
  const localDays = localDaysOfZones();
  const seriesOf = (key: string, label: string | null, currency: string): RunningSeries => {
    const id = `${currency} ${key}`;
    const series = found.get(id) ?? { key, label, currency, isEmpty: true, days: dates.map(emptyDay) };
    found.set(id, series);
    return series;
  };
  for (const group of capacity)
    for (const [key, label] of keysOfCapacity(by, group))
      addCapacity(seriesOf(key, label, group.currency), group);
  for (const stay of stays) {
    if (stay.state === 'cancelled') continue;
    const nights = nightsOfStay(stay, localDays(stay.timeZone));
    const series = seriesOf(keyOfStay(by, stay), null, stay.total.currency);
    const counted = intersection(nights, inside);
    addNights(series, stay, {
      inside,
      nights,
      counted,
      sold: soldNights(stay, counted, localDays(stay.timeZone)),
    });
    if (stay.state !== 'no_show') addMoves(series, stay, { inside, nights });
  }
  return [...found.values()]
    .filter(({ isEmpty }) => !isEmpty)
    .toSorted(inOrder)
    .map(toSeries);
}

interface RunningSeries {
  readonly key: string;
  readonly label: string | null;
  readonly currency: string;
  readonly days: RunningDay[];
  isEmpty: boolean;
}

interface RunningDay {
  readonly date: Temporal.PlainDate;
  sold: number;
  available: number;
  revenue: bigint;
  arrivals: number;
  departures: number;
}

function emptyDay(date: Temporal.PlainDate): RunningDay {
  return { date, sold: 0, available: 0, revenue: 0n, arrivals: 0, departures: 0 };
}

/** Sources share the units, so that their occupancies add up to that of all. */
function keysOfCapacity(by: SeriesKind, { roomType }: DailyCapacity): [string, string | null][] {
  if (by === 'source') return SOURCES.map((source) => [source, null]);
  return [by === 'total' ? ['total', null] : [roomType?.id ?? GENERIC, roomType?.name ?? null]];
}

function keyOfStay(by: SeriesKind, { source, roomTypeId }: StayOfSeries): string {
  if (by === 'source') return source;
  return by === 'total' ? 'total' : (roomTypeId ?? GENERIC);
}

function addCapacity(series: RunningSeries, { availableUnits }: DailyCapacity): void {
  for (const [index, day] of series.days.entries()) {
    const units = availableUnits[index] ?? 0;
    day.available += units;
    if (units > 0) series.isEmpty = false;
  }
}

interface NightsInPeriod {
  readonly inside: DayRange;
  readonly nights: DayRange;
}

function addNights(
  series: RunningSeries,
  { total, quantity }: StayOfSeries,
  { inside, nights, counted, sold }: NightsInPeriod & { readonly counted: DayRange; readonly sold: DayRange },
): void {
  for (let night = counted.first; night < counted.end; night += 1) {
    const day = series.days[night - inside.first];
    if (day === undefined) continue;
    series.isEmpty = false;
    day.revenue += amountOfNights(total.minorUnits, nights, { first: night, end: night + 1 });
    if (night < sold.end) day.sold += quantity;
  }
}

/** A generic stay ends on its last local day, lodging on the day after the last night. */
function addMoves(
  series: RunningSeries,
  { isGeneric }: StayOfSeries,
  { inside, nights }: NightsInPeriod,
): void {
  const arrival = series.days[nights.first - inside.first];
  const departure = series.days[(isGeneric ? nights.end - 1 : nights.end) - inside.first];
  if (arrival !== undefined) arrival.arrivals += 1;
  if (departure !== undefined) departure.departures += 1;
  if (arrival !== undefined || departure !== undefined) series.isEmpty = false;
}

/** Room types by their name, generic resources after them. */
function inOrder(one: RunningSeries, other: RunningSeries): number {
  const textOf = ({ key, label, currency }: RunningSeries) =>
    [label === null && key === GENERIC ? '1' : '0', label ?? '', key, currency].join('\u0000');
  return textOf(one) < textOf(other) ? -1 : 1;
}

function toSeries({ key, label, currency, days }: RunningSeries): DailySeries {
  return {
    key,
    label,
    currency,
    days: days.map(({ date, sold, available, revenue, arrivals, departures }) => ({
      date,
      nightsSold: sold,
      nightsAvailable: available,
      occupancyBps: occupancyOf(sold, available),
      revenue,
      averageDailyRate: averageOf(revenue, sold),
      revenuePerAvailable: averageOf(revenue, available),
      arrivals,
      departures,
    })),
  };
}
