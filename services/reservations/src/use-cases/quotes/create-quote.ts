import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { Quote } from '../../domain/quotes/quote.ts';
import { quoteCancellation } from '../../domain/cancellation/quoted-cancellation.ts';
import type { QuotedCancellation } from '../../domain/cancellation/quoted-cancellation.ts';
import { termsOf } from '../../domain/stay/reservation-terms.ts';
import type { ReservationTerms } from '../../domain/stay/reservation-terms.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';
import type { PricedStay, UnpricedStay } from '../../ports/neighbours.ts';
import { limitsOfCaller } from '../guests/limits-of-caller.ts';

export type CreateQuoteDeps = Pick<
  ReservationsDeps,
  'inventory' | 'quoteTokens' | 'unitsForSale' | 'clock' | 'newId' | 'quoteSeconds'
>;

export interface SignedQuote {
  readonly quote: Quote;
  readonly token: string;
  readonly display: PricedStay['display'];
  readonly cancellation: QuotedCancellation | null;
  readonly schedule: ReservationTerms['schedule'];
}

/** Prices a stay and signs the price. Nothing is stored: the token carries all that a hold needs. */
export async function createQuote(
  deps: CreateQuoteDeps,
  ctx: RequestContext,
  stay: UnpricedStay,
): Promise<Result<SignedQuote>> {
  // So that the hold of the quote does not wait for the figure.
  if (limitsOfCaller(ctx)?.heldUnitNightsFollowSize === true) deps.unitsForSale.prepare(ctx);
  const priced = await deps.inventory.priceStay(ctx, 'quote', stay);
  if (!priced.ok) return priced;
  const now = deps.clock.now();
  const expiresAt = now.add({ seconds: deps.quoteSeconds });
  const terms = termsOf(priced.value);
  const quote: Quote = {
    id: deps.newId(),
    tenantId: ctx.tenantId,
    stay: priced.value.stay,
    partySize: stay.partySize,
    children: stay.occupancyChildren ?? 0,
    total: priced.value.total,
    terms,
    // Token, response and database agree to the millisecond.
    expiresAt: expiresAt.round({ smallestUnit: 'millisecond', roundingMode: 'floor' }),
  };
  const token = await deps.quoteTokens.sign(quote, now);
  const { display } = priced.value;
  const cancellation = quoteCancellation(terms, now);
  return ok({ quote, token, display, cancellation, schedule: terms.schedule });
}
