import type { FeedEntry } from '../domain/feeds/feed-entry.ts';
import type { FeedGrant, FeedToken, FeedTokenRef, NewFeedToken } from '../domain/feeds/feed-token.ts';

export interface FeedTokenRepository {
  /** False: the resource has `limit` tokens. */
  create(tenantId: string, token: NewFeedToken, digest: Uint8Array, limit: number): Promise<boolean>;
  list(tenantId: string, resourceId: string): Promise<readonly FeedToken[]>;
  /** Adds a secret; earlier ones expire after the grace, or before it where they would have. Undefined: no such token. */
  rotate(
    tenantId: string,
    token: FeedTokenRef,
    next: { readonly digest: Uint8Array; readonly graceHours: number },
  ): Promise<FeedToken | undefined>;
  /** False: there was no such token. */
  delete(tenantId: string, token: FeedTokenRef): Promise<boolean>;
  findGrant(digest: Uint8Array): Promise<FeedGrant | undefined>;
  /** Returns since when the body has been this one; undefined where the token is deleted. */
  recordAccess(
    tenantId: string,
    feedTokenId: string,
    bodyEtag: string,
  ): Promise<Temporal.Instant | undefined>;
  hasConnection(tenantId: string, connectionId: string): Promise<boolean>;
}

/** Writes the calendar of a resource. The same entries in any order make the same text; `tenantTag` marks their UIDs. */
export type WriteFeed = (name: string, entries: readonly FeedEntry[], tenantTag: string) => string;

export type Digest = (text: string) => Uint8Array;

/** The same as text. */
export type TextDigest = (text: string) => string;

export type RandomBytes = (length: number) => Uint8Array;
