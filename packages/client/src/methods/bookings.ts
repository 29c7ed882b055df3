import type { Api } from '../api.ts';

/** What an operator's own system does with bookings and their money. */
export const bookingMethods = ({ change, create, end, find, list, read, send, call }: Api) => ({
  bookings: {
    /** Books in one call: confirmed with `paidOffline`, else held and payable. */
    create: create('/v1/bookings'),
    list: list('/v1/bookings', 'bookings', 'query'),
    get: read('/v1/bookings/{id}'),
    /** Moves the booking to another state, changes fields of it, or both in one step. */
    update: change('patch', '/v1/bookings/{id}'),
    /** Cancels the booking; its policy decides what goes back. */
    cancel: end('delete', '/v1/bookings/{id}'),
    /** What cancelling would cost now. */
    previewCancellation: call('get', '/v1/bookings/{id}/cancellation'),
    /** What happened to the booking, oldest first. */
    listHistory: list('/v1/bookings/{id}/history', 'entries', 'query'),
    /** Gives money back: an amount, or all that remains. It has no Idempotency-Key, so it is never sent twice. */
    refund: send('post', '/v1/bookings/{id}/refunds'),
    /** What is to be paid, what came in, what went back, what is due. */
    getPayments: call('get', '/v1/bookings/{id}/payments'),
    /** Asks for what is due, for the provider's browser client. */
    createPaymentIntent: create('/v1/bookings/{id}/payment-intent'),
    /** Asks for what is due on a payment page of the provider. */
    createCheckoutSession: create('/v1/bookings/{id}/checkout-session'),
    /** Records money that was taken at the desk. */
    recordOfflinePayment: create('/v1/bookings/{id}/offline-payments'),
  },
  metrics: {
    /** Revenue and occupancy of a period, one entry per currency. */
    getSummary: find('/v1/metrics/summary'),
  },
});
