import type { createQuote } from '@lodging/contract-reservations';
import type { RequestOf, ResponseOf } from '@lodging/contract-wire';
import { instantText } from '@lodging/kernel';
import type { Caller } from '@lodging/kit-runtime';
import type { UnpricedStay } from '../ports/neighbours.ts';
import type { SignedQuote } from '../use-cases/quotes/create-quote.ts';
import { quotedCancellationToWire } from './cancellation.ts';

// Requests and consumed events

/** The currency of a request is for display: the price is in the resource's own. */
export function createQuoteFromWire(request: RequestOf<typeof createQuote>): UnpricedStay {
  const { resourceId, ratePlanId, from, to, partySize, quantity, currency: displayCurrency } = request;
  const { occupancyChildren, childAges, alternatives } = request;
  const window = { from: Temporal.Instant.from(from), to: Temporal.Instant.from(to) };
  return {
    resourceId,
    ratePlanId,
    window,
    partySize,
    quantity,
    ...(occupancyChildren !== undefined && { occupancyChildren }),
    ...(childAges !== undefined && { childAges }),
    ...(alternatives !== undefined && { alternatives }),
    displayCurrency,
  };
}

// Responses and published events

/** Notes of lines are for the tenant alone. */
export function quoteToWire(
  { quote, token, display, cancellation, schedule }: SignedQuote,
  { kind }: Pick<Caller, 'kind'>,
): ResponseOf<typeof createQuote> {
  const { priceBreakdown } = display;
  return {
    quoteId: quote.id,
    resourceId: quote.stay.resourceId,
    ratePlanId: quote.stay.ratePlanId,
    from: instantText(quote.stay.window.from),
    to: instantText(quote.stay.window.to),
    partySize: quote.partySize,
    quantity: quote.stay.quantity,
    expiresAt: instantText(quote.expiresAt),
    signedQuoteToken: token,
    displayTotal: display.displayTotal,
    fx: display.fx,
    priceBreakdown:
      kind === 'publishable'
        ? { ...priceBreakdown, lines: priceBreakdown.lines.map(({ note: _note, ...line }) => line) }
        : priceBreakdown,
    cancellation: cancellation && quotedCancellationToWire(cancellation),
    schedule: [...schedule],
  };
}
