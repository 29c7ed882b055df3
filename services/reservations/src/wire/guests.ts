import type { sendGuestCode, verifyGuestCode } from '@lodging/contract-reservations';
import type { ResponseOf } from '@lodging/contract-wire';
import { instantText } from '@lodging/kernel';
import type { VerifiedGuest } from '../use-cases/guests/verify-guest-code.ts';

export function acceptedCodeToWire({
  expiresAt,
}: {
  readonly expiresAt: Temporal.Instant;
}): ResponseOf<typeof sendGuestCode> {
  return { accepted: true, expiresAt: instantText(expiresAt) };
}

export function verifiedGuestToWire({ token, grant }: VerifiedGuest): ResponseOf<typeof verifyGuestCode> {
  return { guestVerificationToken: token, expiresAt: instantText(grant.expiresAt) };
}
