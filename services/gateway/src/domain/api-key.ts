import { isWellFormedSecret, SECRET_RANDOM_BYTES, formatSecret } from '@lodging/kernel';

export type KeyKind = 'secret' | 'publishable';
export type Mode = 'live' | 'test';

/** An API key as its owner sees it. The key text is shown once, when it is created or rotated. */
export interface ApiKey {
  readonly id: string;
  /** The tenant the key acts for: live or sandbox, by mode. */
  readonly tenantId: string;
  /** The live tenant, which owns the keys of both modes. */
  readonly ownerId: string;
  readonly kind: KeyKind;
  readonly mode: Mode;
  readonly name: string | null;
  readonly prefix: string;
  readonly permissions: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly requestsPerMinute: number | null;
  readonly createdAt: Temporal.Instant;
  readonly lastUsedAt: Temporal.Instant | null;
}

export const KEY_RANDOM_BYTES = SECRET_RANDOM_BYTES;

const PREFIX_LENGTH = 'sk_live_'.length;
const DISPLAY_LENGTH = 12;
const PREFIX = /^[sp]k_(?:live|test)_/;

/** `random` must be KEY_RANDOM_BYTES long. */
export function formatKey(kind: KeyKind, mode: Mode, random: Uint8Array): string {
  return formatSecret(`${kind === 'secret' ? 'sk' : 'pk'}_${mode}_`, random);
}

/** Prefix, length and checksum are right. False means the key was never issued, so no lookup is needed. */
export function isWellFormedKey(text: string): boolean {
  return PREFIX.test(text) && isWellFormedSecret(PREFIX_LENGTH, text);
}

/** The first characters, stored and shown in lists so that the owner can tell keys apart. */
export function displayPrefix(key: string): string {
  return key.slice(0, DISPLAY_LENGTH);
}
