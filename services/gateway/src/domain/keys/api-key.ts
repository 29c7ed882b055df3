import { isWellFormedSecret, refuse, SECRET_RANDOM_BYTES, formatSecret } from '@lodging/kernel';
import type { Refused } from '@lodging/kernel';

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
  /** Null: never. From then on the key is an unknown one. */
  readonly expiresAt: Temporal.Instant | null;
  readonly lastUsedAt: Temporal.Instant | null;
}

/** Fields that are absent stay. */
export interface ApiKeyChanges {
  readonly name?: string | null | undefined;
  readonly permissions?: readonly string[] | undefined;
  readonly allowedOrigins?: readonly string[] | undefined;
  readonly requestsPerMinute?: number | null | undefined;
}

export function changedKey(key: ApiKey, changes: ApiKeyChanges): ApiKey {
  const { name, permissions, allowedOrigins, requestsPerMinute } = changes;
  return {
    ...key,
    name: name === undefined ? key.name : name,
    permissions: permissions === undefined ? key.permissions : permissionsFor(key.kind, permissions),
    allowedOrigins: allowedOrigins === undefined ? key.allowedOrigins : originsFor(key.kind, allowedOrigins),
    requestsPerMinute: requestsPerMinute === undefined ? key.requestsPerMinute : requestsPerMinute,
  };
}

/** Permissions are for secret keys alone: what a publishable key may is decided by the routes that accept one. */
export function permissionsFor(kind: KeyKind, permissions: readonly string[]): readonly string[] {
  return kind === 'secret' ? [...new Set(permissions)] : [];
}

/** Origins are for publishable keys alone. */
export function originsFor(kind: KeyKind, origins: readonly string[]): readonly string[] {
  return kind === 'publishable' ? [...new Set(origins)] : [];
}

/** Browsers alone send a publishable key, and from listed origins alone: without one it could do nothing. */
export function originsRefusal(
  kind: KeyKind,
  origins: readonly string[],
): Refused<'validation_failed'> | undefined {
  if (kind !== 'publishable' || origins.length > 0) return undefined;
  const errors = [
    { pointer: '/allowedOrigins', message: 'must hold an origin where the key is publishable' },
  ];
  return refuse('validation_failed', 'A publishable key needs at least one allowed origin.', { errors });
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

/** The first characters, stored and shown in lists so that the owner can distinguish keys. */
export function displayPrefix(key: string): string {
  return key.slice(0, DISPLAY_LENGTH);
}
