import type { CancellationPolicy, Notice } from './policy.ts';

/** The moment from which deadlines are counted back, where the stay was sold. It never changes. */
export interface Anchor {
  readonly at: Temporal.Instant;
  /** The arrival. */
  readonly date: Temporal.PlainDate;
  readonly time: Temporal.PlainTime;
  readonly timeZone: string;
}

/** Of a lodging stay: its arrival date at the reference time of the policy, else at the check-in time. */
export function lodgingAnchor(
  { referenceTime }: Pick<CancellationPolicy, 'referenceTime'>,
  stay: { readonly arrival: Temporal.PlainDate; readonly checkInTime: string; readonly timeZone: string },
): Anchor {
  const time = Temporal.PlainTime.from(referenceTime ?? stay.checkInTime);
  const { arrival: date, timeZone } = stay;
  return { at: localInstant(date, time, timeZone), date, time, timeZone };
}

/** Of a generic booking: its exact start. */
export function exactAnchor(start: Temporal.Instant, timeZone: string): Anchor {
  const local = start.toZonedDateTimeISO(timeZone);
  return { at: start, date: local.toPlainDate(), time: local.toPlainTime(), timeZone };
}

/** Days keep the local time of the anchor, hours are of 3,600 s. */
export function deadlineOf({ at, date, time, timeZone }: Anchor, { count, unit }: Notice): Temporal.Instant {
  if (unit === 'hours') return at.subtract({ hours: count });
  return localInstant(date.subtract({ days: count }), time, timeZone);
}

/** A time that the clock leaves out goes forward, one that it has twice is the earlier. */
export function localInstant(
  date: Temporal.PlainDate,
  time: Temporal.PlainTime,
  timeZone: string,
): Temporal.Instant {
  return date.toPlainDateTime(time).toZonedDateTime(timeZone, { disambiguation: 'compatible' }).toInstant();
}
