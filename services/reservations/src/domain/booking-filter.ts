import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import { earliestStartOf, latestStartOf, startOf } from './date-anywhere.ts';
import type { Stay } from './reservation.ts';
import type { ReservationState } from './states.ts';

/** A date stands for its midnight where the stay is. */
export type Bound = Temporal.Instant | Temporal.PlainDate;

/** A stay overlaps it that ends after `from` and starts before `to`; either may be open. */
export interface BookingWindow {
  readonly from: Bound | undefined;
  readonly to: Bound | undefined;
}

export interface BookingFilter {
  readonly resourceId: string | undefined;
  /** As a reader sees it: what is past its hold is expired. */
  readonly state: ReservationState | undefined;
  readonly guestEmail: string | undefined;
  readonly window: BookingWindow;
}

export function bookingWindow(
  from: string | undefined,
  to: string | undefined,
): Result<BookingWindow, Refusal<'invalid_window'>> {
  const window = { from: boundOf(from), to: boundOf(to) };
  return isNowhere(window) ? refuse('invalid_window', '`from` must lie before `to`.') : ok(window);
}

/** The moments within which a stay must at least lie to overlap the window, whatever its zone. */
export function widestMoments({ from, to }: BookingWindow) {
  return { endsAfter: from && earliest(from), startsBefore: to && latest(to) };
}

export function overlaps({ window: stay, timeZone }: Stay, { from, to }: BookingWindow): boolean {
  const begin = from && momentOf(from, timeZone);
  const end = to && momentOf(to, timeZone);
  if (begin !== undefined && end !== undefined && !isBefore(begin, end)) return false;
  return (begin === undefined || isBefore(begin, stay.to)) && (end === undefined || isBefore(stay.from, end));
}

/** Whether there is no zone on earth where the window begins before it ends. */
function isNowhere({ from, to }: BookingWindow): boolean {
  if (from === undefined || to === undefined) return false;
  if (from instanceof Temporal.PlainDate && to instanceof Temporal.PlainDate)
    return Temporal.PlainDate.compare(from, to) >= 0;
  return !isBefore(earliest(from), latest(to));
}

function boundOf(text: string | undefined): Bound | undefined {
  if (text === undefined) return undefined;
  return text.includes('T') ? Temporal.Instant.from(text) : Temporal.PlainDate.from(text);
}

function momentOf(bound: Bound, timeZone: string): Temporal.Instant {
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
