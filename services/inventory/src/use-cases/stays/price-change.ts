import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { checkWindowOrder, MAX_NIGHTS } from '../../domain/time/check-window.ts';
import { quoteChange } from '../../domain/stays/quote-change.ts';
import type { ChangeRequest } from '../../domain/stays/quote-change.ts';
import { resourceNotFound } from '../../domain/resources/resource.ts';
import { tooManyClaims } from '../../domain/units/too-many-claims.ts';
import type { InventoryDeps } from '../../ports/deps.ts';
import type { PricedStay } from './price-stay.ts';
import { readerOf } from './reader-of.ts';

export interface PriceChange extends ChangeRequest {
  readonly resourceId: string;
}

/** The price of a stay that a booking is changed to; otherwise the first refusal in the order of `quoteChange`. */
export async function priceChange(
  deps: Pick<InventoryDeps, 'stays' | 'clock'>,
  ctx: RequestContext,
  input: PriceChange,
): Promise<Result<PricedStay>> {
  const { resourceId, window, ratePlanId, displayCurrency, booked } = input;
  const backwards = checkWindowOrder(window);
  if (backwards !== undefined) return backwards;
  const now = deps.clock.now();
  const options = { ratePlanId, displayCurrency, now, exceptClaim: booked.claimId };
  const snapshot = await deps.stays.findWithPrices(readerOf(ctx), resourceId, window, options);
  if (snapshot === undefined) return resourceNotFound;
  if (snapshot === 'too-many-claims') return tooManyClaims;
  ctx.work?.add(Math.min(snapshot.stay.nights, MAX_NIGHTS));
  const quoted = quoteChange(snapshot, input, now);
  return quoted.ok ? ok({ ...quoted.value, resource: snapshot.resource }) : quoted;
}
