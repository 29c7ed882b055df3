import { isWellFormedBehind, SECRET_RANDOM_BYTES, writeSecret } from '@lodging/kernel';

export interface FeedToken {
  readonly id: string;
  readonly resourceId: string;
  readonly name: string | null;
  readonly createdAt: Temporal.Instant;
  readonly lastAccessedAt: Temporal.Instant | null;
}

export const TOKEN_RANDOM_BYTES = SECRET_RANDOM_BYTES;

/** How long the secret before a rotation is good, so that every channel can be given the new one first. */
export const ROTATION_GRACE_HOURS = 24;

const NO_PREFIX = '';

export function writeToken(random: Uint8Array): string {
  return writeSecret(NO_PREFIX, random);
}

/** False for everything that was never a token of ours, so that no store has to be asked. */
export function isWellFormedToken(text: string): boolean {
  return isWellFormedBehind(NO_PREFIX.length, text);
}

export function feedUrl(publicUrl: string, token: string): string {
  return `${publicUrl.replace(/\/+$/, '')}/v1/feeds/${token}.ics`;
}
