import type { putRates as operation } from '@lodging/contract-inventory';
import type { RequestOf } from '@lodging/contract-wire';
import { ok, refuse } from '@lodging/kernel';
import type { NewId } from '@lodging/kernel';
import { mergeRatePlans, refuseRatePlanEntries } from '../domain/merge-rate-plans.ts';
import { isGeneric } from '../domain/resource.ts';
import type { Plans } from './ports.ts';
import { noResource, writeRates } from './wire.ts';

export function putRates({ plans, newId }: { plans: Plans; newId: NewId }) {
  return async (tenantId: string, { resourceId, ratePlans }: RequestOf<typeof operation>) => {
    const invalid = refuseRatePlanEntries(ratePlans);
    if (invalid !== undefined) return invalid;
    const changed = await plans.change(tenantId, resourceId, (resource) => {
      if (resource === undefined) return refuse(...noResource);
      if (isGeneric(resource))
        return refuse('no_room_type', 'Only a resource with a room type has rate plans.');
      return mergeRatePlans(resource, resource.ratePlans, ratePlans, newId);
    });
    return changed.ok ? ok(writeRates(changed.value)) : changed;
  };
}
