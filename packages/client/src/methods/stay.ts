import type { Api } from '../api.ts';

/** From the search to the confirmed stay. */
export const stayMethods = ({ create, find, list, search, send }: Api) => ({
  /** Finds a place to stay, for one window or flexible dates. */
  search: search('/v1/search', 'results'),
  availability: {
    /** Is a resource free for a stay? If not, every reason. */
    find: find('/v1/availability'),
  },
  quotes: {
    /** Prices a stay night by night; `signedQuoteToken` promises the price for 15 minutes. */
    create: send('post', '/v1/quotes', true),
  },
  holds: {
    /** Holds the units of a quote for 15 minutes. */
    create: create('/v1/holds'),
    /** Sends the guest six digits by e-mail. */
    sendCode: send('post', '/v1/holds/{id}/otp'),
    /** Verifies the six digits; `guestVerificationToken` confirms this hold. */
    verifyCode: send('post', '/v1/holds/{id}/otp/verify'),
    /** Opens the payment of a hold, for the provider's browser client. */
    createPaymentIntent: create('/v1/holds/{id}/payment-intent'),
    /** Opens a payment page of the provider: send the guest to its `url`. */
    createCheckoutSession: send('post', '/v1/holds/{id}/checkout-session', true),
    /** Confirms a paid hold. Confirming it again answers the same. */
    confirm: send('post', '/v1/holds/{id}/confirm', true),
  },
  signingKeys: {
    /** The public keys of quotes and guest tokens, for `verifyQuoteToken`. */
    list: list('/v1/.well-known/jwks.json', 'keys'),
  },
});
