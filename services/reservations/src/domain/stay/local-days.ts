const DAY_MS = 24 * 60 * 60 * 1000;

/** The local date of an instant (epoch milliseconds) as a day number. */
export type LocalDays = (epochMilliseconds: number) => number;

/** The time between two offset changes of a zone. */
interface OffsetPeriod {
  readonly from: number;
  readonly until: number;
  readonly offset: number;
}

/** Days since 1970-01-01. */
export function dayNumber(date: Temporal.PlainDate): number {
  return date.toZonedDateTime('UTC').epochMilliseconds / DAY_MS;
}

/** The local dates of many zones; each zone is looked up once. */
export function localDaysOfZones(): (timeZone: string) => LocalDays {
  const zones = new Map<string, LocalDays>();
  return (timeZone) => {
    const known = zones.get(timeZone);
    if (known !== undefined) return known;
    const days = localDaysIn(timeZone);
    zones.set(timeZone, days);
    return days;
  };
}

/** Caches the offset changes of the zone for the lifetime of the returned function. */
export function localDaysIn(timeZone: string): LocalDays {
  const periods: OffsetPeriod[] = [];
  let latest: OffsetPeriod | undefined;
  return (instant) => {
    if (latest === undefined || !covers(latest, instant)) {
      latest = periods.find((period) => covers(period, instant));
      if (latest === undefined) periods.push((latest = offsetPeriodAround(instant, timeZone)));
    }
    return Math.floor((instant + latest.offset) / DAY_MS);
  };
}

function covers({ from, until }: OffsetPeriod, instant: number): boolean {
  return from <= instant && instant < until;
}

function offsetPeriodAround(instant: number, timeZone: string): OffsetPeriod {
  const local = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone);
  // 'previous' excludes a change at exactly this instant, so the search starts a nanosecond later.
  const previous = local.add({ nanoseconds: 1 }).getTimeZoneTransition('previous');
  const next = local.getTimeZoneTransition('next');
  return {
    from: previous?.epochMilliseconds ?? -Infinity,
    until: next?.epochMilliseconds ?? Infinity,
    offset: local.offsetNanoseconds / 1_000_000,
  };
}
