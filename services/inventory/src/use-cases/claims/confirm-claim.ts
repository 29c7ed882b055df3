import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { decideConfirmation } from '../../domain/claims/claim.ts';
import type { ClaimRequest, ClaimState } from '../../domain/claims/claim.ts';
import type { InventoryDeps } from '../../ports/deps.ts';

/** Makes a claim permanent. */
export function confirmClaim(
  { claims }: Pick<InventoryDeps, 'claims'>,
  { tenantId }: RequestContext,
  input: ClaimRequest,
): Promise<Result<ClaimState>> {
  return claims.claim(tenantId, input, (context) => decideConfirmation(context, input));
}
