import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { decideRenewal } from '../../domain/claims/claim.ts';
import type { ClaimRequest, ClaimState } from '../../domain/claims/claim.ts';
import type { InventoryDeps } from '../../ports/deps.ts';

/** Takes the units where they are free, also after a release. */
export function renewClaim(
  { claims }: Pick<InventoryDeps, 'claims'>,
  { tenantId }: RequestContext,
  input: ClaimRequest,
): Promise<Result<ClaimState>> {
  return claims.claim(tenantId, input, (context) => decideRenewal(context, input));
}
