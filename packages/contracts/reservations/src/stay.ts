import {
  alternativesWanted,
  childAges,
  displayTotal,
  fxQuote,
  priceBreakdown,
  scheduledPayment,
  scheduledPayments,
} from '@lodging/contract-inventory';
import { paymentHandle } from '@lodging/contract-payments';
import {
  currency,
  email,
  exampleIds,
  exampleOf,
  exampleWindow,
  instant,
  listOf,
  positiveInteger,
  recordOf,
  rpc,
  text,
  timestamp,
  uuid,
} from '@lodging/contract-wire';
import { z } from 'zod';
import { quotedCancellation } from './cancellation-records.ts';
import { externalReference, guestOfCode, language, metadata } from './details.ts';
import { bookingWithTerms, reservation } from './records.ts';

const context = 'reservations';
export const MAX_ACCEPTED_LANGUAGES = 10;
const token = z.string().min(1).max(4_096);

export const createQuote = rpc({
  context,
  name: 'create-quote',
  permission: 'book',
  takesPublishable: true,
  request: z.object({
    resourceId: uuid,
    from: instant,
    to: instant,
    partySize: positiveInteger,
    quantity: positiveInteger.default(1),
    occupancyChildren: z.int().min(0).optional(),
    childAges: childAges.optional(),
    ratePlanId: uuid.optional(),
    currency: currency.optional(),
    alternatives: alternativesWanted.optional(),
  }),
  response: z
    .object({
      quoteId: uuid,
      resourceId: uuid,
      ratePlanId: uuid.nullable(),
      from: timestamp,
      to: timestamp,
      partySize: z.int(),
      quantity: z.int(),
      expiresAt: timestamp,
      signedQuoteToken: z.string(),
      displayTotal,
      fx: fxQuote,
      priceBreakdown,
      cancellation: quotedCancellation.nullable().meta({
        description: 'Null without a policy: no automatic refund after a cancellation.',
      }),
      schedule: scheduledPayments.meta({
        description: 'The payment schedule; the first entry confirms the stay.',
      }),
    })
    .meta({
      id: 'Quote',
      description: 'The price of a stay, promised until `expiresAt`.',
      example: {
        quoteId: '0197a204-11b0-7b2c-94d3-e5f60718293a',
        resourceId: exampleIds.resource,
        ratePlanId: exampleIds.ratePlan,
        ...exampleWindow,
        partySize: 2,
        quantity: 1,
        expiresAt: '2027-05-03T09:15:00.000Z',
        signedQuoteToken: 'eyJhbGciOiJFZERTQSJ9.eyJxdW90ZSI6Ii4uLiJ9.c2lnbmF0dXJl',
        displayTotal: { amountMinorUnits: '20000', currency: 'EUR' },
        fx: {
          effectiveAt: '2027-05-03T09:00:00.000Z',
          fromCurrency: 'EUR',
          rateBps: '10000',
          source: 'identity',
          toCurrency: 'EUR',
        },
        priceBreakdown: exampleOf(priceBreakdown),
        cancellation: exampleOf(quotedCancellation),
        schedule: [exampleOf(scheduledPayment)],
      },
    }),
  refusals: [
    'resource_not_found',
    'rate_plan_not_found',
    'rate_plan_required',
    'invalid_window',
    'unavailable',
    'party_not_divisible',
    'no_pricing_rule',
    'fx_rate_unavailable',
    'search_too_broad',
  ],
  idempotent: true,
});

/** The token has no maximum length: one that is too long is `invalid_quote_token`, not `validation_failed`. */
export const placeHold = rpc({
  context,
  name: 'place-hold',
  permission: 'book',
  takesPublishable: true,
  request: z.object({
    idempotencyKey: uuid,
    signedQuoteToken: z.string().min(1),
    partySize: positiveInteger.optional(),
    metadata: metadata.optional(),
    externalReference: externalReference.optional(),
  }),
  response: reservation,
  refusals: [
    'validation_failed',
    'secret_key_required',
    'external_reference_taken',
    'invalid_quote_token',
    'quote_expired',
    'resource_locked',
    'hold_conflict',
    'idempotency_key_conflict',
    'rate_limited',
  ],
  idempotent: true,
});

export const sendGuestCode = rpc({
  context,
  name: 'send-guest-code',
  permission: 'book',
  takesPublishable: true,
  request: z.object({
    reservationId: uuid,
    email,
    language: language.optional(),
    /** The languages of the client, best first: of the mail alone, where `language` is absent or has no words. */
    acceptedLanguages: listOf(text({ max: 100 }), MAX_ACCEPTED_LANGUAGES).optional(),
    /** From whom the mail is. */
    tenantName: z.string().optional(),
  }),
  response: z.object({ accepted: z.boolean(), expiresAt: timestamp }).meta({
    id: 'GuestCodeSent',
    description: 'The code was sent.',
    example: { accepted: true, expiresAt: '2027-05-03T09:12:00.000Z' },
  }),
  refusals: ['hold_not_found', 'hold_not_held', 'guest_email_mismatch', 'rate_limited'],
  idempotent: false,
});

export const verifyGuestCode = rpc({
  context,
  name: 'verify-guest-code',
  permission: 'book',
  takesPublishable: true,
  request: z.object({ reservationId: uuid, email, code: text({ max: 100 }), guest: guestOfCode.optional() }),
  response: z.object({ guestVerificationToken: token, expiresAt: timestamp }).meta({
    id: 'GuestVerification',
    description: 'The credential that confirms one hold.',
    example: {
      guestVerificationToken: 'eyJhbGciOiJFZERTQSJ9.eyJob2xkIjoiLi4uIn0.c2lnbmF0dXJl',
      expiresAt: '2027-05-03T09:31:00.000Z',
    },
  }),
  refusals: [
    'hold_not_found',
    'hold_not_held',
    'bad_code',
    'expired',
    'exhausted_attempts',
    'rate_limited',
    'guest_email_mismatch',
  ],
  idempotent: false,
});

/** The gateway responds with 201 to `created`, with 200 to the others, and marks `replayed` with a header. */
export const createPaymentIntent = rpc({
  context,
  name: 'create-payment-intent',
  permission: 'book',
  request: z.object({ reservationId: uuid, idempotencyKey: uuid }),
  response: z.object({ handle: paymentHandle, outcome: z.enum(['created', 'already_open', 'replayed']) }),
  refusals: [
    'hold_not_found',
    'reservation_not_holdable',
    'provider_not_configured',
    'already_paid',
    'payment_already_initiated',
    'idempotency_key_conflict',
    'resource_locked',
    'limit_reached',
    'payment_setup_failed',
  ],
  idempotent: true,
});

export const confirmHold = rpc({
  context,
  name: 'confirm-hold',
  permission: 'book',
  takesPublishable: true,
  request: z.object({ reservationId: uuid, guestVerificationToken: z.string() }),
  response: reservation,
  refusals: [
    'hold_not_found',
    'invalid_guest_token',
    'wrong_reservation',
    'not_confirmable',
    'payment_required',
    'resource_locked',
  ],
  idempotent: true,
});

/** `booking` is null where the client has the version of one of its tags, and the version says all there is to see. */
export const readBooking = rpc({
  context,
  name: 'read-booking',
  request: z.object({ reservationId: uuid, knownTags: z.array(z.string()).optional() }),
  response: z.object({ etag: z.string(), booking: bookingWithTerms.nullable() }),
  refusals: ['booking_not_found'],
  idempotent: true,
});

/** The public keys of quotes and guest tokens as a JWK set (RFC 7517 §5). They belong to no tenant. */
export const listSigningKeys = rpc({
  context,
  name: 'list-signing-keys',
  request: z.object({}),
  response: z.object({ keys: listOf(recordOf(z.unknown(), 20), 20) }).meta({
    id: 'SigningKeys',
    description: 'A JWK set (RFC 7517 §5) of public keys.',
    example: {
      keys: [{ kty: 'OKP', crv: 'Ed25519', kid: '2027-05', use: 'sig', x: 'base64url of 32 bytes' }],
    },
  }),
  refusals: [],
  idempotent: true,
});
