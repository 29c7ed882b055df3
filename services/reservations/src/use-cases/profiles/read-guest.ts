import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { Guest } from '../../domain/profiles/guest.ts';
import { guestNotFound } from '../../domain/profiles/refusals.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';

export type ReadGuestDeps = Pick<ReservationsDeps, 'guests'>;

/** An erased guest is found, without its fields. */
export async function readGuest(
  { guests }: ReadGuestDeps,
  { tenantId }: RequestContext,
  { guestId }: { readonly guestId: string },
): Promise<Result<Guest>> {
  const guest = await guests.find(tenantId, guestId);
  return guest === undefined ? guestNotFound() : ok(guest);
}
