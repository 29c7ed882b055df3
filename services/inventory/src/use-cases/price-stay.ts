import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { checkWindowOrder } from '../domain/check-window.ts';
import { quoteStay } from '../domain/quote-stay.ts';
import type { QuotedStay, StayRequest } from '../domain/quote-stay.ts';
import { resourceNotFound } from '../domain/resource.ts';
import type { ResourceConfig } from '../domain/resource.ts';
import type { InventoryDeps } from '../ports.ts';

export interface PriceStay extends StayRequest {
  readonly resourceId: string;
}

export interface PricedStay extends QuotedStay {
  readonly resource: ResourceConfig;
}

/** The price of an available stay; otherwise the first refusal in the order of `quoteStay`. */
export async function priceStay(
  { stays, clock }: Pick<InventoryDeps, 'stays' | 'clock'>,
  { tenantId }: RequestContext,
  input: PriceStay,
): Promise<Result<PricedStay>> {
  const { resourceId, window, ratePlanId, displayCurrency } = input;
  const backwards = checkWindowOrder(window);
  if (backwards !== undefined) return backwards;
  const now = clock.now();
  const options = { ratePlanId, displayCurrency, now };
  const snapshot = await stays.findWithPrices(tenantId, resourceId, window, options);
  if (snapshot === undefined) return resourceNotFound;
  const quoted = quoteStay(snapshot, input, now);
  return quoted.ok ? ok({ ...quoted.value, resource: snapshot.resource }) : quoted;
}
