import { ok } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { ALTERNATIVE_KINDS } from '../domain/alternatives/alternative.ts';
import type { Alternative } from '../domain/alternatives/alternative.ts';
import { checkWindowOrder } from '../domain/check-window.ts';
import type { Reason } from '../domain/find-reasons.ts';
import { quoteStay } from '../domain/quote-stay.ts';
import type { QuotedStay, StayRequest } from '../domain/quote-stay.ts';
import { resourceNotFound } from '../domain/resource.ts';
import type { ResourceConfig } from '../domain/resource.ts';
import type { InventoryDeps } from '../ports/inventory-deps.ts';
import type { SuggestDeps } from './suggest-alternatives.ts';
import { suggestForStay } from './suggest-for-stay.ts';

export interface PriceStay extends StayRequest {
  readonly resourceId: string;
  /** How many stays near a refused one are suggested; undefined: none are asked for. */
  readonly alternatives?: number | undefined;
}

/** `unavailable` has the alternatives that were asked for. */
export interface RefusedPrice extends Refusal {
  readonly alternatives?: readonly Alternative[];
}

export interface PricedStay extends QuotedStay {
  readonly resource: ResourceConfig;
}

/** The price of an available stay; otherwise the first refusal in the order of `quoteStay`. */
export async function priceStay(
  deps: Pick<InventoryDeps, 'stays' | 'clock'> & SuggestDeps,
  ctx: RequestContext,
  input: PriceStay,
): Promise<Result<PricedStay, RefusedPrice>> {
  const { resourceId, window, ratePlanId, displayCurrency } = input;
  const backwards = checkWindowOrder(window);
  if (backwards !== undefined) return backwards;
  const now = deps.clock.now();
  const options = { ratePlanId, displayCurrency, now };
  const snapshot = await deps.stays.findWithPrices(ctx.tenantId, resourceId, window, options);
  if (snapshot === undefined) return resourceNotFound;
  const quoted = quoteStay(snapshot, input, now);
  if (quoted.ok) return ok({ ...quoted.value, resource: snapshot.resource });
  const isWanted = (input.alternatives ?? 0) > 0;
  if (!isWanted || quoted.refusal.code !== 'unavailable') return quoted;
  const reasons = quoted.refusal.extra?.['reasons'] as readonly Reason[];
  const alternatives = await suggestForStay(deps, ctx, { ...input, reasons, kinds: ALTERNATIVE_KINDS, now });
  return { ok: false, refusal: { ...quoted.refusal, alternatives } };
}
