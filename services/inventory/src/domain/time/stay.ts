import { localDate, startedDaysOf } from '@lodging/kernel';
import type { StayWindow } from '@lodging/kernel';
import { DAY_MS, dayNumber, isoDate } from './day-number.ts';
import { isGeneric } from './resource-kind.ts';
import type { ResourceKind } from './resource-kind.ts';

/**
 * The facts that define the time axis of a resource. The axis of a lodging resource has local dates, each from 00:00Z, so
 * that neither daylight saving time nor a change of the time zone moves a claim. The axis of a generic one has exact
 * instants.
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

export function stayAt(resource: ResourceAxis, { from, to }: StayWindow): Stay {
  return stayBetween(resource, stayEnd(resource, from), stayEnd(resource, to));
}

/** One of the two ends of a stay. A search makes many stays of few of them. */
export interface StayEnd {
  readonly instant: Temporal.Instant;
  readonly date: Temporal.PlainDate;
  readonly text: string;
  /** Of the date on the axis of lodging. */
  readonly startMs: number;
}

export function stayEnd({ timezone }: ResourceAxis, instant: Temporal.Instant): StayEnd {
  const date = localDate(instant, timezone);
  const text = date.toString();
  return { instant, date, text, startMs: dayNumber(text) * DAY_MS };
}

export function stayBetween(resource: ResourceAxis, from: StayEnd, to: StayEnd): Stay {
  const dates = { start: from.startMs, end: to.startMs };
  return {
    window: { from: from.instant, to: to.instant },
    arrival: from.date,
    departure: to.date,
    dates: { from: from.text, to: to.text },
    nights: (dates.end - dates.start) / DAY_MS,
    span: isGeneric(resource)
      ? { start: from.instant.epochMilliseconds, end: to.instant.epochMilliseconds }
      : dates,
  };
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
