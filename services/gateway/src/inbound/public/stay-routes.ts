import {
  availabilityQuery,
  checkoutSessionBody,
  confirmBody,
  guestCodeBody,
  guestCodeCheckBody,
  holdBody,
  paymentIntentBody,
  quoteBody,
} from '@lodging/contract-public';
import { findAvailability } from '@lodging/contract-inventory';
import { paymentHandle } from '@lodging/contract-payments';
import {
  confirmHold,
  createCheckoutSession,
  createPaymentIntent,
  createQuote,
  listSigningKeys,
  placeHold,
  sendGuestCode,
  verifyGuestCode,
} from '@lodging/contract-reservations';
import { SMALL_BODY_BYTES, STAY_BODY_BYTES } from './body-limits.ts';
import { route } from './declare-route.ts';
import type { PublicRoute } from './public-route.ts';
import { paymentHandleResponse } from './wire.ts';

/** Per client network: nobody needs them more often than once in five minutes. */
const KEY_READS_PER_MINUTE = 600;

export const stayRoutes: readonly PublicRoute[] = [
  route({
    method: 'GET',
    path: '/v1/availability',
    docs: {
      operationId: 'findAvailability',
      tag: 'Availability',
      summary: 'Is a resource free for a stay?',
      description:
        'Without `rate_plan_id` the stay is available when the units are free and at least one enabled plan accepts it. ' +
        'Otherwise `reasons` holds every reason of the units, and, where no plan accepts, the union over the enabled ' +
        'plans, each once. A lodging resource without an enabled plan answers `stop_sell`. A stay covers the nights ' +
        'from the local date of `from` up to, not including, the local date of `to`, in the resource’s time zone. With ' +
        '`rate_plan_id` the reasons are those of the units and of that plan, as a quote has them; a plan that the resource ' +
        'does not have is `rate_plan_not_found`. With `alternatives` a refused stay comes with up to as many others that a ' +
        'quote would accept now, the nearest first: another plan, a resource of the same room type, other dates within 14 days, up ' +
        'to 3 nights fewer, up to 3 more where `min_stay` was among the reasons, any other resource.',
    },
    access: 'any_key',
    permission: 'read',
    timeout: 'read',
    query: availabilityQuery,
    operation: findAvailability,
    request: ({ query }) => ({
      resourceId: query.resource_id,
      from: query.from,
      to: query.to,
      partySize: query.party_size,
      ...(query.quantity !== undefined && { quantity: query.quantity }),
      ...(query.children !== undefined && { occupancyChildren: query.children }),
      ...(query.rate_plan_id !== undefined && { ratePlanId: query.rate_plan_id }),
      ...(query.alternatives !== undefined && { alternatives: query.alternatives }),
    }),
  }),
  route({
    method: 'POST',
    path: '/v1/quotes',
    docs: {
      operationId: 'createQuote',
      tag: 'Availability',
      summary: 'Price a stay, signed, for 15 minutes',
      description:
        'The price night by night, promised for 15 minutes by `signedQuoteToken`. A quote holds no units and is not ' +
        'stored. `quantity` units of the resource may be asked for. Amounts are in the resource’s currency; ' +
        '`displayTotal` is in `currency` where that is sent. Taxes and fees of the tenant are in `lines`; the total is what ' +
        'is charged. `childAges` has one age from 0 to 17 for each of `occupancyChildren`. A stay that is over, is longer than 366 nights or ends ' +
        'more than 10 years ahead is `invalid_window`; a disabled plan is `unavailable` with `stop_sell`. ' +
        'With `alternatives` that refusal names up to as many stays near it that can be had, as availability does.',
    },
    access: 'any_key',
    permission: 'book',
    timeout: 'write',
    bodyLimitBytes: STAY_BODY_BYTES,
    body: quoteBody,
    operation: createQuote,
    request: ({ body }) => body,
  }),
  route({
    method: 'POST',
    path: '/v1/holds',
    docs: {
      operationId: 'placeHold',
      tag: 'Guest stay',
      summary: 'Hold the units of a quote for 15 minutes',
      description:
        'One quote makes at most one hold: a second one under another key is `hold_conflict`. A `partySize` that ' +
        'differs from the quote’s is `invalid_quote_token`. A request that must wait for another waits up to 2 seconds, ' +
        'then it is `resource_locked`. A key is remembered for 30 days, in one space with bookings; only successes are ' +
        'kept, so a refused hold may be tried again with its key. A publishable key has at most 25 open holds, with 750 ' +
        'nights times units in them, per client address, unless the operator has other limits: beyond them it is ' +
        '`rate_limited` until the first of them ends.',
      existing: 'The hold that this Idempotency-Key made before, as it is now.',
    },
    access: 'any_key',
    permission: 'book',
    takesIdempotencyKey: true,
    status: 201,
    timeout: 'booking',
    bodyLimitBytes: STAY_BODY_BYTES,
    body: holdBody,
    operation: placeHold,
    request: ({ idempotencyKey, body }) => ({ ...body, idempotencyKey }),
  }),
  route({
    method: 'POST',
    path: '/v1/holds/{id}/otp',
    docs: {
      operationId: 'sendGuestCode',
      tag: 'Guest stay',
      summary: 'Send the guest a one-time code',
      description:
        'Six digits by e-mail, good for 10 minutes but not past the end of the hold. A new code replaces the one before. ' +
        'At most 5 codes per hold in 15 minutes. Where the booking has a `guestEmail`, a publishable key may send to ' +
        'that address alone: another is `guest_email_mismatch`. Codes of publishable keys are limited to 10 an hour for one ' +
        'e-mail address and 100 an hour for one client address, unless the operator has other limits.',
    },
    access: 'any_key',
    permission: 'book',
    notFound: 'hold_not_found',
    timeout: 'booking',
    bodyLimitBytes: SMALL_BODY_BYTES,
    body: guestCodeBody,
    operation: sendGuestCode,
    request: ({ id, body }) => ({ ...body, reservationId: id }),
  }),
  route({
    method: 'POST',
    path: '/v1/holds/{id}/otp/verify',
    docs: {
      operationId: 'verifyGuestCode',
      tag: 'Guest stay',
      summary: 'Verify the code, and get the guest’s token',
      description:
        'Wrong codes one to six are `bad_code`; from then on every try is `exhausted_attempts`, a right one too, until ' +
        'a new code is sent. A wrong e-mail address, a used code, and a try before any code was sent are `bad_code`. ' +
        'At most 20 tries per hold in 15 minutes. The token confirms this hold alone, until 15 minutes after the ' +
        'hold’s end. Verifying sets `guestEmail` of the reservation.',
    },
    access: 'any_key',
    permission: 'book',
    notFound: 'hold_not_found',
    timeout: 'booking',
    bodyLimitBytes: SMALL_BODY_BYTES,
    body: guestCodeCheckBody,
    operation: verifyGuestCode,
    request: ({ id, body }) => ({ ...body, reservationId: id }),
  }),
  route({
    method: 'POST',
    path: '/v1/holds/{id}/payment-intent',
    docs: {
      operationId: 'createPaymentIntent',
      tag: 'Guest stay',
      summary: 'Open the payment of a hold',
      description:
        'Takes no fields. There is one open intent per reservation: while it is open every call answers it, parallel ' +
        'calls too. The intent lives on the operator’s own account at the payment provider. Keys of this operation are ' +
        'a space of their own; one key for two reservations is `idempotency_key_conflict`. While a checkout session is ' +
        'open it is `payment_already_initiated`.',
      response: paymentHandle,
      existing:
        'The intent that is open. Where the same Idempotency-Key opened it the answer carries Idempotent-Replayed.',
    },
    access: 'secret_key',
    permission: 'book',
    notFound: 'hold_not_found',
    takesIdempotencyKey: true,
    status: 201,
    timeout: 'booking',
    body: paymentIntentBody,
    operation: createPaymentIntent,
    request: ({ id, idempotencyKey }) => ({ reservationId: id, idempotencyKey }),
    toResponse: paymentHandleResponse,
  }),
  route({
    method: 'POST',
    path: '/v1/holds/{id}/checkout-session',
    docs: {
      operationId: 'createCheckoutSession',
      tag: 'Guest stay',
      summary: 'Open a payment page of the provider',
      description:
        'Send the guest to `url`. Both addresses must be https (http on localhost with a test key), without user ' +
        'information, on an origin of the operator’s redirect list. The session ends with the hold; `expiresAt` is the ' +
        'hold’s. While one is open it is answered again. While a payment intent is open it is `payment_already_initiated`.',
    },
    access: 'any_key',
    permission: 'book',
    notFound: 'hold_not_found',
    status: 201,
    timeout: 'booking',
    body: checkoutSessionBody,
    operation: createCheckoutSession,
    request: ({ id, body }) => ({ ...body, reservationId: id }),
  }),
  route({
    method: 'POST',
    path: '/v1/holds/{id}/confirm',
    docs: {
      operationId: 'confirmHold',
      tag: 'Guest stay',
      summary: 'Confirm a paid hold',
      description:
        'Needed only to be sure: a succeeded payment confirms its hold by itself. Confirming a confirmed hold answers the ' +
        'same again. Where no payment is known the provider is asked before `payment_required` is answered. Refusals come ' +
        'in this order: `hold_not_found`, the token’s, `not_confirmable`, `payment_required`.',
    },
    access: 'any_key',
    permission: 'book',
    notFound: 'hold_not_found',
    timeout: 'booking',
    bodyLimitBytes: SMALL_BODY_BYTES,
    body: confirmBody,
    operation: confirmHold,
    request: ({ id, body }) => ({ ...body, reservationId: id }),
  }),
  route({
    method: 'GET',
    path: '/v1/.well-known/jwks.json',
    docs: {
      operationId: 'listSigningKeys',
      tag: 'Service',
      summary: 'The public keys that sign quotes and guest tokens',
      description:
        'A JWK set (RFC 7517). Keys change; each token names its own in `kid`. 600 reads a minute for each address.',
    },
    access: 'open',
    permission: null,
    requestsPerMinute: KEY_READS_PER_MINUTE,
    timeout: 'read',
    cacheControl: 'public, max-age=300',
    operation: listSigningKeys,
    request: () => ({}),
  }),
];
