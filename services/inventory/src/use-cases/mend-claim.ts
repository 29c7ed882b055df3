import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { decideRenewal } from '../domain/claim.ts';
import type { ClaimRequest, ClaimState } from '../domain/claim.ts';
import type { InventoryDeps } from '../ports/inventory-deps.ts';

type MendClaimDeps = Pick<InventoryDeps, 'claims'>;

/** Takes the units where they are free, also after a release. */
export function renewClaim(
  { claims }: MendClaimDeps,
  { tenantId }: RequestContext,
  input: ClaimRequest,
): Promise<Result<ClaimState>> {
  return claims.claim(tenantId, input, (context) => decideRenewal(context, input));
}

/** False: there is no claim of a stay under this id. */
export async function releaseLostClaim(
  { claims }: MendClaimDeps,
  { tenantId }: RequestContext,
  claimId: string,
): Promise<Result<boolean>> {
  const resourceId = await claims.findResourceOfStay(tenantId, claimId);
  if (resourceId === undefined) return ok(false);
  return claims.release(tenantId, { claimId, resourceId, reason: 'abandoned' }, () => true);
}
