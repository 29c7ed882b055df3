import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { authorOf } from '../../domain/history/author.ts';
import type { Guest } from '../../domain/profiles/guest.ts';
import { mergesItself } from '../../domain/profiles/refusals.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';

export type MergeGuestsDeps = Pick<ReservationsDeps, 'guests'>;

export interface MergeGuests {
  readonly guestId: string;
  readonly from: string;
}

/** Moves the bookings of one guest to another, who keeps its own fields. */
export async function mergeGuests(
  { guests }: MergeGuestsDeps,
  ctx: RequestContext,
  { guestId: id, from }: MergeGuests,
): Promise<Result<Guest>> {
  if (id === from) return mergesItself();
  return guests.merge(ctx.tenantId, { id, from }, authorOf(ctx));
}
