import { refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { checkPolicy, nextPolicy, policyKey } from '../../domain/rules/cancellation-policy.ts';
import type { RequestedPolicy, TenantPolicy } from '../../domain/rules/cancellation-policy.ts';
import type { InventoryDeps } from '../../ports/deps.ts';

/** All policies of a tenant are read with its rules. */
const MAX_POLICIES = 200;

/** Adds the policy of a code, or its next version. The code stays as it was first written. */
export async function putCancellationPolicy(
  { policies }: Pick<InventoryDeps, 'policies'>,
  { tenantId }: RequestContext,
  requested: RequestedPolicy,
): Promise<Result<TenantPolicy>> {
  const checked = checkPolicy(requested);
  if (!checked.ok) return checked;
  return policies.put(tenantId, policyKey(requested.code), (stored) => {
    if (stored.current !== undefined || stored.count < MAX_POLICIES) return nextPolicy(requested, stored);
    return refuse('limit_reached', `A tenant has at most ${MAX_POLICIES} cancellation policies.`, {
      limit: MAX_POLICIES,
    });
  });
}
