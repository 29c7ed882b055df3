import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { checkFxRates } from '../../domain/rates/check-fx-rates.ts';
import type { PublishedRate } from '../../domain/rates/exchange-rate.ts';
import type { InventoryDeps } from '../../ports/deps.ts';

/** Publishes exchange rates for all tenants; the context is that of the platform's own tenant. */
export async function putFxRates(
  { fxRates }: Pick<InventoryDeps, 'fxRates'>,
  { tenantId }: RequestContext,
  rates: readonly PublishedRate[],
): Promise<Result<void>> {
  const invalid = checkFxRates(rates);
  if (invalid !== undefined) return invalid;
  await fxRates.upsert(tenantId, rates);
  return ok(undefined);
}
