import { refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { resourceNotFound } from '../../domain/resources/resource.ts';
import { isGeneric } from '../../domain/time/resource-kind.ts';
import { checkRestrictionEntries, resolveRestrictions } from '../../domain/rates/restrictions.ts';
import type { RestrictionEntry } from '../../domain/rates/restrictions.ts';
import type { InventoryDeps } from '../../ports/deps.ts';
import type { RestrictionList } from '../../ports/rates.ts';

export interface PutRestrictions {
  readonly resourceId: string;
  readonly entries: readonly RestrictionEntry[];
}

/** Replaces the restrictions of the plans of the entries. Returns all restrictions of the resource. */
export async function putRestrictions(
  { restrictions }: Pick<InventoryDeps, 'restrictions'>,
  { tenantId }: RequestContext,
  { resourceId, entries }: PutRestrictions,
): Promise<Result<RestrictionList>> {
  const invalid = checkRestrictionEntries(entries);
  if (invalid !== undefined) return invalid;
  return restrictions.replace(tenantId, resourceId, (resource, stored) => {
    if (resource === undefined) return resourceNotFound;
    if (isGeneric(resource))
      return refuse('no_room_type', 'Only a resource with a room type has rate plans and restrictions.');
    return resolveRestrictions(resource, resource.ratePlans, entries, stored);
  });
}
