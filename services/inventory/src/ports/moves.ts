import type { Result } from '@lodging/kernel';
import type { ClaimRefusal, ClaimState, ReleaseReason } from '../domain/claims/claim.ts';
import type { LeasedParts, PartsContext } from '../domain/moves/claim-parts.ts';
import type { Move, MoveContext, MoveTarget } from '../domain/moves/move-claim.ts';
import type { ResourceLocked } from './claims.ts';

export interface MoveRequest {
  /** A repeated one has the result of the first. */
  readonly moveId: string;
  readonly claimId: string;
  /** Leases of the claim's change, which are absorbed. */
  readonly partIds: readonly string[];
  readonly target: MoveTarget;
  /** Those of the claim that were made: a change that a restore took from its stay makes its move again. */
  readonly forgetsEarlierMoves?: boolean;
}

export interface MovedClaim {
  readonly state: ClaimState;
  /** How often the claim has been moved. */
  readonly revision: number;
  readonly movedAt: Temporal.Instant;
}

export interface PartsRequest {
  readonly claimId: string;
  /** Of the parts, in their order. */
  readonly partIds: readonly string[];
  readonly target: MoveTarget;
  /** The end of the leases. */
  readonly expiresAt: Temporal.Instant;
}

interface Owner {
  readonly tenantId: string;
  readonly livemode: boolean;
}

/** Moves claims, each in one transaction under the locks of both resources. */
export interface MoveRepository {
  /** Publishes `claim.moved` in the same commit. */
  move(
    owner: Owner,
    request: MoveRequest,
    decide: (context: MoveContext) => Result<Move, ClaimRefusal>,
  ): Promise<Result<MovedClaim, ClaimRefusal | ResourceLocked>>;
  /** Undefined: it was not made. With `isGivenUp` it is not made from then on either. */
  find(
    tenantId: string,
    move: { readonly moveId: string; readonly claimId: string; readonly isGivenUp: boolean },
  ): Promise<Result<MovedClaim | undefined, ResourceLocked>>;
  lease(
    tenantId: string,
    request: PartsRequest,
    decide: (context: PartsContext) => Result<LeasedParts, ClaimRefusal>,
  ): Promise<Result<LeasedParts['parts'], ClaimRefusal | ResourceLocked>>;
  /** False: none of the parts was there. Leaves tombstones for all. */
  releaseParts(
    tenantId: string,
    parts: { readonly claimId: string; readonly partIds: readonly string[]; readonly reason: ReleaseReason },
  ): Promise<Result<boolean, ResourceLocked>>;
  /** Forgets the moves of more than 30 days ago. */
  purgeOld(): Promise<void>;
}
