import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { FeedEntry } from '../domain/feeds/feed-entry.ts';
import type { Block, MappedResource } from '../domain/sync/blocks.ts';
import type { SyncLease } from '../domain/sync/sync-lease.ts';

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
