import { localDate, localInstant } from '@lodging/kernel';
import { checkWindow, MAX_YEARS_AHEAD } from '../time/check-window.ts';
import { DAY_MS, dayNumber, isoDate, isoWeekday } from '../time/day-number.ts';
import type { DatedStay } from '../stays/quote-stay.ts';
import { isGeneric } from '../time/resource-kind.ts';
import { pricedDates, stayAt, stayBetween, stayEnd } from '../time/stay.ts';
import type { ResourceAxis, Stay, StayEnd } from '../time/stay.ts';
import type { FlexibleTime, SearchedTime } from './search.ts';

/** The facts for the stays of a resource. */
export interface SearchedAxis extends ResourceAxis {
  readonly checkInTime: string;
  readonly checkOutTime: string;
}

export interface SearchedStays {
  /** In order of preference: fewer nights, then earlier. */
  readonly stays: readonly DatedStay[];
  /** Of all stays together. */
  readonly nights: number;
  /** Some window of the search is no stay for the resource. */
  readonly someInvalid: boolean;
}

/** A resource without plans has no offer in any stay, so its first one is all that is shown of it. */
export type FindStays = (axis: SearchedAxis & { readonly plans?: number }) => SearchedStays;

/** The stays of a search by what decides them: most resources have the same, and each takes calendar arithmetic. */
export function createSearchedStays(time: SearchedTime, now: Temporal.Instant): FindStays {
  const known = new Map<string, SearchedStays>();
  const all = time.kind === 'window' ? [] : datesOf(time);
  const firstDeparture = isoDate(dayOf(now) - 1);
  // Those that are over in every zone need no calendar arithmetic.
  const dates = time.kind === 'flexible' ? all.filter(({ to }) => to >= firstDeparture) : all;
  let last: { readonly axis: Axis; readonly found: SearchedStays } | undefined;
  const find: FindStays = (axis) => {
    const { kind, timezone, checkInTime, checkOutTime, plans } = axis;
    const times = time.kind === 'window' ? '' : `${checkInTime} ${checkOutTime}`;
    const key = `${isGeneric({ kind })} ${timezone} ${plans === 0} ${times}`;
    const found = known.get(key) ?? staysOf(staysIn(time, dates, axis), axis, now, dates.length < all.length);
    known.set(key, found);
    return found;
  };
  return (axis) => {
    // Most resources have the axis of the one before.
    if (last === undefined || !isSameAxis(last.axis, axis)) last = { axis, found: find(axis) };
    return last.found;
  };
}

type Axis = Parameters<FindStays>[0];

function isSameAxis(one: Axis, other: Axis): boolean {
  return (
    one.timezone === other.timezone &&
    one.kind === other.kind &&
    one.checkInTime === other.checkInTime &&
    one.checkOutTime === other.checkOutTime &&
    (one.plans === 0) === (other.plans === 0)
  );
}

/**
 * The nights of the windows that are a stay in every time zone, as far as their dates show: at the most so many as each
 * resource has, and known without a window being made.
 */
export function countSureNights(time: SearchedTime, now: Temporal.Instant): number {
  if (time.kind === 'window') return 0;
  const first = isoDate(dayOf(now) + 2);
  const last = now.toZonedDateTimeISO('UTC').add({ years: MAX_YEARS_AHEAD }).subtract({ days: 2 });
  const lastDeparture = last.toPlainDate().toString();
  const sure = datesOf(time).filter(({ to }) => first <= to && to <= lastDeparture);
  return sure.reduce((sum, { from, to }) => sum + dayNumber(to) - dayNumber(from), 0);
}

function dayOf(now: Temporal.Instant): number {
  return Math.floor(now.epochMilliseconds / DAY_MS);
}

function staysOf(
  searched: Iterable<Stay>,
  axis: Axis,
  now: Temporal.Instant,
  someAreOver: boolean,
): SearchedStays {
  const stays: DatedStay[] = [];
  let nights = 0;
  let someInvalid = someAreOver;
  const today = dayNumber(localDate(now, axis.timezone).toString());
  for (const stay of searched) {
    if (checkWindow(stay, axis, 'quote', now) === undefined) {
      const dates = pricedDates(axis, stay);
      // As `datedStay`, with today's date known.
      stays.push({ stay, pricedDates: dates, daysAhead: dayNumber(stay.dates.from) - today });
      nights += dates.length;
    } else someInvalid = true;
    if (axis.plans === 0 && stays.length > 0) break;
  }
  return { stays, nights, someInvalid };
}

function* staysIn(time: SearchedTime, dates: readonly SearchedDates[], axis: SearchedAxis): Generator<Stay> {
  if (time.kind === 'window') yield stayAt(axis, time.window);
  if (time.kind === 'flexible' && isGeneric(axis)) return;
  // Of lodging from the check-in to the check-out, of a generic resource from midnight to midnight.
  const [start, end] = isGeneric(axis) ? ['00:00', '00:00'] : [axis.checkInTime, axis.checkOutTime];
  const [arrivalAt, departureAt] = [endsAt(start, axis), endsAt(end, axis)];
  for (const { from, to } of dates) yield stayBetween(axis, arrivalAt(from), departureAt(to));
}

/** Each date once: the stays of flexible dates have the same ones again and again. */
function endsAt(time: string, axis: SearchedAxis): (date: string) => StayEnd {
  const known = new Map<string, StayEnd>();
  const localTime = Temporal.PlainTime.from(time);
  return (date) => {
    const end =
      known.get(date) ?? stayEnd(axis, localInstant(Temporal.PlainDate.from(date), localTime, axis.timezone));
    known.set(date, end);
    return end;
  };
}

interface SearchedDates {
  readonly from: string;
  readonly to: string;
}

function datesOf(time: Exclude<SearchedTime, { kind: 'window' }>): SearchedDates[] {
  return time.kind === 'dates' ? [{ from: time.arrival, to: time.departure }] : flexibleDates(time);
}

/** Fewer nights first, then earlier. */
export function flexibleDates(time: FlexibleTime): SearchedDates[] {
  const { minNights, maxNights, arrivalWeekdays } = time;
  const [first, last] = [dayNumber(time.earliest), dayNumber(time.latest)];
  const dates: SearchedDates[] = [];
  for (let nights = minNights; nights <= maxNights; nights += 1)
    for (let day = first; day + nights <= last; day += 1)
      if (arrivalWeekdays === undefined || arrivalWeekdays.has(isoWeekday(day)))
        dates.push({ from: isoDate(day), to: isoDate(day + nights) });
  return dates;
}
