import type { Api } from '../api.ts';

/** From the search to the confirmed stay. */
export const stayMethods = ({ create, find, list, search, send }: Api) => ({
  /** Searches available stays, for fixed or flexible dates. */
  search: search('/v1/search', 'results'),
  availability: {
    /** Checks the availability of a resource; if it is unavailable, with all reasons. */
    find: find('/v1/availability'),
  },
  quotes: {
    /** Creates a quote night by night; `signedQuoteToken` guarantees the price for 15 minutes. */
    create: send('post', '/v1/quotes', true),
  },
  holds: {
    /** Holds the units of a quote for 15 minutes. */
    create: create('/v1/holds'),
    /** Sends the guest a six-digit code by e-mail. */
    sendCode: send('post', '/v1/holds/{id}/otp'),
    /** Verifies the code; `guestVerificationToken` confirms this hold. */
    verifyCode: send('post', '/v1/holds/{id}/otp/verify'),
    /** Creates a payment intent for a hold, for the provider's browser client. */
    createPaymentIntent: create('/v1/holds/{id}/payment-intent'),
    /** Creates a checkout session for a hold: send the guest to its `url`. */
    createCheckoutSession: send('post', '/v1/holds/{id}/checkout-session', true),
    /** Confirms a paid hold. Repeating it returns the same result. */
    confirm: send('post', '/v1/holds/{id}/confirm', true),
  },
  signingKeys: {
    /** Lists the public keys of quotes and guest tokens, for `verifyQuoteToken`. */
    list: list('/v1/.well-known/jwks.json', 'keys'),
  },
});
