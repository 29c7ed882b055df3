import { DatabaseUnavailable, isLockTimeout } from '@lodging/kit-postgres';
import type { Database, ReadStatement, Tx } from '@lodging/kit-postgres';
import { createBatcher } from '@lodging/kit-runtime';
import type { ClaimDecision, ClaimRequest } from '../../domain/claims/claim.ts';
import type { ClaimRepository } from '../../ports/claims.ts';
import { completeContext } from './claim-context.ts';
import {
  expiredClaimIds,
  loadClaimContext,
  lockResource,
  releaseExpired,
  tryLockResources,
  writeClaim,
} from './claim-statements.ts';
import type { ClaimContextRow, PeakRow } from './claim-statements.ts';

export interface PendingClaim {
  readonly tenantId: string;
  readonly request: ClaimRequest;
  readonly decide: Parameters<ClaimRepository['claim']>[2];
}

type ClaimResult = ClaimDecision['result'];

/** A batch holds all its locks until its commit, so it is kept small. */
const MAX_BATCH = 16;

/**
 * Concurrent claims of one tenant on different resources share a transaction. Undefined: the lock of the
 * resource, or of a row that the batch changes, is held by another transaction; the claim must run alone. A batch never
 * waits for a resource lock while it holds another one, so batches cannot deadlock.
 */
export function createClaimBatcher(db: Database): (claim: PendingClaim) => Promise<ClaimResult | undefined> {
  return createBatcher<PendingClaim, ClaimResult | undefined>({
    queueKey: ({ tenantId }) => tenantId,
    conflictKey: ({ request }) => request.resourceId,
    isFatal: (error) => error instanceof DatabaseUnavailable,
    maxBatch: MAX_BATCH,
    async run(batch) {
      try {
        return await claimBatch(db, batch);
      } catch (error) {
        if (!isLockTimeout(error)) throw error;
        return batch.map(() => undefined);
      }
    },
  });
}

async function claimBatch(
  db: Database,
  batch: readonly PendingClaim[],
): Promise<(ClaimResult | undefined)[]> {
  const [first] = batch;
  if (first === undefined) return [];
  const { tenantId } = first;
  return db.inTenant(tenantId, async (tx) => {
    const resourceIds = batch.map(({ request }) => request.resourceId);
    const [locked, ...contexts] = await tx.queryAll<[{ id: string }, ...ClaimContextRow[]]>([
      tryLockResources({ resourceIds }),
      ...batch.map(({ request }) => loadClaimContext(tenantId, request)),
    ]);
    const lockedIds = new Set(locked.map(({ id }) => id));
    const decisions = batch.map(async (claim, index) =>
      lockedIds.has(claim.request.resourceId) ? decideAndWrite(tx, claim, contexts[index] ?? []) : undefined,
    );
    return Promise.all(decisions);
  });
}

/** Waits up to `timeoutMs` for the lock of the resource. */
export async function claimAlone(tx: Tx, claim: PendingClaim, timeoutMs: number): Promise<ClaimResult> {
  const [, rows] = await tx.queryAll<[unknown, ClaimContextRow]>([
    lockResource(claim.request.resourceId, timeoutMs),
    loadClaimContext(claim.tenantId, claim.request),
  ]);
  return decideAndWrite(tx, claim, rows);
}

async function decideAndWrite(
  tx: Tx,
  { tenantId, request, decide }: PendingClaim,
  rows: readonly ClaimContextRow[],
): Promise<ClaimResult> {
  const read = (statement: ReadStatement) => tx.query<PeakRow>(statement);
  const context = await completeContext(read, { tenantId, request }, rows);
  const { result, write } = decide(context);
  if (write === undefined) return result;
  const claimIds = expiredClaimIds(rows);
  const releases = claimIds.length === 0 ? [] : [releaseExpired({ tenantId, claimIds })];
  for (const statement of [...releases, ...writeClaim(tenantId, request, context, write)])
    tx.atCommit(statement);
  return result;
}
