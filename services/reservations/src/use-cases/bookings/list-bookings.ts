import { ok, pageOf } from '@lodging/kernel';
import type { ListPosition, Page, Result, RowPage } from '@lodging/kernel';
import { remainingMs } from '@lodging/kit-runtime';
import type { RequestContext } from '@lodging/kit-runtime';
import { checkFilter, hasDate, matchesFilter } from '../../domain/bookings/booking-filter.ts';
import type { BookingFilter, ListOrder } from '../../domain/bookings/booking-filter.ts';
import { asOf } from '../../domain/stay/reservation.ts';
import type { Reservation } from '../../domain/stay/reservation.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';
import { ListTimeout } from '../../ports/bookings.ts';
import type { ListedReservation } from '../../ports/bookings.ts';

export type ListBookingsDeps = Pick<ReservationsDeps, 'bookingLists'>;

export interface ListBookings {
  readonly filter: BookingFilter;
  readonly order?: ListOrder | undefined;
  readonly page: Page;
}

/** A booking as it is at the moment of the read, with its place in the list. */
export interface ListedBooking {
  readonly booking: Reservation;
  readonly position: ListPosition;
}

const MAX_BATCH = 1_000;
/** Left of the time of the request for its answer. */
const RESERVED_MS = 100;

/** One page of the tenant's bookings, oldest first unless asked otherwise. */
export async function listBookings(
  deps: ListBookingsDeps,
  ctx: RequestContext,
  { filter, order, page }: ListBookings,
): Promise<Result<RowPage<ListedBooking>>> {
  const checked = checkFilter(filter);
  if (!checked.ok) return checked;
  const found = await findBookings(deps, ctx, { filter, order }, { ...page, limit: page.limit + 1 });
  const { rows, hasMore } = pageOf(found, page.limit);
  const listed = rows.map(({ reservation, at, position }) => ({ booking: asOf(reservation, at), position }));
  return ok({ rows: listed, hasMore });
}

/**
 * The repository does not know time zones, so for a range of dates it also finds stays just beside it, and guests are
 * sealed, so a search may find others. Those are left out here, and more is read until the page is full: almost always one batch is enough.
 */
async function findBookings(
  deps: ListBookingsDeps,
  ctx: RequestContext,
  { filter, order }: Omit<ListBookings, 'page'>,
  { after, limit }: Page,
): Promise<ListedReservation[]> {
  const found: ListedReservation[] = [];
  const zones = new Set<string>();
  let position = after;
  let size = limit;
  for (let isFirst = true; ; isFirst = false) {
    const batch = await deps.bookingLists.list(
      ctx.tenantId,
      filter,
      { after: position, limit: size },
      order,
      zones,
    );
    for (const { reservation } of batch) zones.add(reservation.stay.timeZone);
    found.push(...batch.filter(({ reservation }) => matchesFilter(reservation, filter)));
    const last = batch.at(-1);
    if (found.length >= limit || last === undefined || batch.length < size) return found;
    if (remainingMs(ctx) <= RESERVED_MS) throw new ListTimeout('no time is left to fill the page');
    position = last.position;
    // What the first batch had of the days beside a date is left out of the next one, in the zones that are known now.
    if (!isFirst || filter.created === undefined || !hasDate(filter.created))
      size = Math.min(size * 4, MAX_BATCH);
  }
}
