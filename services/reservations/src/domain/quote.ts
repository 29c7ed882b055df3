import { refuse } from '@lodging/kernel';
import type { Refusal } from '@lodging/kernel';
import type { Money, Stay } from './reservation.ts';

export interface Quote {
  readonly id: string;
  readonly tenantId: string;
  readonly stay: Stay;
  readonly partySize: number;
  readonly total: Money;
  readonly expiresAt: Temporal.Instant;
}

export const invalidQuoteToken = (): {
  readonly ok: false;
  readonly refusal: Refusal<'invalid_quote_token'>;
} => refuse('invalid_quote_token', 'The quote token is malformed, altered or not one of yours.');

/** A token is good for the tenant it was made for and for the party it was priced for. */
export function fitsRequest(
  quote: Quote,
  request: { readonly tenantId: string; readonly partySize?: number | undefined },
): boolean {
  const sameParty = request.partySize === undefined || request.partySize === quote.partySize;
  return quote.tenantId === request.tenantId && sameParty;
}
