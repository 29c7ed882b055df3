/** The latest instant that a stay can have. */
const LATEST_INSTANT = Temporal.Instant.from('9999-12-31T23:59:59Z');

/** The start of the date in the easternmost zone: no zone is more than a day from UTC. */
export function earliestStartOf(date: Temporal.PlainDate): Temporal.Instant {
  return date.subtract({ days: 1 }).toZonedDateTime('UTC').toInstant();
}

/** The start of the date in the westernmost zone. */
export function latestStartOf(date: Temporal.PlainDate): Temporal.Instant {
  const latest = date.add({ days: 1 }).toZonedDateTime('UTC').toInstant();
  return Temporal.Instant.compare(latest, LATEST_INSTANT) < 0 ? latest : LATEST_INSTANT;
}

/** Midnight, or the first instant after it where a clock change skips midnight. */
export function startOf(date: Temporal.PlainDate, timeZone: string): Temporal.Instant {
  return date.toZonedDateTime(timeZone).toInstant();
}
