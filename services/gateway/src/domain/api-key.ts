// Owns the form of an API key: `sk_live_`, 32 random bytes in base62, and a checksum that finds a slip of the hand.
import { base62 } from './base62.ts';
import { crc32 } from './crc32.ts';

export type KeyKind = 'secret' | 'publishable';
export type Mode = 'live' | 'test';

/** What a request may do with a key, as the service knows it: never the key itself. */
export interface ApiKey {
  readonly id: string;
  readonly tenantId: string;
  readonly livemode: boolean;
  readonly kind: KeyKind;
  readonly permissions: readonly string[];
  /** Origins that a browser may use a publishable key from. */
  readonly allowedOrigins: readonly string[];
  /** Null means the usual limit of its kind. */
  readonly requestsPerMinute: number | null;
  /** The end of the grace that a rotation gave to the key before. */
  readonly expiresAt: Temporal.Instant | null;
}

export const KEY_RANDOM_BYTES = 32;

/** 62^43 > 2^256, and 62^6 > 2^32. */
const RANDOM_WIDTH = 43;
const CHECKSUM_WIDTH = 6;
const SHOWN_CHARACTERS = 12;
const FORM = /^[sp]k_(?:live|test)_[0-9A-Za-z]{49}$/;

export function writeKey(kind: KeyKind, mode: Mode, random: Uint8Array): string {
  if (random.length !== KEY_RANDOM_BYTES)
    throw new RangeError(`a key takes ${KEY_RANDOM_BYTES} random bytes`);
  const body = `${kind === 'secret' ? 'sk' : 'pk'}_${mode}_${base62(random, RANDOM_WIDTH)}`;
  return body + checksumOf(body);
}

/** False for everything that was never a key of ours, so that no store has to be asked. */
export function isWellFormedKey(text: string): boolean {
  return FORM.test(text) && text.slice(-CHECKSUM_WIDTH) === checksumOf(text.slice(0, -CHECKSUM_WIDTH));
}

/** The part of a key that is kept and shown, so that its owner knows which one it is. */
export function shownPart(key: string): string {
  return key.slice(0, SHOWN_CHARACTERS);
}

function checksumOf(body: string): string {
  return base62(crc32(body), CHECKSUM_WIDTH);
}
