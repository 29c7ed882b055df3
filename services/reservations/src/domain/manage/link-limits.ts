import { perHour } from '../guests/code-limits.ts';
import type { CodeQuota } from '../guests/code-limits.ts';

const LINKS_OF_BOOKING = 3;
const LINKS_TO_ADDRESS = 10;

/** What a mailed link counts against. Buckets are keyed hashes. */
export function linkQuotas(buckets: { readonly booking: string; readonly recipient: string }): CodeQuota[] {
  return [
    { of: 'key', bucket: buckets.booking, limits: perHour(LINKS_OF_BOOKING) },
    { of: 'recipient', bucket: buckets.recipient, limits: perHour(LINKS_TO_ADDRESS) },
  ];
}
