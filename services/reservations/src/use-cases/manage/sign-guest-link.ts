import type { Reservation } from '../../domain/stay/reservation.ts';
import { isExpiredBy, linkExpiry } from '../../domain/manage/link-expiry.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';

export type SignGuestLinkDeps = Pick<ReservationsDeps, 'manageTokens' | 'guestLinks'>;

export interface SignedLink {
  readonly token: string;
  readonly expiresAt: Temporal.Instant;
}

/** Undefined for a stay that has been over for too long. */
export async function signGuestLink(
  { manageTokens, guestLinks }: SignGuestLinkDeps,
  reservation: Reservation,
  at: Temporal.Instant,
): Promise<SignedLink | undefined> {
  const expiresAt = linkExpiry(reservation, at);
  if (isExpiredBy(expiresAt, at)) return undefined;
  const { tenantId, id: reservationId, livemode } = reservation;
  const generation = await guestLinks.generation(tenantId, reservationId);
  const grant = { tenantId, livemode, reservationId, generation, expiresAt };
  return { token: await manageTokens.sign(grant, at), expiresAt };
}
