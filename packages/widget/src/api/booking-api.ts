import type { GuestDetails } from '../machine/model.ts';
import type { Calendar, Hold, Problem, Quote, Resource, ResourcePage, SearchPage } from './records.ts';

export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: Problem };

export interface Party {
  readonly adults: number;
  readonly childAges: readonly number[];
}

export interface SearchInput extends Party {
  readonly arrival: string;
  readonly departure: string;
  /** One resource, or all of them. */
  readonly resourceId: string | null;
  readonly bookableOnly: boolean;
  readonly currency: string | null;
  readonly cursor: string | null;
}

export interface QuoteInput extends Party {
  readonly resourceId: string;
  readonly ratePlanId: string | null;
  readonly from: string;
  readonly to: string;
  readonly currency: string | null;
}

/** The operations that a publishable key may use for a stay. None of them throws: a failure is a problem. */
export interface BookingApi {
  search(input: SearchInput): Promise<Answer<SearchPage>>;
  /** The first hundred resources; read once. */
  resources(): Promise<Answer<ResourcePage>>;
  resource(id: string): Promise<Answer<Resource>>;
  calendar(id: string, from: string, to: string): Promise<Answer<Calendar>>;
  quote(input: QuoteInput): Promise<Answer<Quote>>;
  /** Repeated with its key, it answers the hold as it is now. */
  hold(signedQuoteToken: string, idempotencyKey: string): Promise<Answer<Hold>>;
  sendCode(holdId: string, email: string, language: string): Promise<Answer<{ readonly expiresAt: string }>>;
  verifyCode(
    holdId: string,
    email: string,
    code: string,
    guest: Partial<GuestDetails>,
  ): Promise<Answer<{ readonly guestVerificationToken: string }>>;
  checkout(holdId: string, successUrl: string, cancelUrl: string): Promise<Answer<{ readonly url: string }>>;
  confirm(holdId: string, guestVerificationToken: string): Promise<Answer<Hold>>;
}
