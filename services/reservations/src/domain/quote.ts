import { refuse } from '@lodging/kernel';
import type { Refusal } from '@lodging/kernel';
import type { ReservationTerms } from './reservation-terms.ts';
import type { Money, Stay } from './reservation.ts';

/** A price that is promised until `expiresAt`. It is not stored; the quote token carries it. */
export interface Quote {
  readonly id: string;
  readonly tenantId: string;
  readonly stay: Stay;
  readonly partySize: number;
  /** How many of the party are children. */
  readonly children: number;
  readonly total: Money;
  /** Null where the token has none: it was signed by an older process, or they were too long for it. */
  readonly terms: ReservationTerms | null;
  readonly expiresAt: Temporal.Instant;
}

export const invalidQuoteToken = (): {
  readonly ok: false;
  readonly refusal: Refusal<'invalid_quote_token'>;
} => refuse('invalid_quote_token', 'The quote token is malformed, altered or not one of yours.');

/** A quote is valid for its tenant alone, and for the party size that it was priced for. */
export function matchesRequest(
  quote: Quote,
  request: { readonly tenantId: string; readonly partySize?: number | undefined },
): boolean {
  const sameParty = request.partySize === undefined || request.partySize === quote.partySize;
  return quote.tenantId === request.tenantId && sameParty;
}
