import type { Result } from '@lodging/kernel';
import type { ParsedFeed } from '../domain/feed-event.ts';

/** One consumer's name for one event, so that its effect is committed once. */
export interface Seen {
  readonly consumer: string;
  readonly eventId: string;
}

/** Why a feed could not be used, in words for the operator: no address, no secret, no guest in them. */
export interface FeedFailure {
  readonly words: string;
  /** What its server asked for (429, 503); at most a day. */
  readonly retryAfterSeconds?: number;
}

export interface FeedRequest {
  readonly url: string;
  /** What the last good answer carried. */
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

/** Reads foreign calendars off the network, and never off a private one. Neither function throws for what it meets there. */
export interface FeedReader {
  /** For creation: the address could be fetched one day. A name that cannot be resolved now is let through. */
  check(url: string): Promise<Result<true, FeedFailure>>;
  fetch(request: FeedRequest): Promise<Result<FeedAnswer, FeedFailure>>;
}

/** Reads a calendar's bytes apart from this process, within bounds. A refused calendar has no events, not zero events. */
export interface FeedParser {
  /** Series are expanded from 30 days before `now` to 730 days after it. The events of `house` itself are left out. */
  parse(bytes: Uint8Array, now: Temporal.Instant, house?: string): Promise<Result<ParsedFeed, FeedFailure>>;
}
