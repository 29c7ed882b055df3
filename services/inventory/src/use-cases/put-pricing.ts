import type { putPricing as operation } from '@lodging/contract-inventory';
import type { RequestOf } from '@lodging/contract-wire';
import { ok, refuse } from '@lodging/kernel';
import { refusePricingEntries, resolvePricing } from '../domain/check-pricing.ts';
import type { PricingEntry } from '../domain/check-pricing.ts';
import type { Prices } from './ports.ts';
import { noResource, writePricing } from './wire.ts';

type Request = RequestOf<typeof operation>;

export function putPricing({ prices }: { prices: Prices }) {
  return async (tenantId: string, { resourceId, pricing }: Request) => {
    const entries = pricing.map(readEntry);
    const invalid = refusePricingEntries(entries);
    if (invalid !== undefined) return invalid;
    const changed = await prices.change(tenantId, resourceId, (resource) =>
      resource === undefined ? refuse(...noResource) : resolvePricing(resource, resource.ratePlans, entries),
    );
    return changed.ok ? ok(writePricing(resourceId, changed.value)) : changed;
  };
}

/** What the body leaves out stays out, so that it can be read back as it was written. */
function readEntry(entry: Request['pricing'][number]): PricingEntry {
  const { ratePlanCode, baseAmountMinorUnits: base } = entry;
  const { dayOfWeekMultipliersBps, seasons, leadTimeTiers, lengthOfStayTiers } = entry;
  return {
    ratePlanCode,
    baseAmountMinorUnits: base === null ? null : BigInt(base),
    ...(dayOfWeekMultipliersBps && { dayOfWeekMultipliersBps }),
    ...(seasons && { seasons }),
    ...(leadTimeTiers && { leadTimeTiers }),
    ...(lengthOfStayTiers && { lengthOfStayTiers }),
  };
}
