// Owns reading the rate plans of a resource.
import type { readRates as operation } from '@lodging/contract-inventory';
import { ok, refuse } from '@lodging/kernel';
import type { z } from 'zod';
import type { Resources } from './ports.ts';
import { noResource, writeRates } from './wire.ts';

export function readRates({ resources }: { resources: Resources }) {
  return async (tenantId: string, { resourceId }: z.infer<typeof operation.request>) => {
    const found = await resources.read(tenantId, resourceId);
    return found === undefined ? refuse(...noResource) : ok(writeRates(found));
  };
}
