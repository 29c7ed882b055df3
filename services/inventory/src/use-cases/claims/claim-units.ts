import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { decideClaim } from '../../domain/claims/claim.ts';
import type { ClaimRequest, ClaimState } from '../../domain/claims/claim.ts';
import type { InventoryDeps } from '../../ports/deps.ts';

export interface ClaimUnits extends ClaimRequest {
  /** The end of the lease; null claims the units permanently. */
  readonly expiresAt: Temporal.Instant | null;
}

/** Takes units of a resource. A repeated claim has the result of the first one. */
export function claimUnits(
  { claims }: Pick<InventoryDeps, 'claims'>,
  { tenantId }: RequestContext,
  input: ClaimUnits,
): Promise<Result<ClaimState>> {
  return claims.claim(tenantId, input, (context) => decideClaim(context, input, input.expiresAt));
}
