import type { Clock, NewId } from '@lodging/kernel';
import type { FairSemaphore, Semaphore } from '@lodging/kit-runtime';
import type { SyncLease } from '../domain/sync/sync-lease.ts';
import type { ConflictRepository } from './conflicts.ts';
import type { ConnectionRepository, ListingRepository, Vault } from './connections.ts';
import type { Digest, FeedTokenRepository, RandomBytes, TextDigest, WriteFeed } from './feeds.ts';
import type { InventoryClient } from './neighbours.ts';
import type {
  FeedParser,
  FeedReader,
  FeedReadRepository,
  SyncedFeedRepository,
  SyncLeaseRepository,
} from './sync.ts';

/** Dependencies of the use cases; each takes a Pick of them. */
export interface ChannelsDeps {
  readonly connections: ConnectionRepository;
  readonly listings: ListingRepository;
  readonly conflicts: ConflictRepository;
  readonly feedTokens: FeedTokenRepository;
  readonly leases: SyncLeaseRepository;
  readonly feeds: SyncedFeedRepository;
  readonly feedReads: FeedReadRepository;
  readonly inventory: InventoryClient;
  readonly vault: Vault;
  readonly reader: FeedReader;
  readonly parser: FeedParser;
  readonly writeFeed: WriteFeed;
  /** The owner of this process's leases. */
  readonly owner: string;
  /** One permit for each run in progress. */
  readonly runs: Semaphore;
  readonly maxRuns: number;
  /** Of one tenant, so that slow servers of its feeds leave the other runs to other tenants. */
  readonly maxRunsOfTenant: number;
  /**
   * Feeds are fetched at the same time, but parsed and applied by two at most, of different tenants: their events fill
   * the memory. Keyed by tenant.
   */
  readonly applying: FairSemaphore;
  /** Feeds that are rendered at once. Keyed by tenant. */
  readonly rendering: FairSemaphore;
  readonly intervalSeconds: number;
  /** Runs the sync timer now. */
  readonly wakeSync: () => void;
  readonly onUnexpectedError: (error: unknown, lease: SyncLease) => void;
  /** Deletes old rows of the outbox and the inbox. */
  readonly purgeOutbox: () => Promise<void>;
  /** In [0, 1). */
  readonly random: () => number;
  readonly randomBytes: RandomBytes;
  readonly digest: Digest;
  readonly textDigest: TextDigest;
  readonly clock: Clock;
  readonly newId: NewId;
}
