export interface StayWindow {
  readonly from: Temporal.Instant;
  readonly to: Temporal.Instant;
}

/** The local calendar date of an instant in an IANA zone. */
export function localDate(instant: Temporal.Instant, timeZone: string): Temporal.PlainDate {
  return instant.toZonedDateTimeISO(timeZone).toPlainDate();
}

/**
 * The nights of a lodging stay: the local dates from the date of `from` to the date of `to`, exclusive. Counting dates
 * instead of hours makes the count independent of DST.
 */
export function nightsOf(window: StayWindow, timeZone: string): Temporal.PlainDate[] {
  return datesBetween(localDate(window.from, timeZone), localDate(window.to, timeZone));
}

/** The local days that a generic booking touches: 22:00 to 02:00 are two. */
export function startedDaysOf(window: StayWindow, timeZone: string): Temporal.PlainDate[] {
  const last = localDate(window.to.subtract({ nanoseconds: 1 }), timeZone);
  return datesBetween(localDate(window.from, timeZone), last.add({ days: 1 }));
}

/** The dates from `first` to `end`, exclusive; empty unless `end` is after `first`. */
export function datesBetween(first: Temporal.PlainDate, end: Temporal.PlainDate): Temporal.PlainDate[] {
  const dates: Temporal.PlainDate[] = [];
  for (let date = first; Temporal.PlainDate.compare(date, end) < 0; date = date.add({ days: 1 }))
    dates.push(date);
  return dates;
}

export function daysBetween(first: Temporal.PlainDate, end: Temporal.PlainDate): number {
  return first.until(end, { largestUnit: 'days' }).days;
}
