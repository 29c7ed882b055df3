/** The same time of day at another date of the place. */
export function atDate(instant: string, timeZone: string, date: string): string {
  const time = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainTime();
  return instantOf(Temporal.PlainDate.from(date).toPlainDateTime(time), timeZone);
}

/** A date and a time (`15:00`) of the place. */
export function instantAt(date: string, time: string, timeZone: string): string {
  return instantOf(Temporal.PlainDateTime.from(`${date}T${time}`), timeZone);
}

export function isSameInstant(one: string, other: string): boolean {
  return Temporal.Instant.compare(Temporal.Instant.from(one), Temporal.Instant.from(other)) === 0;
}

function instantOf(local: Temporal.PlainDateTime, timeZone: string): string {
  return local.toZonedDateTime(timeZone).toInstant().toString();
}
