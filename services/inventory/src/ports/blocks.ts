import type { Page, Result } from '@lodging/kernel';
import type { BlockedUnits, BlockKind, OwnBlock, TakenSpan } from '../domain/blocks/own-block.ts';
import type { ResourceKind } from '../domain/time/resource-kind.ts';
import type { Span } from '../domain/time/stay.ts';
import type { TooManyClaims } from './stays.ts';
import type { ListPage } from './resources.ts';

/** An Idempotency-Key with the block that was made with it. */
export interface BlockKey {
  readonly fingerprint: string;
  readonly blockId: string;
}

/** Blocks of one resource, under the lock of its claims. What is written is written at the commit. */
export interface LockedBlocks {
  /** By the clock of the database, once the lock was taken. */
  readonly now: Temporal.Instant;
  readonly resource: BlockedUnits | undefined;
  findKey(idempotencyKey: string): Promise<BlockKey | undefined>;
  find(blockId: string): Promise<OwnBlock | undefined>;
  /** Of the tenant, those that are not over; until the commit no other is added. */
  countLiving(): Promise<number>;
  /** Undefined: the units are free. The claims of the block `except` do not count. */
  findTaken(span: Span, units: number, except: string): Promise<TakenSpan | TooManyClaims | undefined>;
  insert(block: OwnBlock, key: { readonly idempotencyKey: string; readonly fingerprint: string }): void;
  /** `moves`: the block takes other units. */
  update(block: OwnBlock, moves: boolean): void;
  delete(blockId: string): void;
}

/** An end of a period: a local date of each resource, or an instant. */
export type PeriodEnd = { readonly date: string } | { readonly instant: string } | undefined;

export interface BlockFilter extends Page {
  readonly resourceId?: string | undefined;
  readonly from: PeriodEnd;
  readonly to: PeriodEnd;
  readonly kind?: BlockKind | undefined;
  /** Imported ones, too. */
  readonly imported: boolean;
}

/** A block with what its times are written by. */
export interface ListedBlock extends Omit<OwnBlock, 'kind' | 'datesChangedAt' | 'revision'> {
  readonly kind: BlockKind | 'external';
  readonly resourceKind: ResourceKind;
  /** Of an imported one. */
  readonly origin: { readonly connectionId: string; readonly listingId: string } | undefined;
}

export interface BlocksOfResources {
  readonly resources: ListPage<{
    readonly id: string;
    readonly units: number;
    readonly timezone: string;
    readonly kind: ResourceKind;
  }>;
  /** Undefined: too many. */
  readonly blocks: readonly ListedBlock[] | undefined;
}

export interface ResourceFilter extends Page {
  readonly roomTypeId?: string | undefined;
  readonly resourceIds?: readonly string[] | undefined;
}

export interface OwnBlockRepository {
  /** Undefined: there is no such block. */
  find(
    tenantId: string,
    blockId: string,
  ): Promise<{ readonly block: OwnBlock; readonly kind: ResourceKind } | undefined>;
  list(tenantId: string, filter: BlockFilter): Promise<ListPage<ListedBlock>>;
  /** Refuses with `resource_locked` where the lock is not free in time. */
  change<T>(
    tenantId: string,
    resourceId: string,
    decide: (blocks: LockedBlocks) => Promise<Result<T>>,
  ): Promise<Result<T>>;
  /** A page of resources on sale, with the blocks that take one of the nights. */
  listOfResources(
    tenantId: string,
    filter: ResourceFilter,
    dates: { readonly from: string; readonly to: string },
    most: number,
  ): Promise<BlocksOfResources>;
  /** Keys are kept for 30 days. */
  purgeOldKeys(): Promise<void>;
}
