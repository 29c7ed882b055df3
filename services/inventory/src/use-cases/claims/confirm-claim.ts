import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { decideConfirmation, movedTo } from '../../domain/claims/claim.ts';
import type { ClaimRequest, ClaimState } from '../../domain/claims/claim.ts';
import type { InventoryDeps } from '../../ports/deps.ts';

/**
 * Makes a claim permanent, where it is: a payment is not lost to a move that the reservation does not know yet. The claim is
 * then decided again, under the lock of its own resource.
 */
export async function confirmClaim(
  { claims }: Pick<InventoryDeps, 'claims'>,
  { tenantId }: RequestContext,
  input: ClaimRequest,
): Promise<Result<ClaimState>> {
  let resourceId: string | undefined;
  const confirmed = await claims.claim(tenantId, input, (context) => {
    resourceId = movedTo(context, input);
    return decideConfirmation(context, input);
  });
  if (confirmed.ok || resourceId === undefined) return confirmed;
  const moved = { ...input, resourceId };
  return claims.claim(tenantId, moved, (context) => decideConfirmation(context, moved));
}
