import type { readPricing as operation } from '@lodging/contract-inventory';
import type { RequestOf } from '@lodging/contract-wire';
import { ok, refuse } from '@lodging/kernel';
import type { Prices } from './ports.ts';
import { noResource, writePricing } from './wire.ts';

export function readPricing({ prices }: { prices: Prices }) {
  return async (tenantId: string, { resourceId }: RequestOf<typeof operation>) => {
    const found = await prices.read(tenantId, resourceId);
    return found === undefined ? refuse(...noResource) : ok(writePricing(resourceId, found));
  };
}
