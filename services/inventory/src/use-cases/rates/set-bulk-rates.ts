import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { checkBulkRateRequest, decideBulkChange } from '../../domain/rates/bulk-rates.ts';
import type { BulkRateChange, BulkRateRequest } from '../../domain/rates/bulk-rates.ts';
import type { InventoryDeps } from '../../ports/deps.ts';

/** Sets a nightly rate, a restriction or both for a range of dates on many resources of one room type. */
export async function setBulkRates(
  { bulkRates, clock }: Pick<InventoryDeps, 'bulkRates' | 'clock'>,
  ctx: RequestContext,
  input: BulkRateRequest,
): Promise<Result<BulkRateChange>> {
  const invalid = checkBulkRateRequest(input, clock.now());
  if (invalid !== undefined) return invalid;
  return bulkRates.apply(ctx.tenantId, input, (context) => {
    const decided = decideBulkChange(context, input);
    // What is written, in the unit of the request limits.
    if (decided.ok) ctx.work?.add(decided.value.targets.length * decided.value.dates.length);
    return decided;
  });
}
