import { ok, pageOf } from '@lodging/kernel';
import type { ListPosition, Page, Result, RowPage } from '@lodging/kernel';
import { remainingMs } from '@lodging/kit-runtime';
import type { RequestContext } from '@lodging/kit-runtime';
import { checkFilter, hasDate, matchesFilter } from '../../domain/bookings/booking-filter.ts';
import type { BookingFilter, ListOrder, ListSort } from '../../domain/bookings/booking-filter.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';
import { asListed } from '../../domain/bookings/listed-booking.ts';
import type { ListedBookingFacts } from '../../domain/bookings/listed-booking.ts';
import { ListTimeout } from '../../ports/bookings.ts';
import type { ListedReservation } from '../../ports/bookings.ts';

export type ListBookingsDeps = Pick<ReservationsDeps, 'bookingLists'>;

export interface ListBookings {
  readonly filter: BookingFilter;
  readonly order?: ListOrder | undefined;
  readonly sort?: ListSort | undefined;
  readonly page: Page;
}

/** A booking as it is at the moment of the read, with its place in the list. */
export interface ListedBooking extends ListedBookingFacts {
  readonly position: ListPosition;
}

const MAX_BATCH = 1_000;
/** Left of the time of the request for its answer. */
const RESERVED_MS = 100;

/** One page of the tenant's bookings, oldest first unless asked otherwise. */
export async function listBookings(
  deps: ListBookingsDeps,
  ctx: RequestContext,
  { page, ...query }: ListBookings,
): Promise<Result<RowPage<ListedBooking>>> {
  const checked = checkFilter(query.filter);
  if (!checked.ok) return checked;
  const found = await findBookings(deps, ctx, query, { ...page, limit: page.limit + 1 });
  const { rows, hasMore } = pageOf(found, page.limit);
  return ok({ rows: rows.map((row) => ({ ...asListed(row), position: row.position })), hasMore });
}

/**
 * The repository does not know time zones, so for a range of dates it also finds stays just beside it, and guests are
 * sealed, so a search may find others. Those are left out here, and more is read until the page is full: almost always one batch is enough.
 */
async function findBookings(
  deps: ListBookingsDeps,
  ctx: RequestContext,
  { filter, order, sort }: Omit<ListBookings, 'page'>,
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
      { order, sort, zones },
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
