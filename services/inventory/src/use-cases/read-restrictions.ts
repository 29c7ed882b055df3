import type { readRestrictions as operation } from '@lodging/contract-inventory';
import type { RequestOf } from '@lodging/contract-wire';
import { ok, refuse } from '@lodging/kernel';
import type { Restrictions } from './ports.ts';
import { writeRestrictions } from './write-restrictions.ts';
import { noResource } from './wire.ts';

export function readRestrictions({ restrictions }: { restrictions: Restrictions }) {
  return async (tenantId: string, { resourceId }: RequestOf<typeof operation>) => {
    const found = await restrictions.read(tenantId, resourceId);
    return found === undefined ? refuse(...noResource) : ok(writeRestrictions(resourceId, found));
  };
}
