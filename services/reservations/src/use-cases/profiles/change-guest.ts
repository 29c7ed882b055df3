import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { changeGuestProfile } from '../../domain/profiles/change-guest.ts';
import type { GuestPatch } from '../../domain/profiles/change-guest.ts';
import type { Guest } from '../../domain/profiles/guest.ts';
import { guestNotFound } from '../../domain/profiles/refusals.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';

export type ChangeGuestDeps = Pick<ReservationsDeps, 'guests'>;

export interface ChangeGuest extends GuestPatch {
  readonly guestId: string;
}

/** Changes the profile alone: bookings keep what they were made with. */
export async function changeGuest(
  { guests }: ChangeGuestDeps,
  { tenantId }: RequestContext,
  { guestId, ...patch }: ChangeGuest,
): Promise<Result<Guest>> {
  const changed = await guests.update(tenantId, guestId, (guest) => changeGuestProfile(guest, patch));
  return changed ?? guestNotFound();
}
