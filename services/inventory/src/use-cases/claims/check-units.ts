import type { RequestContext } from '@lodging/kit-runtime';
import { decideClaim } from '../../domain/claims/claim.ts';
import type { ClaimRequest } from '../../domain/claims/claim.ts';
import type { InventoryDeps } from '../../ports/deps.ts';

/** Checks if a claim would be refused now because other claims take the units. */
export async function checkUnits(
  { claims }: Pick<InventoryDeps, 'claims'>,
  { tenantId }: RequestContext,
  input: ClaimRequest,
): Promise<boolean> {
  const context = await claims.readContext(tenantId, input);
  const { result } = decideClaim(context, input, null);
  return !result.ok && result.refusal.code === 'units_taken';
}
