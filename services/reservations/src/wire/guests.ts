import type { sendGuestCode, verifyGuestCode } from '@lodging/contract-reservations';
import type { RequestOf, ResponseOf } from '@lodging/contract-wire';
import { instantText } from '@lodging/kernel';
import type { VerifiedGuest, VerifyGuestCode } from '../use-cases/guests/verify-guest-code.ts';

export function acceptedCodeToWire({
  expiresAt,
}: {
  readonly expiresAt: Temporal.Instant;
}): ResponseOf<typeof sendGuestCode> {
  return { accepted: true, expiresAt: instantText(expiresAt) };
}

export function verifyGuestCodeFromWire({
  guest = {},
  ...request
}: RequestOf<typeof verifyGuestCode>): VerifyGuestCode {
  const { name: guestName, phone: guestPhone, arrivalTime, message: guestMessage } = guest;
  const given = Object.entries({ guestName, guestPhone, arrivalTime, guestMessage });
  return { ...request, guest: Object.fromEntries(given.filter(([, value]) => value !== undefined)) };
}

export function verifiedGuestToWire({ token, grant }: VerifiedGuest): ResponseOf<typeof verifyGuestCode> {
  return { guestVerificationToken: token, expiresAt: instantText(grant.expiresAt) };
}
