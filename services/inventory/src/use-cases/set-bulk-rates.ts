import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { checkBulkRateRequest, decideBulkChange } from '../domain/bulk-rates.ts';
import type { BulkRateChange, BulkRateRequest } from '../domain/bulk-rates.ts';
import type { InventoryDeps } from '../ports/inventory-deps.ts';

/** Sets a nightly rate, a restriction or both for a range of dates on many resources of one room type. */
export async function setBulkRates(
  { bulkRates }: Pick<InventoryDeps, 'bulkRates'>,
  { tenantId }: RequestContext,
  input: BulkRateRequest,
): Promise<Result<BulkRateChange>> {
  const invalid = checkBulkRateRequest(input);
  if (invalid !== undefined) return invalid;
  return bulkRates.apply(tenantId, input, (context) => decideBulkChange(context, input));
}
