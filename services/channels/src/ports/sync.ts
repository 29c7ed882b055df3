import type { Page, Result, RowPage } from '@lodging/kernel';
import type { Listing } from '../domain/connections/listing.ts';
import type { ParsedFeed } from '../domain/feeds/feed-event.ts';
import type { AcceptedEvent } from '../domain/sync/match-events.ts';
import type { ReadRecord } from '../domain/sync/read-record.ts';
import type { AppliedBlocks, RefreshRecord, SyncLease } from '../domain/sync/sync-lease.ts';

/** The due syncs of all tenants, shared by the processes of this service. */
export interface SyncLeaseRepository {
  /** `share`: how many of one tenant the owner may have at once. */
  leaseDue(owner: string, room: { readonly limit: number; readonly share: number }): Promise<SyncLease[]>;
  /** Takes a deleted connection over from its owner; undefined where it is removed already. */
  leaseDeleted(tenantId: string, connectionId: string, owner: string): Promise<SyncLease | undefined>;
  /** Renews every lease of the owner that has not lasted too long. */
  renew(owner: string): Promise<void>;
  /** Ends every lease of the owner, so that another process may take over at once. */
  release(owner: string): Promise<void>;
  /** The number that orders the next step of inventory; undefined where this run may not apply anything any more. */
  nextSequence(lease: SyncLease): Promise<number | undefined>;
  /* Each of these ends the lease, and does nothing where it is lost. */
  /** Records the read as well, and drops the oldest one beyond those that are kept. */
  completeRefresh(lease: SyncLease, record: RefreshRecord): Promise<void>;
  /** Ends a run that fetched nothing and applied the accepted events. */
  completeApply(lease: SyncLease, applied: AppliedBlocks): Promise<void>;
  /** Ends a run that failed through no fault of the feed. */
  retryLater(lease: SyncLease, retryInSeconds: number): Promise<void>;
  /** Deletes the row, once its blocks are released. */
  remove(lease: SyncLease): Promise<void>;
}

export interface SyncedFeedRepository {
  listings(lease: SyncLease): Promise<readonly Listing[]>;
  /** The events of the last accepted snapshot. */
  acceptedEvents(lease: SyncLease): Promise<readonly AcceptedEvent[]>;
  /** False where the lease is lost. */
  accept(lease: SyncLease, events: readonly AcceptedEvent[], today: string): Promise<boolean>;
}

export interface FeedReadRepository {
  /** Newest first. */
  list(tenantId: string, connectionId: string, page: Page): Promise<Result<RowPage<ReadRecord>>>;
}

/* Feeds of other channels */

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
