import type { readResource as operation } from '@lodging/contract-inventory';
import type { RequestOf } from '@lodging/contract-wire';
import { ok, refuse } from '@lodging/kernel';
import type { Resources } from './ports.ts';
import { noResource, writeResource } from './wire.ts';

export function readResource({ resources }: { resources: Resources }) {
  return async (tenantId: string, { resourceId }: RequestOf<typeof operation>) => {
    const found = await resources.read(tenantId, resourceId);
    return found === undefined ? refuse(...noResource) : ok(writeResource(found));
  };
}
