import { base62 } from './base62.ts';
import { crc32 } from './crc32.ts';

export const SECRET_RANDOM_BYTES = 32;

/** Base62 digits: 62^43 > 2^256 for the random bytes, 62^6 > 2^32 for the checksum. */
const RANDOM_WIDTH = 43;
const CHECKSUM_WIDTH = 6;
const RANDOM_AND_CHECKSUM = /^[0-9A-Za-z]{49}$/;

/** The prefix, the random bytes in base62, and a CRC-32 over both. */
export function formatSecret(prefix: string, random: Uint8Array): string {
  if (random.length !== SECRET_RANDOM_BYTES)
    throw new RangeError(`a secret takes ${SECRET_RANDOM_BYTES} random bytes`);
  const body = prefix + base62(random, RANDOM_WIDTH);
  return body + checksumOf(body);
}

/** Checks the format and the checksum after the prefix, so that a malformed secret needs no look-up. */
export function isWellFormedSecret(prefixLength: number, text: string): boolean {
  if (!RANDOM_AND_CHECKSUM.test(text.slice(prefixLength))) return false;
  return text.slice(-CHECKSUM_WIDTH) === checksumOf(text.slice(0, -CHECKSUM_WIDTH));
}

function checksumOf(body: string): string {
  return base62(crc32(body), CHECKSUM_WIDTH);
}
