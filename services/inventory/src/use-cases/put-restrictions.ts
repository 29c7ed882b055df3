import type { putRestrictions as operation } from '@lodging/contract-inventory';
import type { RequestOf } from '@lodging/contract-wire';
import { ok, refuse } from '@lodging/kernel';
import { isGeneric } from '../domain/resource.ts';
import { refuseRestrictionEntries, resolveRestrictions } from '../domain/restrict-plans.ts';
import type { Restrictions } from './ports.ts';
import { noResource } from './wire.ts';
import { readRestriction, writeRestrictions } from './write-restrictions.ts';

type Request = RequestOf<typeof operation>;

export function putRestrictions({ restrictions: store }: { restrictions: Restrictions }) {
  return async (tenantId: string, { resourceId, restrictions }: Request) => {
    const entries = restrictions.map(readRestriction);
    const invalid = refuseRestrictionEntries(entries);
    if (invalid !== undefined) return invalid;
    const changed = await store.change(tenantId, resourceId, (resource) => {
      if (resource === undefined) return refuse(...noResource);
      if (isGeneric(resource))
        return refuse('no_room_type', 'Only a resource with a room type has rate plans to restrict.');
      return resolveRestrictions(resource, resource.ratePlans, entries);
    });
    return changed.ok ? ok(writeRestrictions(resourceId, changed.value)) : changed;
  };
}
