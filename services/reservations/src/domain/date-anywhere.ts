/** The last moment that a stay can have. */
const END_OF_TIME = Temporal.Instant.from('9999-12-31T23:59:59Z');

/** No zone is further than a day from UTC. */
export function earliestStartOf(date: Temporal.PlainDate): Temporal.Instant {
  return date.subtract({ days: 1 }).toZonedDateTime('UTC').toInstant();
}

export function latestStartOf(date: Temporal.PlainDate): Temporal.Instant {
  const latest = date.add({ days: 1 }).toZonedDateTime('UTC').toInstant();
  return Temporal.Instant.compare(latest, END_OF_TIME) < 0 ? latest : END_OF_TIME;
}

/** Midnight, or the first moment after it where the clocks jump over midnight. */
export function startOf(date: Temporal.PlainDate, timeZone: string): Temporal.Instant {
  return date.toZonedDateTime(timeZone).toInstant();
}
