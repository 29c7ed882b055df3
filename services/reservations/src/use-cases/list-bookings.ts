import type { RequestContext } from '@lodging/kit-runtime';
// list-bookings: the operator's bookings page by page, oldest first, as they are at this moment.
import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import { bookingWindow, overlaps } from '../domain/booking-filter.ts';
import type { BookingFilter } from '../domain/booking-filter.ts';
import { asSeenAt } from '../domain/reservation.ts';
import type { Reservation } from '../domain/reservation.ts';
import type { ReservationState } from '../domain/states.ts';
import type { Sighting } from './ports.ts';
import type { BookingLists, ListPosition } from './report-ports.ts';

export interface ListBookingsDeps {
  readonly bookingLists: BookingLists;
}

export interface ListBookings {
  readonly limit: number;
  readonly after: ListPosition | null;
  readonly resourceId?: string | undefined;
  readonly state?: ReservationState | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly guestEmail?: string | undefined;
}

export interface BookingPage {
  readonly bookings: readonly Reservation[];
  readonly nextAfter: ListPosition | null;
}

const LARGEST_BATCH = 1_000;

export async function listBookings(
  deps: ListBookingsDeps,
  ctx: RequestContext,
  { limit, after, resourceId, state, from, to, guestEmail }: ListBookings,
): Promise<Result<BookingPage>> {
  const window = bookingWindow(from, to);
  if (!window.ok) return window;
  const filter = { resourceId, state, guestEmail, window: window.value };
  // One more than wanted tells whether there is a next page.
  const found = await findBookings(deps, ctx, filter, { after, wanted: limit + 1 });
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  return ok({
    bookings: shown.map(({ reservation, at }) => asSeenAt(reservation, at)),
    nextAfter: last === undefined ? null : positionOf(last),
  });
}

/**
 * The database knows no zones, so a window of dates finds some stays that lie just beside it. As many are read as are
 * wanted, and more only where those were left out: almost always one batch.
 */
async function findBookings(
  deps: ListBookingsDeps,
  { tenantId }: RequestContext,
  filter: BookingFilter,
  { after, wanted }: { readonly after: ListPosition | null; readonly wanted: number },
): Promise<Sighting[]> {
  const found: Sighting[] = [];
  let position = after;
  for (let size = wanted; ; size = Math.min(size * 4, LARGEST_BATCH)) {
    const batch = await deps.bookingLists.read(tenantId, filter, { after: position, limit: size });
    found.push(...batch.filter(({ reservation }) => overlaps(reservation.stay, filter.window)));
    const last = batch.at(-1);
    if (found.length >= wanted || last === undefined || batch.length < size) return found;
    position = positionOf(last);
  }
}

/** Exact to the microsecond, as the order of the list is. */
function positionOf({ reservation }: Sighting): ListPosition {
  return {
    createdAt: reservation.createdAt.toString({ smallestUnit: 'microsecond' }),
    id: reservation.id,
  };
}
