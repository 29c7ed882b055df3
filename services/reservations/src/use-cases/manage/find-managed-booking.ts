import { ok } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { guestTokenInvalid, opensBooking } from '../../domain/manage/manage-grant.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';
import type { AgreedReservation } from '../../ports/stay.ts';

export type FindManagedBookingDeps = Pick<ReservationsDeps, 'manageTokens' | 'guestLinks' | 'reservations'>;

/** The booking that a token opens, in the tenant and mode of the key alone. The generation is read each time. */
export async function findManagedBooking(
  { manageTokens, guestLinks, reservations }: FindManagedBookingDeps,
  { tenantId, livemode }: RequestContext,
  guestToken: string,
): Promise<Result<AgreedReservation, Refusal<'guest_token_invalid'>>> {
  const grant = await manageTokens.read(guestToken);
  if (grant === undefined || grant.tenantId !== tenantId || grant.livemode !== livemode)
    return guestTokenInvalid();
  const { reservationId } = grant;
  const [snapshot, generation] = await Promise.all([
    reservations.findWithTerms(tenantId, reservationId),
    guestLinks.generation(tenantId, reservationId),
  ]);
  if (snapshot === undefined || snapshot.reservation.state === 'pending') return guestTokenInvalid();
  return opensBooking(grant, { generation, at: snapshot.at }) ? ok(snapshot) : guestTokenInvalid();
}
