import { guestCancellationBody, guestCheckoutBody, guestLinkRequestBody } from '@lodging/contract-public';
import {
  cancelManagedBooking,
  createGuestLink,
  endGuestLinks,
  openManagedSession,
  readManagedBooking,
  requestGuestLink,
} from '@lodging/contract-reservations';
import { SMALL_BODY_BYTES, STAY_BODY_BYTES } from '../../body-limits.ts';
import { route } from '../../declare-route.ts';
import type { PublicRoute } from '../../public-route.ts';

const NO_STORE = 'no-store';

/** Links to a booking, for its guest. */
const linkRoutes: readonly PublicRoute[] = [
  route({
    method: 'POST',
    path: '/v1/bookings/{id}/guest-link',
    about: 'reservation',
    docs: {
      operationId: 'createGuestLink',
      tag: 'Bookings',
      summary: 'Create a link for the guest of a booking',
      description:
        'A link to `manageUrl` of the mail settings, with a token that opens this booking under `/v1/manage` and nothing ' +
        'else, until 30 days after the stay; then `illegal_transition`. Earlier links stay valid. Give the link to the ' +
        'guest alone.',
    },
    access: 'secret_key',
    permission: 'book',
    notFound: 'booking_not_found',
    cacheControl: NO_STORE,
    status: 201,
    timeout: 'write',
    operation: createGuestLink,
    request: ({ id }) => ({ reservationId: id }),
  }),
  route({
    method: 'DELETE',
    path: '/v1/bookings/{id}/guest-link',
    about: 'reservation',
    docs: {
      operationId: 'endGuestLinks',
      tag: 'Bookings',
      summary: 'End the links of a booking',
      description:
        'All links that were made before, those in mails among them, are `guest_token_invalid` then.',
    },
    access: 'secret_key',
    permission: 'book',
    notFound: 'booking_not_found',
    status: 204,
    timeout: 'write',
    operation: endGuestLinks,
    request: ({ id }) => ({ reservationId: id }),
  }),
  route({
    method: 'POST',
    path: '/v1/manage/link',
    docs: {
      operationId: 'requestGuestLink',
      tag: 'Guest self-service',
      summary: 'Request a link by e-mail',
      description:
        'Mails the link to the guest if a booking has this reference and this address: at most 3 times an hour a booking ' +
        'and 10 times an hour an address. The answer is the same in any case. No mail is sent while mails are off, or ' +
        'without `manageUrl`.',
    },
    access: 'any_key',
    permission: 'book',
    bodyLimitBytes: SMALL_BODY_BYTES,
    status: 202,
    timeout: 'write',
    body: guestLinkRequestBody,
    operation: requestGuestLink,
    request: ({ body }) => body,
  }),
];

/** What the guest of a booking sees and does, with the token of a link. */
export const manageRoutes: readonly PublicRoute[] = [
  ...linkRoutes,
  route({
    method: 'GET',
    path: '/v1/manage/booking',
    docs: {
      operationId: 'readManagedBooking',
      tag: 'Guest self-service',
      summary: 'Retrieve the booking of a guest',
      description:
        'The booking that the token opens, its property, price, payments and the cost of a cancellation now. `may` says ' +
        'what the guest may do now. Notes, metadata, guest data and ids of the payment provider are never returned.',
    },
    access: 'any_key',
    permission: 'read',
    takesGuestToken: true,
    cacheControl: NO_STORE,
    timeout: 'read',
    operation: readManagedBooking,
    request: ({ guestToken }) => ({ guestToken }),
  }),
  route({
    method: 'POST',
    path: '/v1/manage/cancel',
    docs: {
      operationId: 'cancelManagedBooking',
      tag: 'Guest self-service',
      summary: 'Cancel the booking of a guest',
      description:
        'A confirmed booking with a cancellation policy. If the penalty is not the expected one, nothing is changed: ' +
        '`penalty_changed` names the penalty of now. Payments above the penalty are refunded automatically.',
    },
    access: 'any_key',
    permission: 'book',
    takesGuestToken: true,
    cacheControl: NO_STORE,
    timeout: 'booking',
    bodyLimitBytes: SMALL_BODY_BYTES,
    body: guestCancellationBody,
    operation: cancelManagedBooking,
    request: ({ guestToken, body }) => ({ ...body, guestToken }),
    audit: {
      action: 'booking.cancelled',
      byGuest: true,
      details: ({ body }) => ({
        target: null,
        changes: [
          { field: 'expectedPenaltyMinorUnits', before: null, after: body.expectedPenaltyMinorUnits },
        ],
      }),
      learn: ({ booking }) => ({ target: { kind: 'booking', id: booking.id } }),
    },
  }),
  route({
    method: 'POST',
    path: '/v1/manage/checkout-session',
    docs: {
      operationId: 'openManagedSession',
      tag: 'Guest self-service',
      summary: 'Create a checkout session for a guest',
      description:
        'A payment page of the provider for the whole amount due. Both addresses must be on the operator’s redirect list. ' +
        'Idempotency keys of this operation are those of `POST /v1/bookings/{id}/checkout-session`.',
      existing:
        'The payment that an earlier request with this Idempotency-Key created, in its current state.',
    },
    access: 'any_key',
    permission: 'book',
    takesGuestToken: true,
    takesIdempotencyKey: 'optional',
    cacheControl: NO_STORE,
    status: 201,
    timeout: 'booking',
    bodyLimitBytes: STAY_BODY_BYTES,
    body: guestCheckoutBody,
    operation: openManagedSession,
    request: ({ guestToken, idempotencyKey, body }) => ({
      ...body,
      guestToken,
      ...(idempotencyKey === '' ? {} : { idempotencyKey }),
    }),
  }),
];
