import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { CodeToHash, GuestCodeHasher } from '../../ports/guests.ts';

const CODES = 1_000_000;

/** HMAC-SHA-256 under GUEST_CODE_SECRET: the first of a ring for new codes, each for those that were sent. */
export function createGuestCodeHasher(secrets: readonly [string, ...string[]]): GuestCodeHasher {
  const [secret, ...earlier] = secrets;
  return {
    generate: () => randomInt(CODES).toString().padStart(6, '0'),
    digest: (parts) => digestUnder(secret, parts),
    digests: (parts) => [digestUnder(secret, parts), ...earlier.map((one) => digestUnder(one, parts))],
    equals(one, other) {
      const [left, right] = [Buffer.from(one), Buffer.from(other)];
      return left.length === right.length && timingSafeEqual(left, right);
    },
  };
}

function digestUnder(secret: string, { tenantId, reservationId, email, code }: CodeToHash): string {
  // JSON delimits the parts, so two sets of parts never have the same text.
  return createHmac('sha256', secret)
    .update(JSON.stringify([tenantId, reservationId, email.toLowerCase(), code]))
    .digest('base64url');
}
