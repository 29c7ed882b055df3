import { localInstant } from '@lodging/kernel';
import type { StayWindow } from '@lodging/kernel';
import { checkWindow } from '../check-window.ts';
import { dayNumber, isoDate, isoWeekday } from '../day-number.ts';
import { datedStay } from '../quote-stay.ts';
import type { DatedStay } from '../quote-stay.ts';
import { isGeneric } from '../resource.ts';
import { stayAt } from '../stay.ts';
import type { ResourceAxis } from '../stay.ts';
import type { FlexibleTime, SearchedTime } from './search.ts';

/** What decides the stays of a resource. */
export interface SearchedAxis extends ResourceAxis {
  readonly checkInTime: string;
  readonly checkOutTime: string;
}

export interface SearchedStays {
  /** In order of preference: fewer nights, then earlier. */
  readonly stays: readonly DatedStay[];
  /** Some window of the search is no stay for the resource. */
  readonly someInvalid: boolean;
}

/** The stays of a search by what decides them: most resources have the same, and each takes calendar arithmetic. */
export function createSearchedStays(
  time: SearchedTime,
  now: Temporal.Instant,
): (axis: SearchedAxis) => SearchedStays {
  const known = new Map<string, SearchedStays>();
  return (axis) => {
    const { kind, timezone, checkInTime, checkOutTime } = axis;
    const key = `${isGeneric({ kind })} ${timezone} ${checkInTime} ${checkOutTime}`;
    const found = known.get(key) ?? staysOf(time, axis, now);
    known.set(key, found);
    return found;
  };
}

function staysOf(time: SearchedTime, axis: SearchedAxis, now: Temporal.Instant): SearchedStays {
  const windows = windowsOf(time, axis);
  const stays = windows
    .map((window) => stayAt(axis, window))
    .filter((stay) => checkWindow(stay, axis, 'quote', now) === undefined)
    .map((stay) => datedStay(axis, stay, now));
  return { stays, someInvalid: stays.length < windows.length };
}

function windowsOf(time: SearchedTime, axis: SearchedAxis): StayWindow[] {
  if (time.kind === 'window') return [time.window];
  if (time.kind === 'dates') return [windowOfDates(time.arrival, time.departure, axis)];
  if (isGeneric(axis)) return [];
  return flexibleDates(time).map(({ from, to }) => windowOfDates(from, to, axis));
}

/** Of lodging from the check-in to the check-out, of a generic resource from midnight to midnight. */
function windowOfDates(arrival: string, departure: string, axis: SearchedAxis): StayWindow {
  const [start, end] = isGeneric(axis) ? ['00:00', '00:00'] : [axis.checkInTime, axis.checkOutTime];
  const at = (date: string, time: string) =>
    localInstant(Temporal.PlainDate.from(date), Temporal.PlainTime.from(time), axis.timezone);
  return { from: at(arrival, start), to: at(departure, end) };
}

/** Fewer nights first, then earlier. */
export function flexibleDates(time: FlexibleTime): { readonly from: string; readonly to: string }[] {
  const { minNights, maxNights, arrivalWeekdays } = time;
  const [first, last] = [dayNumber(time.earliest), dayNumber(time.latest)];
  const dates: { from: string; to: string }[] = [];
  for (let nights = minNights; nights <= maxNights; nights += 1)
    for (let day = first; day + nights <= last; day += 1)
      if (arrivalWeekdays === undefined || arrivalWeekdays.has(isoWeekday(day)))
        dates.push({ from: isoDate(day), to: isoDate(day + nights) });
  return dates;
}
