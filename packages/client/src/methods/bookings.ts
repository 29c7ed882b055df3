import type { Api } from '../api.ts';

/** Bookings and payments, for the operator's own system. */
export const bookingMethods = ({ change, create, createChange, end, find, list, read, call, send }: Api) => ({
  bookings: {
    /** Creates a booking: confirmed with `paidOffline`, otherwise held and payable. */
    create: create('/v1/bookings'),
    /** The bookings that fit every filter, oldest first unless `order` says otherwise. */
    list: list('/v1/bookings', 'bookings', 'query'),
    /** One booking with its bill, its policy and what was paid. */
    get: read('/v1/bookings/{id}'),
    /** Changes the state of the booking, its fields, or both in one step. */
    update: change('patch', '/v1/bookings/{id}'),
    /** Cancels the booking; its policy determines the refund. */
    cancel: end('delete', '/v1/bookings/{id}'),
    /** Previews the cost of a cancellation now. */
    previewCancellation: call('get', '/v1/bookings/{id}/cancellation'),
    /** Quotes a change of dates, room, plan, party or units. */
    quoteChange: change('post', '/v1/bookings/{id}/change-quotes'),
    /** Applies a quoted change. */
    changeStay: createChange('/v1/bookings/{id}/changes'),
    /** Lists the changes of the booking, oldest first. */
    listChanges: list('/v1/bookings/{id}/changes', 'changes', 'query'),
    /** Retrieves a change of the booking. */
    getChange: call('get', '/v1/bookings/{id}/changes/{changeId}'),
    /** Ends a change that awaits its payment. */
    endChange: call('delete', '/v1/bookings/{id}/changes/{changeId}'),
    /** Lists the history of the booking, oldest first. */
    listHistory: list('/v1/bookings/{id}/history', 'entries', 'query'),
    /** Refunds an amount, or the whole remainder. */
    refund: create('/v1/bookings/{id}/refunds'),
    /** Retrieves price, payments, refunds and the amount due. */
    getPayments: call('get', '/v1/bookings/{id}/payments'),
    /** Creates a payment intent for the amount due, for the provider's browser client. */
    createPaymentIntent: create('/v1/bookings/{id}/payment-intent'),
    /** Creates a checkout session for the amount due, on a payment page of the provider. */
    createCheckoutSession: create('/v1/bookings/{id}/checkout-session'),
    /** Records an offline payment. */
    recordOfflinePayment: create('/v1/bookings/{id}/offline-payments'),
    /** Lists the mails to the guest, newest first. */
    listMails: list('/v1/bookings/{id}/mails', 'mails', 'query'),
    /** Creates a link with which the guest manages the booking. */
    createGuestLink: call('post', '/v1/bookings/{id}/guest-link'),
    /** Ends all links of the booking. */
    endGuestLinks: call('delete', '/v1/bookings/{id}/guest-link'),
    /** Sends a mail to the guest again. */
    sendMail: send('post', '/v1/bookings/{id}/mails'),
  },
  metrics: {
    /** Retrieves revenue and occupancy of a period, one entry per currency. */
    getSummary: find('/v1/metrics/summary'),
    /** Retrieves revenue and occupancy by date, of each series and currency. */
    getDaily: find('/v1/metrics/daily'),
    /** Retrieves nights and revenue by date, now and at an earlier moment. */
    getPickup: find('/v1/metrics/pickup'),
  },
  paymentAccount: {
    /** Retrieves the account that receives the payments of guests. */
    get: call('get', '/v1/payment-account'),
  },
});
