import { ok } from '@lodging/kernel';
import { markProcessed } from '@lodging/kit-messaging';
import type { Database } from '@lodging/kit-postgres';
import { unitsTaken } from '../../domain/claims/claim.ts';
import type { ClaimRepository } from '../../ports/claims.ts';
import { claimAlone, createClaimBatcher } from './batched-claims.ts';
import type { PendingClaim } from './batched-claims.ts';
import { readContext } from './claim-context.ts';
import {
  deleteParts,
  findResourceOfStay,
  findState,
  lockResource,
  recordDeparture,
  releaseClaim,
} from './claim-statements.ts';
import type { StateRow } from './claim-statements.ts';
import { createClaimLocks, isOverlap, LOCK_TIMEOUT_MS, refuseLocked } from './claim-locks.ts';
import type { MeasuredMutex } from './measured-mutex.ts';
import { createSoldOutReads } from './sold-out-reads.ts';

/** `locks`: those of this process, shared with whatever else claims units. */
export function createClaimRepository(db: Database, locks = createClaimLocks(db)): ClaimRepository {
  return {
    claim: claimingIn(db, locks),
    readContext: (tenantId, request) => readContext(db, tenantId, request),
    async findResourceOfStay(tenantId, claimId) {
      const found = await db.inTenant(tenantId, (tx) =>
        tx.query<{ resourceId: string }>(findResourceOfStay({ tenantId, claimId })),
      );
      return found[0]?.resourceId;
    },
    async release(tenantId, { claimId, resourceId, reason }, mayRelease, mark) {
      try {
        return await locks.run(resourceId, (leftMs) =>
          db.inTenant(tenantId, async (tx) => {
            if (!(await markProcessed(tx, tenantId, mark))) return ok(true);
            const [, [existing]] = await tx.queryAll<[unknown, StateRow]>([
              lockResource(resourceId, leftMs),
              findState({ tenantId, claimId }),
            ]);
            if (!mayRelease(existing)) return ok(false);
            if (existing?.hasParts === true) tx.atCommit(deleteParts({ tenantId, claimId }));
            for (const statement of releaseClaim(tenantId, claimId, reason)) tx.atCommit(statement);
            return ok(true);
          }),
        );
      } catch (error) {
        return refuseLocked(error);
      }
    },
    recordDeparture: (tenantId, claimId, mark) =>
      db.inTenant(tenantId, async (tx) => {
        if (await markProcessed(tx, tenantId, mark)) await tx.query(recordDeparture({ tenantId, claimId }));
      }),
  };
}

function claimingIn(db: Database, locks: MeasuredMutex): ClaimRepository['claim'] {
  const claimInBatch = createClaimBatcher(db);
  const soldOut = createSoldOutReads(db);
  const claimLocked = async (claim: PendingClaim, leftMs: number) => {
    const deadline = performance.now() + leftMs;
    const result =
      (await claimInBatch(claim)) ??
      (await db.inTenant(claim.tenantId, (tx) => claimAlone(tx, claim, deadline - performance.now())));
    soldOut.note(claim.tenantId, claim.request, result);
    return result;
  };

  return async (tenantId, request, decide) => {
    const claim = { tenantId, request, decide };
    const { resourceId } = request;
    const deadline = performance.now() + LOCK_TIMEOUT_MS;
    try {
      const early = await soldOut.refuse(claim);
      if (early !== undefined) return early;
      // Where another request was refused meanwhile, this one leaves the queue, and all that wait are refused at once.
      const decided = await locks.run(resourceId, async (leftMs) =>
        soldOut.isLikely(claim.tenantId, request) ? undefined : claimLocked(claim, leftMs),
      );
      const result = decided ?? (await soldOut.refuse(claim));
      if (result !== undefined) return result;
      const leftMs = Math.max(1, deadline - performance.now());
      return await locks.run(resourceId, (left) => claimLocked(claim, left), leftMs);
    } catch (error) {
      return isOverlap(error) ? unitsTaken : refuseLocked(error);
    }
  };
}
