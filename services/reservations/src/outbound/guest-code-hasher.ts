import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { GuestCodeHasher } from '../ports/guests.ts';

const CODES = 1_000_000;

/** HMAC-SHA-256 under GUEST_CODE_SECRET. */
export function createGuestCodeHasher(secret: string): GuestCodeHasher {
  return {
    generate: () => randomInt(CODES).toString().padStart(6, '0'),
    // JSON delimits the parts, so two sets of parts never have the same text.
    digest: ({ tenantId, reservationId, email, code }) =>
      createHmac('sha256', secret)
        .update(JSON.stringify([tenantId, reservationId, email.toLowerCase(), code]))
        .digest('base64url'),
    equals(one, other) {
      const [left, right] = [Buffer.from(one), Buffer.from(other)];
      return left.length === right.length && timingSafeEqual(left, right);
    },
  };
}
