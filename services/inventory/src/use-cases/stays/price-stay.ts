import { ok } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { ALTERNATIVE_KINDS } from '../../domain/alternatives/alternative.ts';
import type { Alternative } from '../../domain/alternatives/alternative.ts';
import { checkWindowOrder, MAX_NIGHTS } from '../../domain/time/check-window.ts';
import type { Reason } from '../../domain/stays/find-reasons.ts';
import { quoteStay } from '../../domain/stays/quote-stay.ts';
import type { QuotedStay, StayRequest } from '../../domain/stays/quote-stay.ts';
import { resourceNotFound } from '../../domain/resources/resource.ts';
import type { ResourceConfig } from '../../domain/resources/resource.ts';
import { tooManyClaims } from '../../domain/units/too-many-claims.ts';
import type { InventoryDeps } from '../../ports/deps.ts';
import type { SuggestDeps } from '../alternatives/suggest-alternatives.ts';
import { suggestForStay } from '../alternatives/suggest-for-stay.ts';
import { readerOf } from './reader-of.ts';

export interface PriceStay extends StayRequest {
  readonly resourceId: string;
  /** How many stays near a refused one are suggested; undefined: none. */
  readonly alternatives?: number | undefined;
}

/** `unavailable` has the requested alternatives. */
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
  const snapshot = await deps.stays.findWithPrices(readerOf(ctx), resourceId, window, options);
  if (snapshot === undefined) return resourceNotFound;
  if (snapshot === 'too-many-claims') return tooManyClaims;
  // On one plan. Of a stay that is too long for a quote nothing is priced.
  ctx.work?.add(Math.min(snapshot.stay.nights, MAX_NIGHTS));
  const quoted = quoteStay(snapshot, input, now);
  if (quoted.ok) return ok({ ...quoted.value, resource: snapshot.resource });
  const isWanted = (input.alternatives ?? 0) > 0;
  if (!isWanted || quoted.refusal.code !== 'unavailable') return quoted;
  const reasons = quoted.refusal.extra?.['reasons'] as readonly Reason[];
  const alternatives = await suggestForStay(deps, ctx, { ...input, reasons, kinds: ALTERNATIVE_KINDS, now });
  return { ok: false, refusal: { ...quoted.refusal, alternatives } };
}
