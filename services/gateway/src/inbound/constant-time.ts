import { hash, timingSafeEqual } from 'node:crypto';

/** Takes the same time wherever the texts differ and whatever their lengths. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'));
}
