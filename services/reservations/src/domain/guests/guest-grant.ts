import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';

/** A confirm request that is repeated after the end of the hold still gets its answer. */
const MINUTES_BEYOND_HOLD = 15;

/**
 * Whether a caller may have `email` verified as the guest's. An address that the booking has already is changed by a
 * secret key only: a publishable key is in every page, and the guest's data would follow the new address.
 */
export function mayBecomeGuest(
  { guestEmail }: { readonly guestEmail: string | null },
  email: string,
  { kind }: { readonly kind: string },
): boolean {
  return kind !== 'publishable' || guestEmail === null || guestEmail === email;
}

/** The right to confirm one hold. The guest token carries it. */
export interface GuestGrant {
  readonly tenantId: string;
  readonly reservationId: string;
  readonly expiresAt: Temporal.Instant;
}

export function grantFor(reservation: {
  readonly tenantId: string;
  readonly id: string;
  readonly holdExpiresAt: Temporal.Instant;
}): GuestGrant {
  return {
    tenantId: reservation.tenantId,
    reservationId: reservation.id,
    expiresAt: reservation.holdExpiresAt.add({ minutes: MINUTES_BEYOND_HOLD }),
  };
}

/** `grant` is undefined where the token is malformed, forged or expired. */
export function checkGrant(
  grant: GuestGrant | undefined,
  reservation: { readonly tenantId: string; readonly id: string },
): Result<null, Refusal<'invalid_guest_token' | 'wrong_reservation'>> {
  if (grant === undefined)
    return refuse('invalid_guest_token', 'The guest verification token is not valid, or has expired.');
  if (grant.reservationId !== reservation.id || grant.tenantId !== reservation.tenantId)
    return refuse('wrong_reservation', 'The guest verification token belongs to another reservation.');
  return ok(null);
}
