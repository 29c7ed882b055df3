import { refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import { isExclusionViolation, isLockTimeout, isUniqueViolation } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { LockTimeout } from '@lodging/kit-runtime';
import type { ResourceLocked } from '../../ports/claims.ts';
import { createMeasuredMutex } from './measured-mutex.ts';
import type { MeasuredMutex } from './measured-mutex.ts';

/** Below the statement timeout, and below the time that callers wait for an answer. */
export const LOCK_TIMEOUT_MS = 1_800;

/** By resource: many requests for one wait here and use one connection at a time, not all of the pool. */
export function createClaimLocks(db: Pick<Database, 'requireCommits'>): MeasuredMutex {
  const mutex = createMeasuredMutex(LOCK_TIMEOUT_MS);
  return {
    run: (resourceId, work, withinMs) =>
      mutex.run(
        resourceId,
        async (leftMs) => {
          db.requireCommits();
          return work(leftMs);
        },
        withinMs,
      ),
  };
}

/** A claim written without the lock, or one claim id on two resources: only a constraint detects these. */
export function isOverlap(error: unknown): boolean {
  return isExclusionViolation(error, 'claims_no_overlap') || isUniqueViolation(error, 'claims_pkey');
}

export function refuseLocked(error: unknown): Result<never, ResourceLocked & Refusal> {
  if (!isLockTimeout(error) && !(error instanceof LockTimeout)) throw error;
  const detail = 'Another request is claiming the resource.';
  return refuse('resource_locked', detail, { retryAfterSeconds: 1 });
}
