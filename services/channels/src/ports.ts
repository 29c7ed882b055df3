import type { Page, Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { Block, MappedResource } from './domain/blocks.ts';
import type {
  Conflict,
  ConflictReport,
  ConflictStatus,
  ConflictUpdate,
  Resolution,
} from './domain/conflict.ts';
import type { Connection, ConnectionChange } from './domain/connection.ts';
import type { ParsedFeed } from './domain/feed-event.ts';
import type { FeedGrant, FeedToken, FeedTokenRef, NewFeedToken } from './domain/feed-token.ts';
import type { Listing } from './domain/listing.ts';
import type { AcceptedEvent } from './domain/match-events.ts';
import type { RefreshRecord, SyncLease } from './domain/sync-lease.ts';
import type { FeedEntry } from './domain/feed-entry.ts';

/* Storage */

/** Rows of one page, and whether the list continues after them. */
export interface Rows<Row> {
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
}

export interface NewConnection {
  readonly id: string;
  readonly livemode: boolean;
  readonly channel: string;
  readonly sealedFeedUrl: string;
  /** Masked. */
  readonly feedUrl: string;
}

export interface ConnectionRepository {
  /** Its first sync is due at once. Undefined: the tenant has `limit` connections. */
  create(tenantId: string, connection: NewConnection, limit: number): Promise<Connection | undefined>;
  list(tenantId: string, page: Page): Promise<Rows<Connection>>;
  find(tenantId: string, id: string): Promise<Connection | undefined>;
  /** `decide` runs under a lock on the row. */
  change(
    tenantId: string,
    id: string,
    decide: (connection: Connection) => Result<ConnectionChange>,
  ): Promise<Result<Connection>>;
  /** Hides it from its tenant; a sync that removes it is due after the grace. False where there is none. */
  markDeleted(tenantId: string, id: string, graceSeconds: number): Promise<boolean>;
}

export interface ListingRepository {
  /** Requests a sync of the connection in the same transaction. */
  create(tenantId: string, listing: Omit<Listing, 'createdAt'>): Promise<Result<Listing>>;
  list(tenantId: string, connectionId: string): Promise<Result<readonly Listing[]>>;
  /** Requests a sync as well, also of a paused connection: the blocks of this listing must be released. */
  delete(tenantId: string, connectionId: string, id: string): Promise<Result<true>>;
}

/** One consumer's mark of one event: its effect is committed at most once. */
export interface InboxMark {
  readonly consumer: string;
  readonly eventId: string;
}

/** `opened`: new, or resolved before and open again. */
export type ConflictOutcome = 'opened' | 'updated' | 'unchanged';

export interface ConflictRepository {
  /**
   * Opens one conflict for each event, reservation and resource, however often it is reported. `update` decides about
   * one that exists; null leaves it as it is. A report older than the last one changes nothing.
   */
  report(
    tenantId: string,
    newId: string,
    report: ConflictReport,
    update: (known: Conflict, options: { readonly isRollingWindow: boolean }) => ConflictUpdate | null,
    mark: InboxMark,
  ): Promise<ConflictOutcome>;
  list(tenantId: string, status: ConflictStatus | undefined, page: Page): Promise<Rows<Conflict>>;
  /** `decide` runs under a lock on the row. */
  change(
    tenantId: string,
    id: string,
    decide: (conflict: Conflict) => Result<{ readonly status: Resolution }>,
  ): Promise<Result<Conflict>>;
}

export interface FeedTokenRepository {
  create(tenantId: string, token: NewFeedToken, digest: Uint8Array): Promise<void>;
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
  completeRefresh(lease: SyncLease, record: RefreshRecord): Promise<void>;
  /** Ends a run that fetched nothing and applied the accepted events. */
  completeApply(lease: SyncLease, appliedDigest: string | null): Promise<void>;
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

/* Inventory */

export type ConnectionRef = Pick<SyncLease, 'tenantId' | 'livemode' | 'connectionId'>;

export interface OccupancyQuery {
  readonly resourceId: string;
  readonly from: Temporal.Instant;
  readonly to: Temporal.Instant;
  readonly excludeConnectionId: string | undefined;
}

export interface Occupancy {
  readonly resource: { readonly name: string; readonly timezone: string };
  readonly entries: readonly FeedEntry[];
}

export interface InventoryClient {
  hasResource(ctx: RequestContext, resourceId: string): Promise<boolean>;
  listOccupancy(ctx: RequestContext, query: OccupancyQuery): Promise<Result<Occupancy>>;

  /* These three serve syncs, and throw InventoryUnavailable where inventory does not answer. */
  /** Undefined where there is no such resource. */
  findResource(
    connection: ConnectionRef,
    resourceId: string,
  ): Promise<Omit<MappedResource, 'listingId'> | undefined>;
  /** On resources outside `mappedTo`, blocks that have begun are removed as well. */
  replaceBlocks(
    connection: ConnectionRef,
    sequence: number,
    blocks: readonly Block[],
    mappedTo: readonly string[],
  ): Promise<Result<unknown>>;
  /** Removes all blocks of the connection, those that have begun as well. */
  releaseBlocks(connection: ConnectionRef, sequence: number, timeoutMs?: number): Promise<Result<unknown>>;
}

export class InventoryUnavailable extends Error {
  override readonly name = 'InventoryUnavailable';
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

/** Writes the calendar of a resource. The same entries in any order make the same text; `tenantTag` marks their UIDs. */
export type WriteFeed = (name: string, entries: readonly FeedEntry[], tenantTag: string) => string;

/* Secrets */

/** Seals feed addresses at rest. */
export interface Vault {
  seal(tenantId: string, id: string, text: string): string;
  /** Undefined where it was sealed for another record, or with another secret. */
  open(tenantId: string, id: string, sealed: string): string | undefined;
}

export type Digest = (text: string) => Uint8Array;
/** The same as text. */
export type TextDigest = (text: string) => string;
export type RandomBytes = (length: number) => Uint8Array;
