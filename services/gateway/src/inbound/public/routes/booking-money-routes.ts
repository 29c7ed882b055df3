import { readOwnPaymentAccount } from '@lodging/contract-payments';
import { bookingIntentBody, bookingSessionBody, offlinePaymentBody } from '@lodging/contract-public';
import {
  openBookingIntent,
  openBookingSession,
  readBookingPayments,
  recordBookingPayment,
} from '@lodging/contract-reservations';
import { STAY_BODY_BYTES } from '../body-limits.ts';
import { route } from '../declare-route.ts';
import type { PublicRoute } from '../public-route.ts';

const REPLAYED =
  'The payment that an earlier request with this Idempotency-Key created, in its current state.';

/** The money of a booking after it was confirmed, and the account that receives it. */
export const bookingMoneyRoutes: readonly PublicRoute[] = [
  route({
    method: 'GET',
    path: '/v1/payment-account',
    docs: {
      operationId: 'readPaymentAccount',
      tag: 'Money',
      summary: 'Retrieve the payment account',
      description:
        'The account that receives the payments of guests, whether it can charge, and the origins of pages to which ' +
        'guests may return. Live tenant and sandbox have accounts of their own, which the admin API sets.',
    },
    access: 'secret_key',
    permission: 'read',
    timeout: 'report',
    operation: readOwnPaymentAccount,
    request: () => ({}),
  }),
  route({
    method: 'GET',
    path: '/v1/bookings/{id}/payments',
    about: 'reservation',
    docs: {
      operationId: 'readBookingPayments',
      tag: 'Money',
      summary: 'Retrieve the payments of a booking',
      description:
        'The price, collected and refunded amounts, the amount due now and the amount owed to the guest. A booking ' +
        'that was created as paid offline has one payment of the method `other` over its total. Client secrets are ' +
        'never returned.',
    },
    access: 'secret_key',
    permission: 'read',
    notFound: 'booking_not_found',
    timeout: 'read',
    operation: readBookingPayments,
    request: ({ id }) => ({ reservationId: id }),
  }),
  route({
    method: 'POST',
    path: '/v1/bookings/{id}/payment-intent',
    about: 'reservation',
    docs: {
      operationId: 'openBookingIntent',
      tag: 'Money',
      summary: 'Create a payment intent for the amount due',
      description:
        'For a confirmed or checked-in booking, and for the penalty of a cancellation or no-show. The default amount ' +
        'is the whole amount due. A larger amount is `validation_failed`; if nothing is due, the request is ' +
        '`nothing_due`. A booking has one open payment at a time: a second is `payment_already_initiated`. The ' +
        'intent ends after 24 hours. A booking has at most 500 payments (`limit_reached`). Idempotency keys of this ' +
        'operation are separate from those of other operations and kept for 30 days.',
      existing: REPLAYED,
    },
    access: 'secret_key',
    permission: 'book',
    notFound: 'booking_not_found',
    takesIdempotencyKey: true,
    status: 201,
    timeout: 'booking',
    bodyLimitBytes: STAY_BODY_BYTES,
    body: bookingIntentBody,
    operation: openBookingIntent,
    request: ({ id, idempotencyKey, body }) => ({ ...body, reservationId: id, idempotencyKey }),
  }),
  route({
    method: 'POST',
    path: '/v1/bookings/{id}/checkout-session',
    about: 'reservation',
    docs: {
      operationId: 'openBookingSession',
      tag: 'Money',
      summary: 'Create a checkout session for the amount due',
      description:
        'Like `payment-intent`, but on a payment page of the provider; where nothing is due, for a change that awaits ' +
        'its payment. Both addresses must be on the operator’s redirect list. The page expires after at most 24 hours. Idempotency keys of this operation are separate ' +
        'from those of other operations and kept for 30 days.',
      existing: REPLAYED,
    },
    access: 'secret_key',
    permission: 'book',
    notFound: 'booking_not_found',
    takesIdempotencyKey: true,
    status: 201,
    timeout: 'booking',
    bodyLimitBytes: STAY_BODY_BYTES,
    body: bookingSessionBody,
    operation: openBookingSession,
    request: ({ id, idempotencyKey, body }) => ({ ...body, reservationId: id, idempotencyKey }),
  }),
  route({
    method: 'POST',
    path: '/v1/bookings/{id}/offline-payments',
    about: 'reservation',
    docs: {
      operationId: 'recordBookingPayment',
      tag: 'Money',
      summary: 'Record an offline payment',
      description:
        'A payment outside the payment provider, for a booking that is or was confirmed; more than the amount due is ' +
        'allowed. It counts as collected. Refunds skip it: pay the guest offline, and record that with `returned`, ' +
        'at most the amount still held. A booking has at most 500 offline payments (`limit_reached`). Idempotency ' +
        'keys of this operation are separate from those of other operations and kept for 30 days.',
      existing: REPLAYED,
    },
    access: 'secret_key',
    permission: 'book',
    notFound: 'booking_not_found',
    takesIdempotencyKey: true,
    status: 201,
    timeout: 'write',
    bodyLimitBytes: STAY_BODY_BYTES,
    body: offlinePaymentBody,
    operation: recordBookingPayment,
    request: ({ id, idempotencyKey, body }) => ({ ...body, reservationId: id, idempotencyKey }),
  }),
];
