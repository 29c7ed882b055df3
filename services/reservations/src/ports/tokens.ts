import type { GuestGrant } from '../domain/guests/guest-grant.ts';
import type { Quote } from '../domain/quotes/quote.ts';

export interface QuoteTokens {
  sign(quote: Quote, at: Temporal.Instant): Promise<string>;
  /** Undefined unless this service signed it as a quote. Its expiry is not checked. */
  read(token: string): Promise<Quote | undefined>;
}

export interface GuestTokens {
  sign(grant: GuestGrant, at: Temporal.Instant): Promise<string>;
  /** Undefined unless this service signed it as a guest token that expires after `at`. */
  read(token: string, at: Temporal.Instant): Promise<GuestGrant | undefined>;
}

export interface SigningKeys {
  /** Public halves as JWKs (RFC 7517). */
  publicKeys(): Promise<Record<string, unknown>[]>;
  rotate(): Promise<void>;
}
