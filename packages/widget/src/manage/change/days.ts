import { addDays, dateIn, daysBetween, isDate } from '../../format/iso-days.ts';
import type { Managed } from '../manage-api.ts';

/** Local dates of a stay. */
export interface Dates {
  readonly from: string;
  readonly to: string;
}

export type BookedStay = Pick<Managed['booking'], 'startsAt' | 'endsAt' | 'timezone' | 'state'>;

const DAY_MS = 86_400_000;
/** Days by which the same stay is moved where it is not available. */
const SHIFTS = [-1, 1, -2, 2];

export function datesOf({ startsAt, endsAt, timezone }: BookedStay): Dates {
  return { from: dateIn(timezone, Date.parse(startsAt)), to: dateIn(timezone, Date.parse(endsAt)) };
}

type Ends = Pick<BookedStay, 'startsAt' | 'endsAt'>;

export function isSameStay(one: Ends, other: Ends): boolean {
  const isSame = (end: keyof Ends) => Date.parse(one[end]) === Date.parse(other[end]);
  return isSame('startsAt') && isSame('endsAt');
}

/** The ends that differ from the booked ones, at the time of day that is booked. */
export function changedEnds(stay: BookedStay, { from, to }: Dates): { from?: string; to?: string } {
  const { startsAt, endsAt, timezone } = stay;
  const booked = datesOf(stay);
  return {
    ...(from !== booked.from && { from: instantOn(from, startsAt, timezone) }),
    ...(to !== booked.to && { to: instantOn(to, endsAt, timezone) }),
  };
}

/** A guest who has arrived stays longer or shorter. */
export const hasArrived = ({ state }: Pick<BookedStay, 'state'>): boolean => state === 'checked_in';

/** What is wrong with a date of a form. */
export interface DateFault {
  readonly field: keyof Dates;
  readonly kind: 'missing' | 'arrivalPast' | 'departureFirst' | 'departurePast';
}

/** At the booked times of day. What is booked by the hour may end on the day on which it begins. */
function isStay({ startsAt, endsAt, timezone }: BookedStay, { from, to }: Dates): boolean {
  return instantOn(from, startsAt, timezone) < instantOn(to, endsAt, timezone);
}

/** Null: the dates can be sent. An arrival that stays as it is may be past. */
export function faultOf(stay: BookedStay, { from, to }: Dates, nowMs: number): DateFault | null {
  const today = dateIn(stay.timezone, nowMs);
  if (!isDate(from)) return { field: 'from', kind: 'missing' };
  if (!isDate(to)) return { field: 'to', kind: 'missing' };
  if (from < today && from !== datesOf(stay).from) return { field: 'from', kind: 'arrivalPast' };
  if (!isStay(stay, { from, to })) return { field: 'to', kind: 'departureFirst' };
  return to < today ? { field: 'to', kind: 'departurePast' } : null;
}

/** What the fields offer: the earliest arrival, and the earliest departure after the one that is entered. */
export function earliestDates(stay: BookedStay, { from }: Dates, nowMs: number): Dates {
  const today = dateIn(stay.timezone, nowMs);
  const booked = datesOf(stay).from;
  const next = isDate(from) ? addDays(from, isStay(stay, { from, to: from }) ? 0 : 1) : today;
  return { from: booked < today ? booked : today, to: next > today ? next : today };
}

/** Stays like the requested one: moved by a day or two, then shorter by a night. */
export function nearbyDates(stay: BookedStay, { from, to }: Dates, nowMs: number): Dates[] {
  const moved = SHIFTS.map((days) => ({ from: addDays(from, days), to: addDays(to, days) }));
  const shorter = [
    { from, to: addDays(to, -1) },
    { from: addDays(from, 1), to },
  ];
  const candidates = hasArrived(stay)
    ? SHIFTS.map((days) => ({ from, to: addDays(to, days) }))
    : [...moved, ...shorter];
  const booked = datesOf(stay);
  const today = dateIn(stay.timezone, nowMs);
  return candidates.filter((dates) => {
    // A guest who comes late may keep the arrival; no other arrival is offered that is past.
    if (dates.from < today && dates.from !== from) return false;
    const isBooked = dates.from === booked.from && dates.to === booked.to;
    return !isBooked && faultOf(stay, dates, nowMs) === null;
  });
}

/** The instant of a local date at the time of day of another instant. */
function instantOn(date: string, like: string, timeZone: string): string {
  const ms = Date.parse(like);
  const offset = offsetOf(timeZone, ms);
  const clock = ms + offset + daysBetween(dateIn(timeZone, ms), date) * DAY_MS;
  return new Date(clock - offsetOf(timeZone, clock - offset)).toISOString();
}

/** How far the clocks of the zone are ahead of UTC. Swedish writes `2027-06-10 15:00:00`. */
function offsetOf(timeZone: string, ms: number): number {
  const clock = new Date(ms).toLocaleString('sv', { timeZone });
  return Date.parse(`${clock.replace(' ', 'T')}Z`) - Math.floor(ms / 1_000) * 1_000;
}
