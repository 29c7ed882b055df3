import { bookingIntentBody, bookingSessionBody, offlinePaymentBody } from '@lodging/contract-public';
import {
  openBookingIntent,
  openBookingSession,
  readBookingPayments,
  recordBookingPayment,
} from '@lodging/contract-reservations';
import { route } from './declare-route.ts';
import type { PublicRoute } from './public-route.ts';

const REPLAYED = 'The first answer to this Idempotency-Key, as it is now.';

/** The money of a booking after it was confirmed. */
export const bookingMoneyRoutes: readonly PublicRoute[] = [
  route({
    method: 'GET',
    path: '/v1/bookings/{id}/payments',
    docs: {
      operationId: 'readBookingPayments',
      tag: 'Money',
      summary: 'Read the money of a booking',
      description:
        'What is to be paid, what came in, what went back, what is due now and what is owed to the guest. A booking that ' +
        'was paid offline when it was made shows one payment of the method `other` over its total. Client secrets are ' +
        'never shown.',
    },
    access: 'secret_key_or_operator',
    permission: 'read',
    notFound: 'booking_not_found',
    timeout: 'read',
    operation: readBookingPayments,
    request: ({ id }) => ({ reservationId: id }),
  }),
  route({
    method: 'POST',
    path: '/v1/bookings/{id}/payment-intent',
    docs: {
      operationId: 'openBookingIntent',
      tag: 'Money',
      summary: 'Ask for what is due of a booking',
      description:
        'For a confirmed or checked-in booking, and for the penalty of a cancelled one or of a no-show. Without an amount, ' +
        'all that is due; more than that is `validation_failed`, and where nothing is due it is `nothing_due`. A booking ' +
        'has one open payment at a time: while another is open it is `payment_already_initiated`. The intent ends after ' +
        '24 hours. Keys of this operation are a space of their own, kept for 30 days.',
      existing: REPLAYED,
    },
    access: 'secret_key',
    permission: 'book',
    notFound: 'booking_not_found',
    takesIdempotencyKey: true,
    status: 201,
    timeout: 'booking',
    body: bookingIntentBody,
    operation: openBookingIntent,
    request: ({ id, idempotencyKey, body }) => ({ ...body, reservationId: id, idempotencyKey }),
  }),
  route({
    method: 'POST',
    path: '/v1/bookings/{id}/checkout-session',
    docs: {
      operationId: 'openBookingSession',
      tag: 'Money',
      summary: 'Ask for what is due of a booking on a payment page',
      description:
        'As `payment-intent`, on a page of the provider. Both addresses must be on the operator’s redirect list. The page ' +
        'ends after 24 hours at the latest. Keys of this operation are a space of their own, kept for 30 days.',
      existing: REPLAYED,
    },
    access: 'secret_key',
    permission: 'book',
    notFound: 'booking_not_found',
    takesIdempotencyKey: true,
    status: 201,
    timeout: 'booking',
    body: bookingSessionBody,
    operation: openBookingSession,
    request: ({ id, idempotencyKey, body }) => ({ ...body, reservationId: id, idempotencyKey }),
  }),
  route({
    method: 'POST',
    path: '/v1/bookings/{id}/offline-payments',
    docs: {
      operationId: 'recordBookingPayment',
      tag: 'Money',
      summary: 'Record money that was taken without the provider',
      description:
        'For a booking that is or was confirmed; more than is due is allowed. It is collected, and refunds skip it: it ' +
        'goes back by hand. `returned` records what was handed back, at most what is here. Keys of this operation are a ' +
        'space of their own, kept for 30 days.',
      existing: REPLAYED,
    },
    access: 'secret_key',
    permission: 'book',
    notFound: 'booking_not_found',
    takesIdempotencyKey: true,
    status: 201,
    timeout: 'write',
    body: offlinePaymentBody,
    operation: recordBookingPayment,
    request: ({ id, idempotencyKey, body }) => ({ ...body, reservationId: id, idempotencyKey }),
  }),
];
