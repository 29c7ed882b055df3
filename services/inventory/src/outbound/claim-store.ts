import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import { isExclusionViolation, isLockTimeout, isUniqueViolation } from '@lodging/kit-postgres';
import type { Database, Tx } from '@lodging/kit-postgres';
import { markProcessed } from '@lodging/kit-messaging';
import type { Claims, Locked } from '../use-cases/ports.ts';
import { bury, lockResource, recordDeparture, stateOf } from './claim-statements.ts';
import { claimAlone, claimTogether, sendWithCommit } from './make-claims.ts';
import { createTurnstile, TurnMissed } from './resource-turnstile.ts';

/** Below the time that a statement may take, and below what callers wait for an answer. */
const TIMEOUT_MS = 1_800;

export function createClaimStore(db: Database): Claims {
  const turnstile = createTurnstile(TIMEOUT_MS);
  const underLock = <T>(
    tenantId: string,
    resourceId: string,
    work: (tx: Tx, leftMs: number) => Promise<T>,
  ): Promise<T> => turnstile.pass(resourceId, (leftMs) => db.inTenant(tenantId, (tx) => work(tx, leftMs)));
  const together = claimTogether(db);

  return {
    async change(tenantId, subject, decide) {
      try {
        return await turnstile.pass(subject.resourceId, async (leftMs) => {
          const wish = { tenantId, subject, decide };
          const until = performance.now() + leftMs;
          const answer = await together(wish);
          return answer ?? db.inTenant(tenantId, (tx) => claimAlone(tx, wish, until - performance.now()));
        });
      } catch (error) {
        return isOverlap(error) ? refuse('units_taken', 'The units are taken.') : locked(error);
      }
    },
    async release(tenantId, { claimId, resourceId, reason }, mayRelease, seen) {
      try {
        return await underLock(tenantId, resourceId, async (tx, leftMs) => {
          if (!(await markProcessed(tx, tenantId, seen))) return ok(true);
          const [, rows] = await Promise.all([
            tx.query(lockResource(resourceId, leftMs)),
            tx.query<{ state: 'held' | 'confirmed' }>(stateOf(tenantId, claimId)),
          ]);
          if (!mayRelease(rows[0])) return ok(false);
          sendWithCommit(tx, bury(tenantId, claimId, reason));
          return ok(true);
        });
      } catch (error) {
        return locked(error);
      }
    },
    recordDeparture: (tenantId, claimId, seen) =>
      db.inTenant(tenantId, async (tx) => {
        if (await markProcessed(tx, tenantId, seen)) await tx.query(recordDeparture(tenantId, claimId));
      }),
  };
}

/** The database refuses what the decision should have: a claim made beside the lock, or one id on two resources. */
function isOverlap(error: unknown): boolean {
  return isExclusionViolation(error, 'claims_no_overlap') || isUniqueViolation(error, 'claims_pkey');
}

function locked(error: unknown): Result<never, Locked & Refusal> {
  if (!isLockTimeout(error) && !(error instanceof TurnMissed)) throw error;
  const detail = 'Another request is claiming the resource.';
  return refuse('resource_locked', detail, { retryAfterSeconds: 1 });
}
