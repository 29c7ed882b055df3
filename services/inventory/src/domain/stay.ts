import { localDate, startedDaysOf } from '@lodging/kernel';
import type { StayWindow } from '@lodging/kernel';
import { DAY_MS, dayNumber, isoDate } from './day-number.ts';
import { isGeneric } from './resource.ts';
import type { ResourceKind } from './resource.ts';

/**
 * What decides the time axis of a resource. The axis of a lodging resource has local dates, each begun at 00:00Z, so that
 * neither daylight saving time nor a change of the time zone moves a claim. The axis of a generic one has exact instants.
 */
export interface ResourceAxis {
  readonly kind: ResourceKind;
  readonly timezone: string;
}

export interface ResourceUnits extends ResourceAxis {
  readonly units: number;
}

/** A half-open interval on the axis of a resource, in epoch milliseconds. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Stay {
  readonly window: StayWindow;
  readonly arrival: Temporal.PlainDate;
  readonly departure: Temporal.PlainDate;
  /** Arrival and departure as text, for the many comparisons of a search. */
  readonly dates: { readonly from: string; readonly to: string };
  /** Local dates between arrival and departure; daylight saving time never changes the count. */
  readonly nights: number;
  readonly span: Span;
}

export function stayAt(resource: ResourceAxis, window: StayWindow): Stay {
  const arrival = localDate(window.from, resource.timezone);
  const departure = localDate(window.to, resource.timezone);
  const dates = { start: startOfDate(arrival), end: startOfDate(departure) };
  const nights = (dates.end - dates.start) / DAY_MS;
  const span = isGeneric(resource)
    ? { start: window.from.epochMilliseconds, end: window.to.epochMilliseconds }
    : dates;
  const text = { from: arrival.toString(), to: departure.toString() };
  return { window, arrival, departure, dates: text, nights, span };
}

/** The dates that are priced: the nights of a lodging stay, the started local days of a generic one. */
export function pricedDates(resource: ResourceAxis, stay: Stay): string[] {
  if (isGeneric(resource)) return startedDaysOf(stay.window, resource.timezone).map(String);
  const first = dayNumber(stay.dates.from);
  return Array.from({ length: stay.nights }, (_, night) => isoDate(first + night));
}

/**
 * Contains the span of the window for every kind of resource and every time zone, for queries that run before these are
 * known: no zone is further than a day from UTC, and a date begins at most a day before any of its instants.
 */
export function widestSpan(window: StayWindow): Span {
  return {
    start: window.from.epochMilliseconds - 2 * DAY_MS,
    end: window.to.epochMilliseconds + 2 * DAY_MS,
  };
}

function startOfDate(date: Temporal.PlainDate): number {
  return date.toZonedDateTime('UTC').epochMilliseconds;
}
