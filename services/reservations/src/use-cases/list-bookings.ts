import { ok, pageOf } from '@lodging/kernel';
import type { ListPosition, Page, Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { checkFilter, hasDate, matchesFilter } from '../domain/booking-filter.ts';
import type { BookingFilter, ListOrder } from '../domain/booking-filter.ts';
import { asOf } from '../domain/reservation.ts';
import type { Reservation } from '../domain/reservation.ts';
import type { BookingListRepository, ListedReservation } from '../ports/booking-lists.ts';

export interface ListBookingsDeps {
  readonly bookingLists: BookingListRepository;
}

export interface ListBookings {
  readonly filter: BookingFilter;
  readonly order?: ListOrder | undefined;
  readonly page: Page;
}

export interface BookingPage {
  readonly bookings: readonly Reservation[];
  readonly nextAfter: ListPosition | null;
}

const MAX_BATCH = 1_000;
/** Left of the time of the request for its answer. */
const RESERVED_MS = 100;

/** The page is not full, and there is no time to read on. */
export class ListTimeout extends Error {
  override readonly name = 'ListTimeout';
}

/** One page of the tenant's bookings, oldest first unless asked otherwise. */
export async function listBookings(
  deps: ListBookingsDeps,
  ctx: RequestContext,
  { filter, order, page }: ListBookings,
): Promise<Result<BookingPage>> {
  const checked = checkFilter(filter);
  if (!checked.ok) return checked;
  const found = await findBookings(deps, ctx, { filter, order }, { ...page, limit: page.limit + 1 });
  const { rows, hasMore } = pageOf(found, page.limit);
  const last = hasMore ? rows.at(-1) : undefined;
  return ok({
    bookings: rows.map(({ reservation, at }) => asOf(reservation, at)),
    nextAfter: last?.position ?? null,
  });
}

/**
 * The repository does not know time zones, so for a range of dates it also finds stays just beside it, and guests are
 * sealed, so a search may find others. Those are left out here, and more is read until the page is full: almost always one batch is enough.
 */
async function findBookings(
  deps: ListBookingsDeps,
  { tenantId, deadline }: RequestContext,
  { filter, order }: Omit<ListBookings, 'page'>,
  { after, limit }: Page,
): Promise<ListedReservation[]> {
  const found: ListedReservation[] = [];
  const zones = new Set<string>();
  let position = after;
  let size = limit;
  for (let isFirst = true; ; isFirst = false) {
    const batch = await deps.bookingLists.list(
      tenantId,
      filter,
      { after: position, limit: size },
      order,
      zones,
    );
    for (const { reservation } of batch) zones.add(reservation.stay.timeZone);
    found.push(...batch.filter(({ reservation }) => matchesFilter(reservation, filter)));
    const last = batch.at(-1);
    if (found.length >= limit || last === undefined || batch.length < size) return found;
    if (Date.now() >= deadline - RESERVED_MS) throw new ListTimeout('no time is left to fill the page');
    position = last.position;
    // What the first batch had of the days beside a date is left out of the next one, in the zones that are known now.
    if (!isFirst || filter.created === undefined || !hasDate(filter.created))
      size = Math.min(size * 4, MAX_BATCH);
  }
}
