import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import { markProcessed } from '@lodging/kit-messaging';
import { isExclusionViolation, isLockTimeout, isUniqueViolation } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { LockTimeout } from '@lodging/kit-runtime';
import { unitsTaken } from '../../domain/claims/claim.ts';
import type { ClaimState } from '../../domain/claims/claim.ts';
import type { ClaimRepository, ResourceLocked } from '../../ports/claims.ts';
import { claimAlone, createClaimBatcher } from './batched-claims.ts';
import type { PendingClaim } from './batched-claims.ts';
import { readContext } from './claim-context.ts';
import {
  findResourceOfStay,
  findState,
  lockResource,
  recordDeparture,
  releaseClaim,
} from './claim-statements.ts';
import { createMeasuredMutex } from './measured-mutex.ts';
import type { MeasuredMutex } from './measured-mutex.ts';
import { createSoldOutReads } from './sold-out-reads.ts';

/** Below the statement timeout, and below the time that callers wait for an answer. */
const TIMEOUT_MS = 1_800;

export function createClaimRepository(db: Database): ClaimRepository {
  // Many requests for one resource wait here and use one connection at a time, not all of the pool.
  const mutex = createMeasuredMutex(TIMEOUT_MS);

  return {
    claim: claimingIn(db, mutex),
    readContext: (tenantId, request) => readContext(db, tenantId, request),
    async findResourceOfStay(tenantId, claimId) {
      const found = await db.inTenant(tenantId, (tx) =>
        tx.query<{ resourceId: string }>(findResourceOfStay({ tenantId, claimId })),
      );
      return found[0]?.resourceId;
    },
    async release(tenantId, { claimId, resourceId, reason }, mayRelease, mark) {
      try {
        return await mutex.run(resourceId, (leftMs) =>
          db.inTenant(tenantId, async (tx) => {
            if (!(await markProcessed(tx, tenantId, mark))) return ok(true);
            const [, [existing]] = await tx.queryAll<[unknown, { state: ClaimState }]>([
              lockResource(resourceId, leftMs),
              findState({ tenantId, claimId }),
            ]);
            if (!mayRelease(existing)) return ok(false);
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

function claimingIn(db: Database, mutex: MeasuredMutex): ClaimRepository['claim'] {
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
    const deadline = performance.now() + TIMEOUT_MS;
    try {
      const early = await soldOut.refuse(claim);
      if (early !== undefined) return early;
      // Where another request was refused meanwhile, this one leaves the queue, and all that wait are refused at once.
      const decided = await mutex.run(resourceId, async (leftMs) =>
        soldOut.isLikely(claim.tenantId, request) ? undefined : claimLocked(claim, leftMs),
      );
      const result = decided ?? (await soldOut.refuse(claim));
      if (result !== undefined) return result;
      const leftMs = Math.max(1, deadline - performance.now());
      return await mutex.run(resourceId, (left) => claimLocked(claim, left), leftMs);
    } catch (error) {
      return isOverlap(error) ? unitsTaken : refuseLocked(error);
    }
  };
}

/** A claim written without the lock, or one claim id on two resources: only a constraint detects these. */
function isOverlap(error: unknown): boolean {
  return isExclusionViolation(error, 'claims_no_overlap') || isUniqueViolation(error, 'claims_pkey');
}

function refuseLocked(error: unknown): Result<never, ResourceLocked & Refusal> {
  if (!isLockTimeout(error) && !(error instanceof LockTimeout)) throw error;
  const detail = 'Another request is claiming the resource.';
  return refuse('resource_locked', detail, { retryAfterSeconds: 1 });
}
