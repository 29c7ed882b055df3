import { createHash } from 'node:crypto';

const KEY_ID_LENGTH = 8;

/** Names a random secret of 32 characters or more, so it does not help to guess it. */
export function keyIdOf(secret: string): string {
  return createHash('sha256').update(`lodging key id|${secret}`).digest('base64url').slice(0, KEY_ID_LENGTH);
}
