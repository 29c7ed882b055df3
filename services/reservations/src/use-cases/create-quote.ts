import { ok } from '@lodging/kernel';
import type { Clock, NewId, Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { Quote } from '../domain/quote.ts';
import { quoteCancellation } from '../domain/quoted-cancellation.ts';
import type { QuotedCancellation } from '../domain/quoted-cancellation.ts';
import { termsOf } from '../domain/reservation-terms.ts';
import type { ReservationTerms } from '../domain/reservation-terms.ts';
import type { InventoryClient, PricedStay, UnpricedStay } from '../ports/inventory.ts';
import type { QuoteTokens } from '../ports/tokens.ts';

export interface CreateQuoteDeps {
  readonly inventory: Pick<InventoryClient, 'priceStay'>;
  readonly quoteTokens: Pick<QuoteTokens, 'sign'>;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly quoteSeconds: number;
}

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
  const priced = await deps.inventory.priceStay(ctx, 'quote', stay);
  if (!priced.ok) return priced;
  const now = deps.clock.now();
  const expiresAt = now.add({ seconds: deps.quoteSeconds });
  const terms = termsOf(priced.value, now);
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
