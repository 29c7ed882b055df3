import type { Result } from '@lodging/kernel';
import type { InboxMark, RequestContext } from '@lodging/kit-runtime';
import { mayRelease } from '../../domain/claims/claim.ts';
import type { ReleaseReason } from '../../domain/claims/claim.ts';
import type { InventoryDeps } from '../../ports/deps.ts';

export interface ReleaseClaim {
  readonly claimId: string;
  readonly resourceId: string;
  readonly reason: ReleaseReason;
  /** The event that causes the release, if one does. */
  readonly mark?: InboxMark;
}

/** Frees the units and leaves a tombstone. False: the claim is confirmed, and an expiry does not release it. */
export function releaseClaim(
  { claims }: Pick<InventoryDeps, 'claims'>,
  { tenantId }: RequestContext,
  { mark, ...claim }: ReleaseClaim,
): Promise<Result<boolean>> {
  return claims.release(tenantId, claim, (existing) => mayRelease(existing, claim.reason), mark);
}
