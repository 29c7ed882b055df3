import { ok, pageOf } from '@lodging/kernel';
import type { Page, Result, RowPage } from '@lodging/kernel';
import { remainingMs } from '@lodging/kit-runtime';
import type { RequestContext } from '@lodging/kit-runtime';
import { matchesSearch } from '../../domain/bookings/booking-search.ts';
import type { Guest } from '../../domain/profiles/guest.ts';
import { ListTimeout } from '../../ports/bookings.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';
import type { GuestFilter, ListedGuest } from '../../ports/profiles.ts';

export type ListGuestsDeps = Pick<ReservationsDeps, 'guests'>;

export interface ListGuests {
  readonly filter: GuestFilter;
  readonly page: Page;
}

const MAX_BATCH = 1_000;
/** Left of the time of the request for its answer. */
const RESERVED_MS = 100;

/** One page of the guests of the tenant, oldest first. */
export async function listGuests(
  deps: ListGuestsDeps,
  ctx: RequestContext,
  { filter, page }: ListGuests,
): Promise<Result<RowPage<ListedGuest>>> {
  return ok(pageOf(await findGuests(deps, ctx, filter, { ...page, limit: page.limit + 1 }), page.limit));
}

/** Guests are sealed, so a search may find others. Those are left out, and more is read until the page is full. */
async function findGuests(
  { guests }: ListGuestsDeps,
  ctx: RequestContext,
  filter: GuestFilter,
  { after, limit }: Page,
): Promise<ListedGuest[]> {
  const found: ListedGuest[] = [];
  let position = after;
  let size = limit;
  for (;;) {
    const batch = await guests.list(ctx.tenantId, filter, { after: position, limit: size });
    found.push(...batch.filter(({ guest }) => isFound(guest, filter)));
    const last = batch.at(-1);
    if (found.length >= limit || last === undefined || batch.length < size) return found;
    if (remainingMs(ctx) <= RESERVED_MS) throw new ListTimeout('no time is left to fill the page');
    position = last.position;
    size = Math.min(size * 4, MAX_BATCH);
  }
}

function isFound({ email, name }: Guest, { query }: GuestFilter): boolean {
  if (query === undefined) return true;
  return matchesSearch({ guestEmail: email, guestName: name, externalReference: null }, query);
}
