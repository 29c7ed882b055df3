export interface InstantSpan {
  readonly from: Temporal.Instant;
  readonly to: Temporal.Instant;
}

export interface LocalTime {
  readonly local: Temporal.PlainDateTime;
  readonly zone: string;
}

/**
 * An event within the hour that is skipped when DST begins would have no length and block nothing: it is extended to the hours
 * around it.
 */
export function instantsBetween(from: LocalTime, to: LocalTime): InstantSpan {
  const span = { from: instantOf(from, 'compatible'), to: instantOf(to, 'compatible') };
  const hasLength = Temporal.PlainDateTime.compare(from.local, to.local) < 0;
  if (from.zone === to.zone && hasLength && Temporal.Instant.compare(span.from, span.to) >= 0) {
    return { from: instantOf(from, 'earlier'), to: instantOf(to, 'later') };
  }
  return span;
}

function instantOf(time: LocalTime, disambiguation: 'compatible' | 'earlier' | 'later'): Temporal.Instant {
  return time.local.toZonedDateTime(time.zone, { disambiguation }).toInstant();
}
