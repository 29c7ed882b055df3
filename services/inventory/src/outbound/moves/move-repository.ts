import { ok } from '@lodging/kernel';
import type { NewId, Result } from '@lodging/kernel';
import { appendToOutbox } from '@lodging/kit-messaging';
import type { Database, Tx } from '@lodging/kit-postgres';
import { claimReleased, unitsTaken } from '../../domain/claims/claim.ts';
import type { ClaimRefusal } from '../../domain/claims/claim.ts';
import { changesUnits } from '../../domain/moves/move-claim.ts';
import type { Move, MoveContext, MoveTarget } from '../../domain/moves/move-claim.ts';
import type { ResourceLocked } from '../../ports/claims.ts';
import type { MovedClaim, MoveRepository, MoveRequest } from '../../ports/moves.ts';
import { isOverlap, refuseLocked } from '../claims/claim-locks.ts';
import type { MeasuredMutex } from '../claims/measured-mutex.ts';
import { completeContext } from './move-context.ts';
import { movedEvent } from './move-events.ts';
import {
  findMove,
  forgetMoves,
  giveUpMove,
  loadTarget,
  lockBothResources,
  lockClaim,
  PURGE_MOVES,
  wasMade,
  writeMove,
} from './move-statements.ts';
import type { LockedClaimRow, LockedRow, MoveRow, TargetRow } from './move-statements.ts';
import { leaseParts, releaseParts, SET_LOCK_TIMEOUT } from './part-leases.ts';
import { deleteParts } from './part-statements.ts';

interface MoveDeps {
  readonly locks: MeasuredMutex;
  readonly newId: NewId;
}

export function createMoveRepository(db: Database, { locks, newId }: MoveDeps): MoveRepository {
  const lockTarget = locking(locks);
  return {
    move: (owner, request, decide) =>
      lockTarget(request.target, async (leftMs) => {
        const deadline = performance.now() + leftMs;
        for (;;) {
          const moved = await db.inTenant(owner.tenantId, (tx) =>
            moveOnce(tx, { ...owner, ...request, newId, decide, timeoutMs: deadline - performance.now() }),
          );
          if (moved !== undefined) return moved;
        }
      }),
    async find(tenantId, { isGivenUp, ...move }) {
      const key = { tenantId, ...move };
      try {
        const found = await db.inTenant(tenantId, async (tx) => {
          // The move that is being made has the lock of the claim.
          const [, , [earlier]] = await tx.queryAll<[unknown, unknown, MoveRow]>([
            SET_LOCK_TIMEOUT,
            lockClaim(key),
            findMove(key),
          ]);
          if (earlier === undefined && isGivenUp) tx.atCommit(giveUpMove(key));
          return earlier;
        });
        return ok(found !== undefined && wasMade(found) ? found : undefined);
      } catch (error) {
        return refuseLocked(error);
      }
    },
    lease: (tenantId, request, decide) =>
      lockTarget(request.target, (timeoutMs) =>
        db.inTenant(tenantId, (tx) => leaseParts(tx, { tenantId, ...request, decide, timeoutMs })),
      ),
    async releaseParts(tenantId, parts) {
      try {
        return ok(await db.inTenant(tenantId, (tx) => releaseParts(tx, { tenantId, ...parts })));
      } catch (error) {
        return refuseLocked(error);
      }
    },
    async purgeOld() {
      await db.acrossTenants((tx) => tx.query(PURGE_MOVES));
    },
  };
}

/** Runs work after all earlier work for the resource of the target; what cannot have its locks in time is refused. */
function locking(locks: MeasuredMutex) {
  return async <T>(
    { resourceId }: MoveTarget,
    work: (leftMs: number) => Promise<Result<T, ClaimRefusal>>,
  ): Promise<Result<T, ClaimRefusal | ResourceLocked>> => {
    try {
      return await locks.run(resourceId, work);
    } catch (error) {
      return isOverlap(error) ? unitsTaken : refuseLocked(error);
    }
  };
}

interface PendingMove extends MoveRequest {
  readonly tenantId: string;
  readonly livemode: boolean;
  readonly newId: NewId;
  readonly decide: (context: MoveContext) => Result<Move, ClaimRefusal>;
  readonly timeoutMs: number;
}

/** Undefined: the claim was moved while this one waited for the locks, so that they are not those of its resource. */
async function moveOnce(tx: Tx, pending: PendingMove): Promise<Result<MovedClaim, ClaimRefusal> | undefined> {
  const { tenantId, claimId, target, decide, timeoutMs } = pending;
  const { resourceId } = target;
  const [[locked], [own], [earlier], rows] = await tx.queryAll<
    [LockedRow, LockedClaimRow, MoveRow, TargetRow]
  >([
    lockBothResources(tenantId, { claimId, resourceId }, timeoutMs),
    lockClaim(pending),
    findMove(pending),
    loadTarget(pending, target),
  ]);
  if (earlier !== undefined) return wasMade(earlier) ? ok(earlier) : claimReleased;
  if (own !== undefined && own.resourceId !== locked?.resourceId) return undefined;
  if (pending.forgetsEarlierMoves === true && own !== undefined && own.revision > 0)
    tx.atCommit(forgetMoves({ tenantId, claimId }));
  const { context, releases } = await completeContext(tx, { claim: pending, target }, { own, rows });
  const decided = decide(context);
  if (!decided.ok || own === undefined) return decided.ok ? undefined : decided;
  const move = decided.value;
  const moved = { state: own.state, revision: own.revision + 1, movedAt: own.now };
  for (const statement of releases) tx.atCommit(statement);
  // Before the claim grows over them: a constraint refuses two claims of one unit.
  if (pending.partIds.length > 0) tx.atCommit(deleteParts(pending));
  tx.atCommit(writeMove(pending, move, moved));
  if (changesUnits(move)) await appendToOutbox(tx, movedEvent(move, moved, pending));
  return ok(moved);
}
