import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { checkPricingEntries, resolvePricing } from '../../domain/rates/check-pricing.ts';
import type { PricingEntry } from '../../domain/rates/check-pricing.ts';
import { resourceNotFound } from '../../domain/resources/resource.ts';
import type { InventoryDeps } from '../../ports/deps.ts';

export interface PutPricing {
  readonly resourceId: string;
  readonly entries: readonly PricingEntry[];
}

/** Replaces the prices of the plans of the entries. Returns all prices of the resource. */
export async function putPricing(
  { pricing }: Pick<InventoryDeps, 'pricing'>,
  { tenantId }: RequestContext,
  { resourceId, entries }: PutPricing,
): Promise<Result<readonly PricingEntry[]>> {
  const invalid = checkPricingEntries(entries);
  if (invalid !== undefined) return invalid;
  return pricing.replace(tenantId, resourceId, (resource, seasons) =>
    resource === undefined
      ? resourceNotFound
      : resolvePricing(resource, resource.ratePlans, entries, seasons),
  );
}
