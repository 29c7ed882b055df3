const DAY_MS = 24 * 60 * 60 * 1000;

/** The local date of a moment, given in epoch milliseconds. */
export type LocalDays = (epochMilliseconds: number) => number;

/** A time between two changes of a zone's clocks. */
interface Stretch {
  readonly from: number;
  readonly until: number;
  readonly offset: number;
}

export function dayNumber(date: Temporal.PlainDate): number {
  return date.toZonedDateTime('UTC').epochMilliseconds / DAY_MS;
}

/** Remembers when the clocks of the zone change, for as long as the function it gives is kept. */
export function localDaysIn(timeZone: string): LocalDays {
  const stretches: Stretch[] = [];
  let latest: Stretch | undefined;
  return (moment) => {
    if (latest === undefined || !covers(latest, moment)) {
      latest = stretches.find((stretch) => covers(stretch, moment));
      if (latest === undefined) stretches.push((latest = stretchAround(moment, timeZone)));
    }
    return Math.floor((moment + latest.offset) / DAY_MS);
  };
}

function covers({ from, until }: Stretch, moment: number): boolean {
  return from <= moment && moment < until;
}

function stretchAround(moment: number, timeZone: string): Stretch {
  const local = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(timeZone);
  // A change at this very moment is not before it, but before the moment after it.
  const previous = local.add({ nanoseconds: 1 }).getTimeZoneTransition('previous');
  const next = local.getTimeZoneTransition('next');
  return {
    from: previous?.epochMilliseconds ?? -Infinity,
    until: next?.epochMilliseconds ?? Infinity,
    offset: local.offsetNanoseconds / 1_000_000,
  };
}
