import { randomFillSync } from 'node:crypto';

/** 128 bits cannot be guessed while the request waits. */
const TOKEN_BYTES = 16;

/** Filled at once for many tokens: a call of the generator for each would cost five times as much. */
const pool = Buffer.alloc(TOKEN_BYTES * 512);
let used = pool.length;

/** A text of 22 characters that may be a token of a subject. */
export function randomToken(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const from = used;
  used += TOKEN_BYTES;
  return pool.toString('base64url', from, used);
}
