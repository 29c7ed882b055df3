import { refuse } from '@lodging/kernel';
import type { Refusal } from '@lodging/kernel';
import type { ReservationTerms } from '../stay/reservation-terms.ts';
import type { Money, Stay } from '../stay/reservation.ts';

/** A price that is promised until `expiresAt`. It is not stored; the quote token carries it. */
export interface Quote {
  readonly id: string;
  readonly tenantId: string;
  readonly stay: Stay;
  readonly partySize: number;
  /** The number of children in the party. */
  readonly children: number;
  readonly total: Money;
  /** Null where they were too long for the token. */
  readonly terms: ReservationTerms | null;
  readonly expiresAt: Temporal.Instant;
}

export const invalidQuoteToken = (): {
  readonly ok: false;
  readonly refusal: Refusal<'invalid_quote_token'>;
} =>
  refuse('invalid_quote_token', 'The quote token is malformed, was changed, or belongs to another tenant.');

/** A quote is valid for its tenant alone, and for the party size that it was priced for. */
export function matchesRequest(
  quote: Quote,
  request: { readonly tenantId: string; readonly partySize?: number | undefined },
): boolean {
  const sameParty = request.partySize === undefined || request.partySize === quote.partySize;
  return quote.tenantId === request.tenantId && sameParty;
}
