import type { Statement, Tx } from '@lodging/kit-postgres';
import type { MoveContext, MoveTarget } from '../../domain/moves/move-claim.ts';
import { stayAt } from '../../domain/time/stay.ts';
import { releaseExpired } from '../claims/claim-statements.ts';
import { findTargetPeak, readLockedClaim, readTarget } from './move-statements.ts';
import type { ClaimWithParts, LockedClaimRow, TargetRow } from './move-statements.ts';

interface Loaded {
  readonly own: LockedClaimRow | undefined;
  readonly rows: readonly TargetRow[];
}

export interface LoadedContext {
  readonly context: MoveContext;
  /** The statements that release lapsed leases in the way. */
  readonly releases: readonly Statement[];
}

/** Where the claims nearby are too many for memory, their peak takes their place: it decides the same. */
export async function completeContext(
  tx: Tx,
  { claim, target }: { readonly claim: ClaimWithParts; readonly target: MoveTarget },
  { own, rows }: Loaded,
): Promise<LoadedContext> {
  const existing = readLockedClaim(own);
  const { resource, taken, expiredIds, isIncomplete } = readTarget(rows);
  const { tenantId } = claim;
  const releases = expiredIds.length === 0 ? [] : [releaseExpired({ tenantId, claimIds: expiredIds })];
  if (!isIncomplete || resource === undefined) return { context: { resource, existing, taken }, releases };
  const { span } = stayAt(resource, target.window);
  const [peak] = await tx.query<{ units: number }>(findTargetPeak(claim, target.resourceId, span));
  const total = [{ kind: 'reservation' as const, units: peak?.units ?? 0, ...span }];
  return { context: { resource, existing, taken: total }, releases };
}
