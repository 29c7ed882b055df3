import { createHmac, hkdfSync } from 'node:crypto';

const KEY_BYTES = 32;

/** Personal data as a look-up key: equal parts have equal hashes, and without the secret no guess can be checked. */
export type KeyedHash = (...parts: readonly string[]) => string;

/** HMAC-SHA-256. `purpose` derives a key of its own from the secret (HKDF, RFC 5869). It must never change. */
export function createKeyedHash(secret: string, purpose: string): KeyedHash {
  return keyedHashOf(hashKeyOf(secret, purpose));
}

/** The key of `createKeyedHash` by itself, which says nothing about the secret. */
export function hashKeyOf(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, KEY_BYTES));
}

export function keyedHashOf(key: Uint8Array): KeyedHash {
  // JSON delimits the parts, so two lists of parts never have the same text.
  return (...parts) => createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');
}
