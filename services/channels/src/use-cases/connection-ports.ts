import type { RequestContext } from '@lodging/kit-runtime';
import type { Result } from '@lodging/kernel';
import type { Block, MappedResource } from '../domain/blocks.ts';
import type { Connection, ConnectionChange } from '../domain/connection.ts';
import type { Doubt } from '../domain/doubt-feed.ts';
import type { AcceptedEvent } from '../domain/match-events.ts';

/** Where a page of a list ended; exact to the microsecond. */
export interface ListPosition {
  readonly createdAt: string;
  readonly id: string;
}

export interface Page {
  readonly limit: number;
  readonly after: ListPosition | null;
}

export interface NewConnection {
  readonly id: string;
  readonly livemode: boolean;
  readonly channel: string;
  readonly sealedFeedUrl: string;
  readonly shownFeedUrl: string;
}

export interface Connections {
  /** Due at once. */
  create(tenantId: string, connection: NewConnection): Promise<Connection>;
  page(tenantId: string, page: Page): Promise<Connection[]>;
  find(tenantId: string, id: string): Promise<Connection | undefined>;
  change(
    tenantId: string,
    id: string,
    decide: (connection: Connection) => Result<ConnectionChange>,
  ): Promise<Result<Connection>>;
  /** Gone for its tenant; the sweeper finds it, after the seconds given to whoever called. False where there is none. */
  markDeleted(tenantId: string, id: string, graceSeconds: number): Promise<boolean>;
}

export interface Listing {
  readonly id: string;
  readonly connectionId: string;
  readonly resourceId: string;
  readonly externalListingId: string | null;
  readonly createdAt: Temporal.Instant;
}

export interface Listings {
  /** Asks for a sync of the connection at once, in the same step. */
  create(tenantId: string, listing: Omit<Listing, 'createdAt'>): Promise<Result<Listing>>;
  ofConnection(tenantId: string, connectionId: string): Promise<Result<Listing[]>>;
  /** Asks for a sync as well, of a paused connection too: what came over this listing is to be freed. */
  delete(tenantId: string, connectionId: string, id: string): Promise<Result<true>>;
}

/** One process's hold on one connection, for one run. Whatever it writes is refused once another has taken over. */
export interface SyncLease {
  readonly tenantId: string;
  readonly connectionId: string;
  readonly livemode: boolean;
  readonly owner: string;
  readonly number: bigint;
  readonly asked: bigint;
  readonly isDeleted: boolean;
  readonly isPaused: boolean;
  readonly sealedFeedUrl: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly readOn: string | null;
  readonly appliedAs: string | null;
  readonly doubt: Doubt | null;
  readonly failures: number;
  /** How often in a row the house did not take it in. */
  readonly outages: number;
  /** The last reading is still to be told, and the next one not due: the calendar is left alone. */
  readonly isOnlyToTell: boolean;
  readonly eventCount: number;
}

/** What a run found. What it says nothing of stays as it was. */
export interface SyncRecord {
  readonly lastError: string | null;
  readonly failures: number;
  readonly eventCount: number;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly readOn: string | null;
  readonly appliedAs: string | null;
  /** A digest of a reading that is not believed yet. */
  readonly doubted: string | null;
  /** When the calendar is read again. */
  readonly againInSeconds: number;
  /** Where the house did not take in what was found: when it is told again. */
  readonly toldAgainInSeconds: number | null;
}

/** The work that is due, shared with the other processes of this service. */
export interface SyncQueue {
  claim(owner: string, limit: number): Promise<SyncLease[]>;
  /** Takes a deleted one over from whoever has it; undefined where it is gone already. */
  claimDeleted(tenantId: string, connectionId: string, owner: string): Promise<SyncLease | undefined>;
  /** Lengthens every lease of the owner that has not lasted too long already. */
  keep(owner: string): Promise<void>;
  /** Others may take over at once; what is still under way here changes nothing any more. */
  giveUp(owner: string): Promise<void>;
  listings(lease: SyncLease): Promise<Listing[]>;
  believed(lease: SyncLease): Promise<readonly AcceptedEvent[]>;
  believe(lease: SyncLease, events: readonly AcceptedEvent[], today: string): Promise<boolean>;
  /** The number that orders what inventory is told next; undefined where this run may tell nothing any more. */
  nextSequence(lease: SyncLease): Promise<number | undefined>;
  finish(lease: SyncLease, record: SyncRecord): Promise<void>;
  /** Ends a run that read nothing, but told the house what is known. */
  rest(lease: SyncLease, appliedAs: string): Promise<void>;
  /** Ends a run that came to nothing through a fault of ours, and tries again after the seconds given. */
  putBack(lease: SyncLease, againInSeconds: number): Promise<void>;
  /** The row itself, once its blocks are gone. */
  remove(lease: SyncLease): Promise<void>;
}

type Of = Pick<SyncLease, 'tenantId' | 'livemode' | 'connectionId'>;

/** The house's own calendar. Throws HouseAway where it does not answer. */
export interface InventoryClient {
  hasResource(ctx: RequestContext, resourceId: string): Promise<boolean>;
  /** Undefined where there is no such resource any more. */
  placeOf(of: Of, resourceId: string): Promise<Omit<MappedResource, 'listingId'> | undefined>;
  /** Over resources that it is not mapped to any more, those that have begun go as well. */
  replaceBlocks(
    of: Of,
    sequence: number,
    blocks: readonly Block[],
    mappedTo: readonly string[],
  ): Promise<Result<unknown>>;
  /** Those that have begun as well: nobody speaks for them any more. */
  freeBlocks(of: Of, sequence: number, timeoutMs?: number): Promise<Result<unknown>>;
}

export class InventoryUnavailable extends Error {
  override readonly name = 'InventoryUnavailable';
}

/** Keeps secrets that rest in the database. */
export interface Vault {
  seal(tenantId: string, id: string, text: string): string;
  /** Undefined where it was sealed for another, or with another key. */
  open(tenantId: string, id: string, sealed: string): string | undefined;
}
