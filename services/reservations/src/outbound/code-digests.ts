import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { CodeDigests } from '../use-cases/ports.ts';

const CODES = 1_000_000;

export function codeDigests(secret: string): CodeDigests {
  return {
    draw: () => randomInt(CODES).toString().padStart(6, '0'),
    // As JSON, so that no two sets of parts read alike.
    digest: ({ tenantId, reservationId, email, code }) =>
      createHmac('sha256', secret)
        .update(JSON.stringify([tenantId, reservationId, email.toLowerCase(), code]))
        .digest('base64url'),
    same(one, other) {
      const [left, right] = [Buffer.from(one), Buffer.from(other)];
      return left.length === right.length && timingSafeEqual(left, right);
    },
  };
}
