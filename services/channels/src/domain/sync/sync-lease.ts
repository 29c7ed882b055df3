import type { RefreshResult } from './evaluate-read.ts';
import type { Quarantine } from './evaluate-snapshot.ts';
import type { ReadRecord } from './read-record.ts';

/** The state from which the next fetch of a feed starts. */
export interface FeedState {
  readonly sealedFeedUrl: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** The day of the last accepted fetch, `YYYY-MM-DD` in UTC. */
  readonly fetchedOn: string | null;
  readonly quarantine: Quarantine | null;
  /** Consecutive rejected fetches. */
  readonly failures: number;
}

export type SyncWork =
  /** The connection is deleted: release its blocks, then delete its row. */
  | { readonly kind: 'remove' }
  /** Apply the accepted events again, without a fetch: it is paused, or inventory was unavailable after the last fetch. */
  | { readonly kind: 'apply'; readonly isPaused: boolean }
  | { readonly kind: 'refresh'; readonly feed: FeedState };

/**
 * The exclusive right of one process to sync one connection, for one run. It ends by time unless it is renewed, and
 * every write under it names its fencing number: a process whose lease was taken over changes nothing.
 */
export interface SyncLease {
  readonly tenantId: string;
  readonly connectionId: string;
  readonly livemode: boolean;
  readonly owner: string;
  readonly fencingNumber: bigint;
  /** Requests for a sync that this run serves; a later one is due right after it. */
  readonly syncRequests: bigint;
  /** Consecutive runs in which inventory was unavailable. */
  readonly outages: number;
  /** Of the blocks that inventory has; null while that is unknown. */
  readonly appliedDigest: string | null;
  readonly work: SyncWork;
}

/** What inventory has of the connection now; `blockCount` is null where the number is as before. */
export interface AppliedBlocks {
  readonly appliedDigest: string | null;
  readonly blockCount: number | null;
}

/** The result of the update of inventory. `retryInSeconds`: inventory was unavailable. */
export type Applied = AppliedBlocks | { readonly retryInSeconds: number };

export interface RefreshRecord {
  readonly result: RefreshResult;
  readonly applied: Applied;
  readonly read: ReadRecord;
}
