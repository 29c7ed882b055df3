import type { RequestContext } from '@lodging/kit-runtime';
import type { Result } from '@lodging/kernel';
import type { FeedToken } from '../domain/feed-token.ts';
import type { FeedEntry } from '../domain/feed-entry.ts';

export interface NewFeedToken extends FeedToken {
  readonly livemode: boolean;
  readonly excludeConnectionId: string | undefined;
}

/** Writes the calendar of a resource. The same entries, in any order, make the same text; `tenantTag` marks their UIDs. */
export type WriteFeed = (name: string, entries: readonly FeedEntry[], tenantTag: string) => string;

/** What a token opens. */
export interface FeedGrant {
  readonly tenantId: string;
  readonly livemode: boolean;
  readonly feedTokenId: string;
  readonly resourceId: string;
  readonly excludeConnectionId: string | undefined;
  /** The last feed that was read with it, and since when it was that. */
  readonly last: { readonly etag: string; readonly changedAt: Temporal.Instant } | undefined;
  /** Its use was noted within the last minute. */
  readonly notedLately: boolean;
}

interface OneOfResource {
  readonly resourceId: string;
  readonly feedTokenId: string;
}

export interface FeedTokens {
  add(tenantId: string, token: NewFeedToken, digest: Uint8Array): Promise<void>;
  list(tenantId: string, resourceId: string): Promise<readonly FeedToken[]>;
  /** From now on the digest opens it; those before for another while. Undefined: there is no such token. */
  rotate(
    tenantId: string,
    which: OneOfResource,
    next: { readonly digest: Uint8Array; readonly graceHours: number },
  ): Promise<FeedToken | undefined>;
  /** False: there was no such token. */
  remove(tenantId: string, which: OneOfResource): Promise<boolean>;
  findByDigest(digest: Uint8Array): Promise<FeedGrant | undefined>;
  /** Answers since when the feed has been this one; undefined when the token is gone. */
  noteRead(tenantId: string, feedTokenId: string, bodyEtag: string): Promise<Temporal.Instant | undefined>;
  ownsConnection(tenantId: string, connectionId: string): Promise<boolean>;
}

export interface Occupancy {
  hasResource(ctx: RequestContext, resourceId: string): Promise<boolean>;
  list(
    ctx: RequestContext,
    wish: {
      readonly resourceId: string;
      readonly from: Temporal.Instant;
      readonly to: Temporal.Instant;
      readonly excludeConnectionId: string | undefined;
    },
  ): Promise<
    Result<{
      readonly resource: { readonly name: string; readonly timezone: string };
      readonly entries: readonly FeedEntry[];
    }>
  >;
}

export type Digest = (text: string) => Uint8Array;
export type RandomBytes = (length: number) => Uint8Array;
