import { ok, pageOf } from '@lodging/kernel';
import type { Page, Result, RowPage } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { guestNotFound } from '../../domain/profiles/refusals.ts';
import { asOf } from '../../domain/stay/reservation.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';
import type { ListedStay } from '../../ports/profiles.ts';

export type ListGuestStaysDeps = Pick<ReservationsDeps, 'guests'>;

export interface ListGuestStays {
  readonly guestId: string;
  readonly page: Page;
}

/** One page of the bookings of a guest, oldest first, as they are at the moment of the read. */
export async function listGuestStays(
  { guests }: ListGuestStaysDeps,
  { tenantId }: RequestContext,
  { guestId, page }: ListGuestStays,
): Promise<Result<RowPage<ListedStay>>> {
  const found = await guests.listStays(tenantId, guestId, { ...page, limit: page.limit + 1 });
  if (found.length === 0 && (await guests.find(tenantId, guestId)) === undefined) return guestNotFound();
  const { rows, hasMore } = pageOf(found, page.limit);
  return ok({
    rows: rows.map((stay) => ({ ...stay, reservation: asOf(stay.reservation, stay.at) })),
    hasMore,
  });
}
