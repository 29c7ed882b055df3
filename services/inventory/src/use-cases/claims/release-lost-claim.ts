import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { InventoryDeps } from '../../ports/deps.ts';

/** False: there is no claim of a stay under this id. */
export async function releaseLostClaim(
  { claims }: Pick<InventoryDeps, 'claims'>,
  { tenantId }: RequestContext,
  claimId: string,
): Promise<Result<boolean>> {
  const resourceId = await claims.findResourceOfStay(tenantId, claimId);
  if (resourceId === undefined) return ok(false);
  return claims.release(tenantId, { claimId, resourceId, reason: 'abandoned' }, () => true);
}
