// Owns reading the rate plans of a resource.
import type { readRates as operation } from '@lodging/contract-inventory';
import type { RequestOf } from '@lodging/contract-wire';
import { ok, refuse } from '@lodging/kernel';
import type { Resources } from './ports.ts';
import { noResource, writeRates } from './wire.ts';

export function readRates({ resources }: { resources: Resources }) {
  return async (tenantId: string, { resourceId }: RequestOf<typeof operation>) => {
    const found = await resources.read(tenantId, resourceId);
    return found === undefined ? refuse(...noResource) : ok(writeRates(found));
  };
}
