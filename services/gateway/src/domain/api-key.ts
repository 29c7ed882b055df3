import { isWellFormedBehind, SECRET_RANDOM_BYTES, writeSecret } from '@lodging/kernel';

export type KeyKind = 'secret' | 'publishable';
export type Mode = 'live' | 'test';

/** What a request may do with a key, as the service knows it: never the key itself. */
export interface ApiKey {
  readonly id: string;
  readonly tenantId: string;
  readonly livemode: boolean;
  /** An operator's session opens doors as a key does. */
  readonly kind: KeyKind | 'operator';
  readonly permissions: readonly string[];
  /** Origins that a browser may use a publishable key from. */
  readonly allowedOrigins: readonly string[];
  /** Null means the usual limit of its kind. */
  readonly requestsPerMinute: number | null;
  /** The end of the grace that a rotation gave to the key before. */
  readonly expiresAt: Temporal.Instant | null;
  /** The tenant's. */
  readonly timezone: string;
}

export const KEY_RANDOM_BYTES = SECRET_RANDOM_BYTES;

const PREFIX_LENGTH = 'sk_live_'.length;
const SHOWN_CHARACTERS = 12;
const PREFIX = /^[sp]k_(?:live|test)_/;

export function writeKey(kind: KeyKind, mode: Mode, random: Uint8Array): string {
  return writeSecret(`${kind === 'secret' ? 'sk' : 'pk'}_${mode}_`, random);
}

/** False for everything that was never a key of ours, so that no store has to be asked. */
export function isWellFormedKey(text: string): boolean {
  return PREFIX.test(text) && isWellFormedBehind(PREFIX_LENGTH, text);
}

/** The part of a key that is kept and shown, so that its owner knows which one it is. */
export function shownPart(key: string): string {
  return key.slice(0, SHOWN_CHARACTERS);
}
