import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { Statement, Tx } from '@lodging/kit-postgres';
import type { ClaimRefusal, ReleaseReason } from '../../domain/claims/claim.ts';
import type { LeasedParts, PartsContext } from '../../domain/moves/claim-parts.ts';
import type { PartsRequest } from '../../ports/moves.ts';
import { LOCK_TIMEOUT_MS } from '../claims/claim-locks.ts';
import { lockResource } from '../claims/claim-statements.ts';
import { completeContext } from './move-context.ts';
import { loadTarget, lockClaim } from './move-statements.ts';
import type { ClaimWithParts, LockedClaimRow, TargetRow } from './move-statements.ts';
import {
  deleteParts,
  findParts,
  findTombstones,
  readPart,
  writePartTombstones,
  writeParts,
} from './part-statements.ts';
import type { PartRow } from './part-statements.ts';

export interface PendingParts extends PartsRequest {
  readonly tenantId: string;
  readonly decide: (context: PartsContext) => Result<LeasedParts, ClaimRefusal>;
  readonly timeoutMs: number;
}

/** Under the lock of the resource of the target. The claim is locked too, so that a release of its parts waits. */
export async function leaseParts(
  tx: Tx,
  pending: PendingParts,
): Promise<Result<LeasedParts['parts'], ClaimRefusal>> {
  const { target, expiresAt, decide, timeoutMs } = pending;
  const [, [own], leased, tombstones, rows] = await tx.queryAll<
    [unknown, LockedClaimRow, PartRow, { reason: ReleaseReason }, TargetRow]
  >([
    lockResource(target.resourceId, timeoutMs),
    lockClaim(pending),
    findParts(pending),
    findTombstones(pending),
    loadTarget(pending, target),
  ]);
  const { context, releases } = await completeContext(tx, { claim: pending, target }, { own, rows });
  const released = tombstones.map(({ reason }) => reason);
  const decided = decide({ ...context, leased: leased.map(readPart), released });
  if (!decided.ok) return decided;
  const { parts, isNew } = decided.value;
  const writes = isNew ? [...releases, ...writeParts(pending, decided.value, expiresAt)] : [];
  for (const statement of writes) tx.atCommit(statement);
  return ok(parts);
}

/** For the lock of a claim alone. */
export const SET_LOCK_TIMEOUT: Statement = {
  name: 'parts_lock_timeout',
  text: `SELECT set_config('lock_timeout', '${LOCK_TIMEOUT_MS}ms', true)`,
};

/** Needs no lock of the resource: more free units refuse no claim. False: none of the parts was there. */
export async function releaseParts(
  tx: Tx,
  { reason, ...claim }: ClaimWithParts & { readonly reason: ReleaseReason },
): Promise<boolean> {
  const [, , released] = await tx.queryAll<[unknown, unknown, unknown]>([
    SET_LOCK_TIMEOUT,
    lockClaim(claim),
    deleteParts(claim),
  ]);
  tx.atCommit(writePartTombstones({ ...claim, reason }));
  return released.length > 0;
}
