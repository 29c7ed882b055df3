import { refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { checkRatePlanEntries, mergeRatePlans } from '../../domain/rates/merge-rate-plans.ts';
import type { RatePlanEntry } from '../../domain/rates/merge-rate-plans.ts';
import { resourceNotFound } from '../../domain/resources/resource.ts';
import { isGeneric } from '../../domain/time/resource-kind.ts';
import { policyCodesOf } from '../../domain/rules/cancellation-policy.ts';
import type { InventoryDeps } from '../../ports/deps.ts';
import type { ResourceRecord } from '../../ports/resources.ts';

export interface PutRates {
  readonly resourceId: string;
  readonly entries: readonly RatePlanEntry[];
}

/** Inserts or updates rate plans by their codes. Returns the resource with all its plans. */
export async function putRates(
  { ratePlans, newId }: Pick<InventoryDeps, 'ratePlans' | 'newId'>,
  { tenantId }: RequestContext,
  { resourceId, entries }: PutRates,
): Promise<Result<ResourceRecord>> {
  const invalid = checkRatePlanEntries(entries);
  if (invalid !== undefined) return invalid;
  return ratePlans.upsert(tenantId, resourceId, policyCodesOf(entries), (resource, policies) => {
    if (resource === undefined) return resourceNotFound;
    if (isGeneric(resource))
      return refuse('no_room_type', 'Only a resource with a room type has rate plans.');
    return mergeRatePlans(resource, resource.ratePlans, entries, newId, policies);
  });
}
