import type { RequestContext } from '@lodging/kit-runtime';
// create-quote: prices a stay and signs the price. Nothing is stored; the token carries all that a hold needs.
import type { PriceStayResponse } from '@lodging/contract-inventory';
import type { CreateQuoteRequest, CreateQuoteResponse } from '@lodging/contract-reservations';
import { ok } from '@lodging/kernel';
import type { Clock, NewId, Result } from '@lodging/kernel';
import { instantText } from '../domain/facts.ts';
import type { Quote } from '../domain/quote.ts';
import type { Inventory, QuoteTokens } from './ports.ts';
import { stayAsPriced } from './stay-as-priced.ts';

export interface CreateQuoteDeps {
  readonly inventory: Pick<Inventory, 'priceStay'>;
  readonly quoteTokens: QuoteTokens;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly quoteSeconds: number;
}

export async function createQuote(
  deps: CreateQuoteDeps,
  ctx: RequestContext,
  wish: CreateQuoteRequest,
): Promise<Result<CreateQuoteResponse>> {
  const { currency, ...stay } = wish;
  const displayCurrency = currency === undefined ? {} : { displayCurrency: currency };
  const priced = await deps.inventory.priceStay(ctx, { purpose: 'quote', ...stay, ...displayCurrency });
  if (!priced.ok) return priced;

  const now = deps.clock.now();
  const quote = quoteOf(
    ctx.tenantId,
    deps.newId(),
    wish,
    priced.value,
    now.add({ seconds: deps.quoteSeconds }),
  );
  return ok({
    quoteId: quote.id,
    resourceId: quote.stay.resourceId,
    ratePlanId: quote.stay.ratePlanId,
    from: instantText(quote.stay.window.from),
    to: instantText(quote.stay.window.to),
    partySize: quote.partySize,
    quantity: quote.stay.quantity,
    expiresAt: instantText(quote.expiresAt),
    signedQuoteToken: await deps.quoteTokens.sign(quote, now),
    displayTotal: priced.value.displayTotal,
    fx: priced.value.fx,
    priceBreakdown: priced.value.priceBreakdown,
  });
}

function quoteOf(
  tenantId: string,
  id: string,
  wish: CreateQuoteRequest,
  priced: PriceStayResponse,
  expiresAt: Temporal.Instant,
): Quote {
  return {
    ...stayAsPriced(wish, priced),
    id,
    tenantId,
    partySize: wish.partySize,
    // The token, the answer and the database agree to the millisecond.
    expiresAt: expiresAt.round({ smallestUnit: 'millisecond', roundingMode: 'floor' }),
  };
}
