import { guestChangeBody, guestChangeQuoteBody } from '@lodging/contract-public';
import { changeManagedStay, quoteManagedChange } from '@lodging/contract-reservations';
import { SMALL_BODY_BYTES } from '../../body-limits.ts';
import { route } from '../../declare-route.ts';
import type { PublicRoute } from '../../public-route.ts';
import { learnStayChange, STAY_CHANGED, unknownBooking } from '../stay-change-audit.ts';

const NO_STORE = 'no-store';

/** The guest of a booking changes its dates. */
export const manageChangeRoutes: readonly PublicRoute[] = [
  route({
    method: 'POST',
    path: '/v1/manage/change-quotes',
    docs: {
      operationId: 'quoteManagedChange',
      tag: 'Guest self-service',
      summary: 'Quote other dates for a guest',
      description:
        'What other dates would cost, as `POST /v1/bookings/{id}/change-quotes` quotes them to the operator. The mail ' +
        'settings must allow it (`guestMay.changeDates`), else `guest_may_not`.',
    },
    access: 'any_key',
    permission: 'book',
    takesGuestToken: true,
    cacheControl: NO_STORE,
    timeout: 'write',
    bodyLimitBytes: SMALL_BODY_BYTES,
    body: guestChangeQuoteBody,
    operation: quoteManagedChange,
    request: ({ guestToken, body }) => ({ ...body, guestToken }),
  }),
  route({
    method: 'POST',
    path: '/v1/manage/changes',
    docs: {
      operationId: 'changeManagedStay',
      tag: 'Guest self-service',
      summary: 'Change the dates of a booking for its guest',
      description:
        'Applies a quoted change of dates; one of anything more is `guest_may_not`. What goes back is refunded. What is ' +
        'due is paid first, with the payment of the answer or on the page of `POST /v1/manage/checkout-session`; the ' +
        'change waits for it for 15 minutes. Idempotency keys of this operation are those of ' +
        '`POST /v1/bookings/{id}/changes`.',
      existing: 'The change that an earlier request with this Idempotency-Key made, in its current state.',
    },
    access: 'any_key',
    permission: 'book',
    takesGuestToken: true,
    takesIdempotencyKey: true,
    cacheControl: NO_STORE,
    status: 201,
    timeout: 'booking',
    body: guestChangeBody,
    operation: changeManagedStay,
    request: ({ guestToken, idempotencyKey, body }) => ({ ...body, guestToken, idempotencyKey }),
    audit: { action: STAY_CHANGED, byGuest: true, details: unknownBooking, learn: learnStayChange },
  }),
];
