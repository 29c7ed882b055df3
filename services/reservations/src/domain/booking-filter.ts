import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import { earliestStartOf, latestStartOf, startOf } from './day-start.ts';
import type { Stay } from './reservation.ts';
import type { ReservationState } from './states.ts';

/** A date stands for its midnight in the zone of the stay. */
export type Bound = Temporal.Instant | Temporal.PlainDate;

/** A stay overlaps the window when it ends after `from` and starts before `to`; either bound may be open. */
export interface BookingWindow {
  readonly from: Bound | undefined;
  readonly to: Bound | undefined;
}

export interface BookingFilter {
  readonly resourceId: string | undefined;
  /** The state as readers see it: a hold past its end is expired. */
  readonly state: ReservationState | undefined;
  readonly guestEmail: string | undefined;
  readonly window: BookingWindow;
}

/** Refuses a window that ends before it begins in every zone. */
export function checkWindow(window: BookingWindow): Result<null, Refusal<'invalid_window'>> {
  return isEmptyInEveryZone(window) ? refuse('invalid_window', '`from` must lie before `to`.') : ok(null);
}

/** The instants between which a stay must lie to overlap the window in any zone. */
export function widestInstants({ from, to }: BookingWindow) {
  return { endsAfter: from && earliest(from), startsBefore: to && latest(to) };
}

export function overlaps({ window: stay, timeZone }: Stay, { from, to }: BookingWindow): boolean {
  const begin = from && instantOf(from, timeZone);
  const end = to && instantOf(to, timeZone);
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
