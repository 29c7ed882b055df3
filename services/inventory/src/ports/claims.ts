import type { InboxMark } from '@lodging/kit-runtime';
import type { Refusal, Result } from '@lodging/kernel';
import type { BlockedResource, StoredBlock } from '../domain/blocks/block.ts';
import type { BlockChanges } from '../domain/blocks/plan-block-changes.ts';
import type {
  ClaimContext,
  ClaimDecision,
  ClaimRefusal,
  ClaimRequest,
  ClaimState,
  ReleaseReason,
} from '../domain/claims/claim.ts';

export type ResourceLocked = Refusal<'resource_locked'>;

/** Decides the claims of a resource one after the other, across all processes. */
export interface ClaimRepository {
  /** Without the lock of the resource: a claim that is being made is not in it. */
  readContext(tenantId: string, request: ClaimRequest): Promise<ClaimContext>;
  claim(
    tenantId: string,
    request: ClaimRequest,
    decide: (context: ClaimContext) => ClaimDecision,
  ): Promise<Result<ClaimState, ClaimRefusal | ResourceLocked>>;
  /** Undefined also where the id is that of a block. */
  findResourceOfStay(tenantId: string, claimId: string): Promise<string | undefined>;
  /** False: the claim stays, because `mayRelease` refused it. */
  release(
    tenantId: string,
    claim: { readonly claimId: string; readonly resourceId: string; readonly reason: ReleaseReason },
    mayRelease: (existing: { readonly state: ClaimState } | undefined) => boolean,
    mark?: InboxMark,
  ): Promise<Result<boolean, ResourceLocked>>;
  /** The units stay taken, but a block over them is no conflict any more. */
  recordDeparture(tenantId: string, claimId: string, mark: InboxMark): Promise<void>;
}

/** All blocks of one connection at one time. */
export interface BlockSync {
  readonly connectionId: string;
  /** A sync with a lower sequence than the last one is ignored. */
  readonly sequence: number;
  readonly resourceIds: readonly string[];
  readonly keys: readonly string[];
  readonly livemode: boolean;
}

/** The stored data that decides a sync, read under the lock of the connection. */
export interface BlockSyncContext {
  /** Every resource of the sync or of a stored block, by id; `now` is that of the database. */
  readonly resources: ReadonlyMap<string, BlockedResource>;
  /** Every block of the connection that is not over, and those that are over and among the keys of the sync. */
  readonly stored: readonly StoredBlock[];
}

export interface BlockRepository {
  /** Writes the changes and publishes the conflicts they cause in one commit. Undefined: the sync is outdated. */
  replace(
    tenantId: string,
    sync: BlockSync,
    decide: (context: BlockSyncContext) => Result<BlockChanges>,
  ): Promise<Result<BlockChanges | undefined>>;
}
