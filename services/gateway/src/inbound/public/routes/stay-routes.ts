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
import { acceptedLanguages } from '../../../domain/accepted-languages.ts';
import { SMALL_BODY_BYTES, STAY_BODY_BYTES } from '../body-limits.ts';
import { route } from '../declare-route.ts';
import { withAlternatives } from '../in-progress-limiter.ts';
import type { PublicRoute } from '../public-route.ts';
import { paymentHandleResponse } from '../responses.ts';

/** Per client network: a client needs them once in five minutes at most. */
const KEY_READS_PER_MINUTE = 600;

export const stayRoutes: readonly PublicRoute[] = [
  route({
    method: 'GET',
    path: '/v1/availability',
    docs: {
      operationId: 'findAvailability',
      tag: 'Availability',
      summary: 'Check availability of a resource',
      description:
        'Without `rate_plan_id` the stay is available if units are free and at least one enabled plan accepts it. ' +
        'Otherwise `reasons` lists the reasons of the units and, if no plan accepts the stay, of all ' +
        'enabled plans. A lodging resource without an enabled plan returns `stop_sell`. A stay covers the nights ' +
        'from the local date of `from` until that of `to`, exclusive, in the time zone of the ' +
        'resource. With `rate_plan_id` the reasons are those of the units and of that plan, as for a quote; a plan ' +
        'of another resource is `rate_plan_not_found`. With `alternatives` the response for a refused stay lists up ' +
        'to that many stays that a quote would accept now, nearest first: another plan, a resource of the same room ' +
        'type, other dates within 14 days, up to 3 nights fewer, up to 3 nights more if `min_stay` was a reason, any ' +
        'other resource. For a stay of more than 30 nights, only other plans and dates are tried. A request with ' +
        '`alternatives` counts as one request per 1,000 nights × plans evaluated, and with a publishable key a ' +
        'client network may run two at a time; a further one is `rate_limited` for a second. Without `alternatives` ' +
        'it counts as one.',
    },
    access: 'any_key',
    permission: 'read',
    timeout: 'read',
    inProgress: withAlternatives,
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
      summary: 'Create a signed quote, valid for 15 minutes',
      description:
        'The price night by night, guaranteed for 15 minutes by `signedQuoteToken`. A quote holds no units and is ' +
        'not stored. `quantity` is the number of units. Amounts are in the currency of the resource; `displayTotal` ' +
        'is in `currency` if that is sent. Taxes and fees of the tenant are in `lines`; the total is the amount that ' +
        'is charged. `childAges` has one age from 0 to 17 for each of `occupancyChildren`. A stay that is over, is ' +
        'longer than 366 nights or ends more than 10 years ahead is `invalid_window`; a disabled plan is ' +
        '`unavailable` with `stop_sell`. With `alternatives` the refusal `unavailable` lists up to that many stays ' +
        'near the requested one, with the same limits as availability.',
    },
    access: 'any_key',
    permission: 'book',
    timeout: 'write',
    inProgress: withAlternatives,
    bodyLimitBytes: STAY_BODY_BYTES,
    body: quoteBody,
    operation: createQuote,
    request: ({ body }) => body,
  }),
  route({
    method: 'POST',
    path: '/v1/holds',
    about: 'reservation',
    docs: {
      operationId: 'placeHold',
      tag: 'Guest stay',
      summary: 'Hold the units of a quote for 15 minutes',
      description:
        'A quote can be held once: a second hold with another key is `hold_conflict`. A `partySize` that differs ' +
        'from the quote’s is `invalid_quote_token`. A request waits up to 2 seconds for a parallel one, then returns ' +
        '`resource_locked`. Idempotency keys are shared with bookings and kept for 30 days; keys of refused requests ' +
        'are not kept and may be reused. Unless the operator has other limits, a publishable key has at most 25 open ' +
        'holds per client network. Its holds without a verified guest have in total at most seven nights for each ' +
        'unit for sale (60 to 750 nights × units); one hold is always possible. All networks of a key ' +
        'together have ten times these limits; a /56 of IPv6 has 4 times and a /48 16 times. Beyond a limit, a hold ' +
        'is `rate_limited` until the first open hold ends; after five declined cards for one hold, until the end of ' +
        'that hold.',
      existing: 'The hold that an earlier request with this Idempotency-Key created, in its current state.',
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
    about: 'reservation',
    docs: {
      operationId: 'sendGuestCode',
      tag: 'Guest stay',
      summary: 'Send the guest a one-time code',
      description:
        'Sends six digits by e-mail, valid for 10 minutes, at most until the hold ends. A new code replaces the ' +
        'previous one. At most 5 codes per hold in 15 minutes. If the booking has a `guestEmail`, a publishable key ' +
        'may send to that address only; another is `guest_email_mismatch`. Codes of publishable keys are limited to ' +
        '10 per hour for one e-mail address and 100 per hour for one client network, unless the operator has other ' +
        'limits. With any key, one address receives at most 20 codes an hour and 60 a day. The mail names the ' +
        'property and the stay.',
    },
    access: 'any_key',
    permission: 'book',
    notFound: 'hold_not_found',
    timeout: 'booking',
    bodyLimitBytes: SMALL_BODY_BYTES,
    body: guestCodeBody,
    operation: sendGuestCode,
    request: ({ id, body, acceptLanguage, tenantName }) => ({
      ...body,
      reservationId: id,
      acceptedLanguages: acceptedLanguages(acceptLanguage),
      tenantName,
    }),
  }),
  route({
    method: 'POST',
    path: '/v1/holds/{id}/otp/verify',
    about: 'reservation',
    docs: {
      operationId: 'verifyGuestCode',
      tag: 'Guest stay',
      summary: 'Verify the code and return the guest token',
      description:
        'Wrong codes one to six are `bad_code`; after that every attempt, including a correct one, is ' +
        '`exhausted_attempts` until a new code is sent. A wrong e-mail address, a used code, and an attempt before ' +
        'any code was sent are `bad_code`. At most 20 attempts per hold in 15 minutes. The token confirms this hold ' +
        'only, until 15 minutes after the end of the hold. A successful verification sets `guestEmail` of the ' +
        'reservation, what `guest` says, and the `language` of the code. A second verification, with a new code, may ' +
        'correct them; a refused one writes nothing.',
    },
    access: 'any_key',
    permission: 'book',
    notFound: 'hold_not_found',
    timeout: 'booking',
    bodyLimitBytes: STAY_BODY_BYTES,
    body: guestCodeCheckBody,
    operation: verifyGuestCode,
    request: ({ id, body }) => ({ ...body, reservationId: id }),
  }),
  route({
    method: 'POST',
    path: '/v1/holds/{id}/payment-intent',
    about: 'reservation',
    docs: {
      operationId: 'createPaymentIntent',
      tag: 'Guest stay',
      summary: 'Create a payment intent for a hold',
      description:
        'Takes no fields. A reservation has one open intent: while it is open, every call returns it, including ' +
        'parallel calls. The intent is created on the operator’s own account at the payment provider. Idempotency ' +
        'keys of this operation are separate from those of other operations; one key for two reservations is ' +
        '`idempotency_key_conflict`. While a checkout session is open: `payment_already_initiated`. An intent is ' +
        'returned for at most 20 keys; a further key is `limit_reached`.',
      response: paymentHandle,
      existing:
        'The open intent. If an earlier request with this Idempotency-Key created it, the response has ' +
        '`Idempotent-Replayed`.',
    },
    access: 'secret_key',
    permission: 'book',
    notFound: 'hold_not_found',
    takesIdempotencyKey: true,
    status: 201,
    timeout: 'booking',
    bodyLimitBytes: STAY_BODY_BYTES,
    body: paymentIntentBody,
    operation: createPaymentIntent,
    request: ({ id, idempotencyKey }) => ({ reservationId: id, idempotencyKey }),
    toResponse: paymentHandleResponse,
  }),
  route({
    method: 'POST',
    path: '/v1/holds/{id}/checkout-session',
    about: 'reservation',
    docs: {
      operationId: 'createCheckoutSession',
      tag: 'Guest stay',
      summary: 'Create a checkout session for a hold',
      description:
        'Creates a payment page at the provider: send the guest to `url`. Both addresses must be https (http on ' +
        'localhost with a test key), without user information, on an origin of the operator’s redirect list. The ' +
        'session ends with the hold, at `expiresAt`. While a session is open, every call returns ' +
        'it. While a payment intent is open: `payment_already_initiated`. After ten sessions that the provider ' +
        'refused, every call is `payment_setup_failed` without a request to the provider.',
    },
    access: 'any_key',
    permission: 'book',
    notFound: 'hold_not_found',
    status: 201,
    timeout: 'booking',
    bodyLimitBytes: STAY_BODY_BYTES,
    body: checkoutSessionBody,
    operation: createCheckoutSession,
    request: ({ id, body }) => ({ ...body, reservationId: id }),
  }),
  route({
    method: 'POST',
    path: '/v1/holds/{id}/confirm',
    about: 'reservation',
    docs: {
      operationId: 'confirmHold',
      tag: 'Guest stay',
      summary: 'Confirm a paid hold',
      description:
        'Optional: a successful payment confirms its hold automatically. Confirming a confirmed hold returns the ' +
        'same result again. If no payment is known, the API queries the provider before it returns ' +
        '`payment_required`. Refusals come in this order: `hold_not_found`, refusals of the token, ' +
        '`not_confirmable`, `payment_required`.',
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
      summary: 'List the public keys of quotes and guest tokens',
      description:
        'A JWK set (RFC 7517). Keys are rotated; each token names its key in `kid`. 600 requests a minute per address.',
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
