import type { Result } from '@lodging/kernel';
import type { ParsedFeed } from './domain/feed-event.ts';

/** One consumer's name for one event, so that its effect is committed once. */
export interface Seen {
  readonly consumer: string;
  readonly eventId: string;
}

/** Why a feed could not be used. */
export interface FeedFailure {
  /** For the operator: names no address, secret or guest. */
  readonly message: string;
  /** The `Retry-After` of the feed's server (429, 503); at most a day. */
  readonly retryAfterSeconds?: number;
}

export interface FeedRequest {
  readonly url: string;
  /** Validators of the last accepted answer. */
  readonly etag?: string;
  readonly lastModified?: string;
}

export type FeedAnswer =
  | { readonly kind: 'unchanged' }
  | {
      readonly kind: 'read';
      readonly bytes: Uint8Array;
      readonly etag?: string;
      readonly lastModified?: string;
    };

/** Fetches calendars from public addresses only. Neither function throws for a failure of the network or the server. */
export interface FeedReader {
  /** Refuses an address that may never be fetched. A host name that cannot be resolved now is accepted. */
  check(url: string): Promise<Result<true, FeedFailure>>;
  fetch(request: FeedRequest): Promise<Result<FeedAnswer, FeedFailure>>;
}

/** Parses a calendar in a process of its own with limits of time and memory. A refused calendar has no events, not zero events. */
export interface FeedParser {
  /** Series are expanded from 30 days before `now` to 730 days after it. Events that bear the tenant's own tag are skipped. */
  parse(
    bytes: Uint8Array,
    now: Temporal.Instant,
    tenantTag?: string,
  ): Promise<Result<ParsedFeed, FeedFailure>>;
}
