import { checkWindow } from '../time/check-window.ts';
import { datedStay } from '../stays/quote-stay.ts';
import type { DatedStay } from '../stays/quote-stay.ts';
import { dayNumber, isoDate } from '../time/day-number.ts';
import { isGeneric } from '../time/resource-kind.ts';
import { createSearchedStays } from '../search/searched-stays.ts';
import type { SearchedAxis } from '../search/searched-stays.ts';
import { stayAt } from '../time/stay.ts';
import type { ResourceAxis, Stay } from '../time/stay.ts';

/** By how many days the ends of a stay are moved. */
export interface Move {
  readonly arrival: number;
  readonly departure: number;
}

/** Undefined: there is no such stay, it is over, or it began before today where the requested one did not. */
export type NearStay = DatedStay | undefined;

/** The stay at the same local times of other dates. */
export function movedStay(
  axis: ResourceAxis,
  requested: DatedStay,
  { arrival, departure }: Move,
  now: Temporal.Instant,
): NearStay {
  const { window, dates } = requested.stay;
  const at = (instant: Temporal.Instant, days: number) =>
    instant.toZonedDateTimeISO(axis.timezone).add({ days }).toInstant();
  const moved = { from: at(window.from, arrival), to: at(window.to, departure) };
  if (Temporal.Instant.compare(moved.from, moved.to) >= 0) return undefined;
  const stay = stayAt(axis, moved);
  // A clock that leaves out midnight may move a time to the next date.
  const isMeant =
    stay.dates.from === isoDate(dayNumber(dates.from) + arrival) &&
    stay.dates.to === isoDate(dayNumber(dates.to) + departure);
  return isMeant ? validStay(axis, stay, requested, now) : undefined;
}

/**
 * The stays of other resources on the same local dates: of lodging at their own times, of generic resources at the local
 * times of the requested one. Resources of one time zone and the same times share them.
 */
export function createStaysElsewhere(
  axis: ResourceAxis,
  requested: DatedStay,
  now: Temporal.Instant,
): (other: SearchedAxis) => NearStay {
  const { dates, window } = requested.stay;
  const staysOf = createSearchedStays({ kind: 'dates', arrival: dates.from, departure: dates.to }, now);
  return (other) => {
    if (!isGeneric(other)) return beginsInTime(staysOf(other).stays[0], requested);
    const at = (instant: Temporal.Instant) =>
      instant.toZonedDateTimeISO(axis.timezone).toPlainDateTime().toZonedDateTime(other.timezone).toInstant();
    const isSameZone = other.timezone === axis.timezone;
    const there = isSameZone ? window : { from: at(window.from), to: at(window.to) };
    if (Temporal.Instant.compare(there.from, there.to) >= 0) return undefined;
    return validStay(other, stayAt(other, there), requested, now);
  };
}

function validStay(axis: ResourceAxis, stay: Stay, requested: DatedStay, now: Temporal.Instant): NearStay {
  if (checkWindow(stay, axis, 'quote', now) !== undefined) return undefined;
  return beginsInTime(datedStay(axis, stay, now), requested);
}

function beginsInTime(near: NearStay, requested: DatedStay): NearStay {
  if (near === undefined || (near.daysAhead < 0 && requested.daysAhead >= 0)) return undefined;
  return near;
}
