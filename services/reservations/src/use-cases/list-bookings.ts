import { ok, pageOf } from '@lodging/kernel';
import type { ListPosition, Page, Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { checkWindow, overlaps } from '../domain/booking-filter.ts';
import type { BookingFilter } from '../domain/booking-filter.ts';
import { asOf } from '../domain/reservation.ts';
import type { Reservation } from '../domain/reservation.ts';
import type { BookingListRepository, ListedReservation } from '../ports.ts';

export interface ListBookingsDeps {
  readonly bookingLists: BookingListRepository;
}

export interface ListBookings {
  readonly filter: BookingFilter;
  readonly page: Page;
}

export interface BookingPage {
  readonly bookings: readonly Reservation[];
  readonly nextAfter: ListPosition | null;
}

const MAX_BATCH = 1_000;

/** One page of the tenant's bookings, oldest first. */
export async function listBookings(
  deps: ListBookingsDeps,
  ctx: RequestContext,
  { filter, page }: ListBookings,
): Promise<Result<BookingPage>> {
  const window = checkWindow(filter.window);
  if (!window.ok) return window;
  const found = await findBookings(deps, ctx, filter, { ...page, limit: page.limit + 1 });
  const { rows, hasMore } = pageOf(found, page.limit);
  const last = hasMore ? rows.at(-1) : undefined;
  return ok({
    bookings: rows.map(({ reservation, at }) => asOf(reservation, at)),
    nextAfter: last?.position ?? null,
  });
}

/**
 * The repository does not know time zones, so for a window of dates it also finds stays just beside the window. Those
 * are left out here, and more is read until the page is full: almost always one batch is enough.
 */
async function findBookings(
  deps: ListBookingsDeps,
  { tenantId }: RequestContext,
  filter: BookingFilter,
  { after, limit }: Page,
): Promise<ListedReservation[]> {
  const found: ListedReservation[] = [];
  let position = after;
  for (let size = limit; ; size = Math.min(size * 4, MAX_BATCH)) {
    const batch = await deps.bookingLists.list(tenantId, filter, { after: position, limit: size });
    found.push(...batch.filter(({ reservation }) => overlaps(reservation.stay, filter.window)));
    const last = batch.at(-1);
    if (found.length >= limit || last === undefined || batch.length < size) return found;
    position = last.position;
  }
}
