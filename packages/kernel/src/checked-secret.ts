import { base62 } from './base62.ts';
import { crc32 } from './crc32.ts';

export const SECRET_RANDOM_BYTES = 32;

/** 62^43 > 2^256, and 62^6 > 2^32. */
const RANDOM_WIDTH = 43;
const CHECKSUM_WIDTH = 6;
const REST = /^[0-9A-Za-z]{49}$/;

export function writeSecret(prefix: string, random: Uint8Array): string {
  if (random.length !== SECRET_RANDOM_BYTES)
    throw new RangeError(`a secret takes ${SECRET_RANDOM_BYTES} random bytes`);
  const body = prefix + base62(random, RANDOM_WIDTH);
  return body + checksumOf(body);
}

/** Behind a prefix of this length. False for what was never one of ours, so that no store has to be asked. */
export function isWellFormedBehind(prefixLength: number, text: string): boolean {
  if (!REST.test(text.slice(prefixLength))) return false;
  return text.slice(-CHECKSUM_WIDTH) === checksumOf(text.slice(0, -CHECKSUM_WIDTH));
}

function checksumOf(body: string): string {
  return base62(crc32(body), CHECKSUM_WIDTH);
}
