import { isWellFormedSecret, SECRET_RANDOM_BYTES, formatSecret } from '@lodging/kernel';

export interface FeedToken {
  readonly id: string;
  readonly resourceId: string;
  readonly name: string | null;
  readonly createdAt: Temporal.Instant;
  readonly lastAccessedAt: Temporal.Instant | null;
}

export interface NewFeedToken extends FeedToken {
  readonly livemode: boolean;
  readonly excludeConnectionId: string | undefined;
}

/** A token with its secret, which is shown once. */
export interface IssuedFeedToken {
  readonly feedToken: FeedToken;
  readonly secret: string;
}

export interface FeedTokenRef {
  readonly resourceId: string;
  readonly feedTokenId: string;
}

/** The feed that a token gives access to. */
export interface FeedGrant {
  readonly tenantId: string;
  readonly livemode: boolean;
  readonly feedTokenId: string;
  readonly resourceId: string;
  readonly excludeConnectionId: string | undefined;
  /** The body of the last read with this token, and when it became that. */
  readonly last: { readonly etag: string; readonly changedAt: Temporal.Instant } | undefined;
  /** An access was recorded within the last minute. */
  readonly isRecentlyAccessed: boolean;
}

export const TOKEN_RANDOM_BYTES = SECRET_RANDOM_BYTES;

/** How long earlier secrets remain valid after a rotation, so that the new URL can be entered at every channel first. */
export const ROTATION_GRACE_HOURS = 24;

const NO_PREFIX = '';

export function writeToken(random: Uint8Array): string {
  return formatSecret(NO_PREFIX, random);
}

/** Checks the checksum: false for text that was never a token, so that it costs no query. */
export function isWellFormedToken(text: string): boolean {
  return isWellFormedSecret(NO_PREFIX.length, text);
}

export function feedUrl(publicUrl: string, token: string): string {
  return `${publicUrl.replace(/\/+$/, '')}/v1/feeds/${token}.ics`;
}
