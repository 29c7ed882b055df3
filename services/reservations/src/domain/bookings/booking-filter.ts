import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import { earliestStartOf, latestStartOf, startOf } from './day-start.ts';
import { matchesSearch } from './booking-search.ts';
import { readReference } from '../stay/reference.ts';
import type { Reservation, Stay } from '../stay/reservation.ts';
import type { ReservationState } from '../stay/states.ts';
import type { BalanceState } from '../money/scheduled-payment.ts';

/** A date stands for its midnight in the zone of the stay. */
export type Bound = Temporal.Instant | Temporal.PlainDate;

/** A stay overlaps the window when it ends after `from` and starts before `to`; either bound may be open. */
export interface BookingWindow {
  readonly from: Bound | undefined;
  readonly to: Bound | undefined;
}

export interface BookingFilter {
  readonly resourceId: string | undefined;
  /** Any of them, as readers see it: a hold past its end is expired. */
  readonly states: readonly ReservationState[] | undefined;
  readonly balanceStates?: readonly BalanceState[] | undefined;
  readonly guestEmail: string | undefined;
  readonly window: BookingWindow;
  readonly externalReference?: string | undefined;
  readonly source?: Reservation['source'] | undefined;
  readonly ratePlanId?: string | undefined;
  readonly quantityMin?: number | undefined;
  readonly metadata?: { readonly key: string; readonly value: string | undefined } | undefined;
  readonly created?: BookingWindow | undefined;
  readonly arrival?: BookingWindow | undefined;
  readonly departure?: BookingWindow | undefined;
  readonly updated?: BookingWindow | undefined;
  /** The beginning of what a booking is searched by, or its whole reference. */
  readonly query?: string | undefined;
}

export type ListOrder = 'asc' | 'desc';

/** The moment by which a list is in order. */
export type ListSort = 'created' | 'arrival' | 'departure';

/** Filters that the repository cannot apply: local dates of the stay, and the guest, whose data is sealed. */
export function matchesFilter(reservation: Reservation, filter: BookingFilter): boolean {
  const { stay, createdAt, updatedAt } = reservation;
  const { timeZone } = stay;
  return (
    overlaps(stay, filter.window) &&
    isWithin(createdAt, filter.created, timeZone) &&
    isWithin(stay.window.from, filter.arrival, timeZone) &&
    isWithin(stay.window.to, filter.departure, timeZone) &&
    isWithin(updatedAt, filter.updated, timeZone) &&
    (filter.query === undefined ||
      readReference(filter.query) === reservation.reference ||
      matchesSearch(reservation, filter.query))
  );
}

function isWithin(at: Temporal.Instant, range: BookingWindow | undefined, timeZone: string): boolean {
  if (range === undefined) return true;
  const { from, to } = instantsIn(timeZone, range);
  return (from === undefined || !isBefore(at, from)) && (to === undefined || isBefore(at, to));
}

/** Refuses a filter with a range that ends before it begins in every zone. */
export function checkFilter(filter: BookingFilter): Result<null, Refusal<'invalid_window'>> {
  const { window, created, arrival, departure } = filter;
  const empty = [window, created, arrival, departure].find(
    (range) => range !== undefined && !checkWindow(range).ok,
  );
  return empty === undefined ? ok(null) : checkWindow(empty);
}

/** Refuses a window that ends before it begins in every zone. */
export function checkWindow(window: BookingWindow): Result<null, Refusal<'invalid_window'>> {
  return isEmptyInEveryZone(window) ? refuse('invalid_window', '`from` must be before `to`.') : ok(null);
}

/** The instants between which a stay must lie to overlap the window in any zone. */
export function widestInstants({ from, to }: BookingWindow) {
  return { endsAfter: from && earliest(from), startsBefore: to && latest(to) };
}

/** The instants of a range of bookings whose stay is in the zone. */
export function instantsIn(timeZone: string, { from, to }: BookingWindow) {
  return { from: from && instantOf(from, timeZone), to: to && instantOf(to, timeZone) };
}

export function hasDate({ from, to }: BookingWindow): boolean {
  return from instanceof Temporal.PlainDate || to instanceof Temporal.PlainDate;
}

export function overlaps({ window: stay, timeZone }: Stay, window: BookingWindow): boolean {
  const { from: begin, to: end } = instantsIn(timeZone, window);
  if (begin !== undefined && end !== undefined && !isBefore(begin, end)) return false;
  return (begin === undefined || isBefore(begin, stay.to)) && (end === undefined || isBefore(stay.from, end));
}

function isEmptyInEveryZone({ from, to }: BookingWindow): boolean {
  if (from === undefined || to === undefined) return false;
  if (from instanceof Temporal.PlainDate && to instanceof Temporal.PlainDate)
    return Temporal.PlainDate.compare(from, to) >= 0;
  return !isBefore(earliest(from), latest(to));
}

function instantOf(bound: Bound, timeZone: string): Temporal.Instant {
  return bound instanceof Temporal.PlainDate ? startOf(bound, timeZone) : bound;
}

function earliest(bound: Bound): Temporal.Instant {
  return bound instanceof Temporal.PlainDate ? earliestStartOf(bound) : bound;
}

function latest(bound: Bound): Temporal.Instant {
  return bound instanceof Temporal.PlainDate ? latestStartOf(bound) : bound;
}

function isBefore(one: Temporal.Instant, other: Temporal.Instant): boolean {
  return Temporal.Instant.compare(one, other) < 0;
}
