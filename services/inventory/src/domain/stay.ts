import { datesBetween, localDate, startedDaysOf } from '@lodging/kernel';
import type { StayWindow } from '@lodging/kernel';
import { isGeneric } from './resource.ts';
import type { ResourceKind } from './resource.ts';

/** A half-open stretch of the axis on which a resource's units are taken, in epoch milliseconds. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Stay {
  readonly window: StayWindow;
  readonly arrival: Temporal.PlainDate;
  readonly departure: Temporal.PlainDate;
  /** Local dates between arrival and departure; DST never changes the count. */
  readonly nights: number;
  readonly span: Span;
}

interface Place {
  readonly kind: ResourceKind;
  readonly timezone: string;
}

export function stayAt(place: Place, window: StayWindow): Stay {
  const arrival = localDate(window.from, place.timezone);
  const departure = localDate(window.to, place.timezone);
  const dates = { start: startOfDate(arrival), end: startOfDate(departure) };
  const nights = (dates.end - dates.start) / DAY_MS;
  const span = isGeneric(place)
    ? { start: window.from.epochMilliseconds, end: window.to.epochMilliseconds }
    : dates;
  return { window, arrival, departure, nights, span };
}

/** The dates that cost: the nights of a lodging stay, the started local days of a generic one. */
export function pricedDates(place: Place, stay: Stay): string[] {
  const dates = isGeneric(place)
    ? startedDaysOf(stay.window, place.timezone)
    : datesBetween(stay.arrival, stay.departure);
  return dates.map(String);
}

/**
 * Contains the span of the window whatever the resource's time zone and kind, for those who must look before they know
 * them: no zone is further than a day from UTC, and a date begins at most a day before any of its instants.
 */
export function widestSpan(window: StayWindow): Span {
  return {
    start: window.from.epochMilliseconds - 2 * DAY_MS,
    end: window.to.epochMilliseconds + 2 * DAY_MS,
  };
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Lodging lives on an axis of dates, each begun at 00:00Z, so that neither DST nor a new zone moves a claim. */
function startOfDate(date: Temporal.PlainDate): number {
  return date.toZonedDateTime('UTC').epochMilliseconds;
}
