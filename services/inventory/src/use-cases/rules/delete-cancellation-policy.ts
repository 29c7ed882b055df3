import { ok, refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { isPolicyCode, policyKey, policyNotFound } from '../../domain/rules/cancellation-policy.ts';
import type { InventoryDeps } from '../../ports/deps.ts';

/** Bookings that were sold with the policy keep it. */
export async function deleteCancellationPolicy(
  { policies }: Pick<InventoryDeps, 'policies'>,
  { tenantId }: RequestContext,
  code: string,
): Promise<Result<null>> {
  if (!isPolicyCode(code)) return policyNotFound;
  const deleted = await policies.delete(tenantId, policyKey(code), ({ current, soldAs }) => {
    if (current?.isDefault === true)
      return refuse('policy_in_use', 'The policy is the default of the tenant.');
    if (soldAs.length === 0) return ok(null);
    return refuse('policy_in_use', 'A rate plan or a generic resource names the policy.');
  });
  if (!deleted.ok) return deleted;
  return deleted.value ? ok(null) : policyNotFound;
}
