import type { Api } from '../api.ts';

/** For the guest of a booking; all but `requestLink` take the header `Guest-Token` in their options. */
export const manageMethods = ({ call, create, send }: Api) => ({
  manage: {
    /** Has the link mailed to the guest, if the reference and the address fit. */
    requestLink: send('post', '/v1/manage/link'),
    /** Retrieves the booking that the token opens. */
    getBooking: call('get', '/v1/manage/booking'),
    /** Cancels it at the expected penalty. */
    cancel: send('post', '/v1/manage/cancel'),
    /** Quotes other dates. */
    quoteChange: send('post', '/v1/manage/change-quotes'),
    /** Changes the dates as they were quoted. */
    changeStay: create('/v1/manage/changes'),
    /** Creates a checkout session for the amount due: send the guest to its `url`. */
    createCheckoutSession: create('/v1/manage/checkout-session'),
  },
});
