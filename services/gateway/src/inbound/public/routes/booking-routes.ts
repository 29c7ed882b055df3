import {
  bookingBody,
  bookingUpdateBody,
  bookingPage,
  bookingsQuery,
  historyPage,
  pageQuery,
  refundBody,
} from '@lodging/contract-public';
import {
  bookingWithTerms,
  cancelBooking,
  changeBooking,
  createBooking,
  listBookings,
  listHistory,
  previewCancellation,
  readBooking,
  recordNoShow,
  refundBooking,
} from '@lodging/contract-reservations';
import { createdFields } from '../../../domain/audit/audit.ts';
import { knownTags, matchedTags } from '../../../domain/entity-tags.ts';
import { DETAILS_BODY_BYTES, STAY_BODY_BYTES } from '../body-limits.ts';
import { callOf, listRoute, opaqueListRoute, route, routeByInput } from '../declare-route.ts';
import type { PublicRoute } from '../public-route.ts';
import { nameActors } from '../name-actors.ts';
import { bookingResponse } from '../responses.ts';

interface RefundParts {
  readonly amountMinorUnits: string;
  readonly others?: readonly { readonly amountMinorUnits: string }[] | undefined;
}

/** Of a refund that is cut over several payments: of all of its parts. */
function refundedMinorUnits({ amountMinorUnits, others = [] }: RefundParts): string {
  const parts = [amountMinorUnits, ...others.map((part) => part.amountMinorUnits)];
  return parts.reduce((sum, part) => sum + BigInt(part), 0n).toString();
}

function preconditionOf(ifMatch: string | undefined) {
  return ifMatch === undefined ? {} : { ifMatch: matchedTags(ifMatch) };
}

export const bookingRoutes: readonly PublicRoute[] = [
  route({
    method: 'POST',
    path: '/v1/bookings',
    about: 'reservation',
    docs: {
      operationId: 'createBooking',
      tag: 'Bookings',
      summary: 'Create a booking',
      description:
        'With `paidOffline` or `payAtProperty` the booking is confirmed and `payment` is null; otherwise it is held, ' +
        'and `payment` can be paid. Refusals come in this order: dates, plan and resource; `unavailable` and prices; ' +
        '`price_changed`; `provider_not_configured`; units. Stays in the past or in progress are allowed. Adults are checked against ' +
        '`maxAdults` only if `occupancyChildren` is sent. Idempotency keys are shared with holds and kept for 30 ' +
        'days. If the payment cannot be set up (`payment_setup_failed`), the units are released and the key may be ' +
        'used again. `taxExemptions` need the permission `booking:tax:exempt`: their lines have the amount 0; a code ' +
        'without a line, or with a rule that allows no exemption, is `exemption_not_allowed`. With `currency` the ' +
        'response has `displayTotal` and `fx`. With `alternatives` the refusal `unavailable` lists stays near the ' +
        'requested one that a quote would accept.',
      existing:
        'The booking that an earlier request with this Idempotency-Key created, in its current state, with its open ' +
        'payment or null.',
    },
    access: 'secret_key',
    permission: 'book',
    takesIdempotencyKey: true,
    status: 201,
    timeout: 'booking',
    bodyLimitBytes: DETAILS_BODY_BYTES,
    body: bookingBody,
    bodyPermission: ({ taxExemptions = [] }) => (taxExemptions.length > 0 ? 'booking:tax:exempt' : undefined),
    operation: createBooking,
    request: ({ idempotencyKey, body }) => ({ ...body, idempotencyKey }),
  }),
  listRoute({
    path: '/v1/bookings',
    docs: {
      operationId: 'listBookings',
      tag: 'Bookings',
      summary: 'List bookings',
      description:
        'Ordered by creation, or by arrival or departure as `sort` says, earliest first; latest first with ' +
        '`order=desc`. `state` and `balanceState` take several values between commas. `from` and `to` select stays that ' +
        'overlap this period. All bounds are dates or date-times; a date is its midnight in the time zone of the ' +
        'resource. Filters are combined with AND. A cursor is valid only with the filters and the order of its first ' +
        'request.',
      response: bookingPage,
    },
    access: 'secret_key',
    query: bookingsQuery,
    operation: listBookings,
    request: (page, { cursor: _cursor, limit: _limit, state, ...filters }) => ({
      ...page,
      ...filters,
      // One state is a word, as the release before takes it.
      ...(state !== undefined && { state: state.length === 1 ? state[0] : state }),
    }),
    list: 'bookings',
    boundToQuery: true,
  }),
  route({
    method: 'GET',
    path: '/v1/bookings/{id}',
    about: 'reservation',
    docs: {
      operationId: 'readBooking',
      tag: 'Bookings',
      summary: 'Retrieve a booking',
      description:
        'A hold past its end is `expired` at once. The ETag is the `version`, which increases with every change of ' +
        'the booking.',
      response: bookingWithTerms,
      etag: true,
    },
    access: 'secret_key',
    permission: 'read',
    notFound: 'booking_not_found',
    timeout: 'read',
    operation: readBooking,
    request: ({ id, ifNoneMatch }) => ({
      reservationId: id,
      ...(ifNoneMatch !== undefined && { knownTags: knownTags(ifNoneMatch) }),
    }),
    toResponse: bookingResponse,
  }),
  routeByInput({
    method: 'PATCH',
    path: '/v1/bookings/{id}',
    about: 'reservation',
    docs: {
      operationId: 'changeBooking',
      tag: 'Bookings',
      summary: 'Update a booking: change fields, check in, check out, no-show, cancel',
      description:
        'Takes a `state` (`checked_in`, `checked_out`, `no_show` or `cancelled`), fields to change, or both in one ' +
        'step. Metadata is merged; absent fields stay unchanged. `guestEmail` of a booking that a guest made is ' +
        '`validation_failed`. Transitions: pending → held, confirmed, cancelled, ' +
        'expired · held → confirmed, cancelled, expired · confirmed → checked_in, no_show, cancelled · checked_in → ' +
        'checked_out. Any other, also to the current state, is `illegal_transition` with `from`, `to` and `allowed`; ' +
        'an unknown state is `validation_failed`. Transitions do not depend on the date. `cancelled` and `no_show` ' +
        'release the nights. With `If-Match`, any other version is `version_mismatch`. `penalty` with `cancelled` or ' +
        '`no_show` overrides the policy and needs the permission `booking:penalty:override`; at most the total, ' +
        'otherwise `validation_failed`.',
      ifMatch: true,
    },
    access: 'secret_key',
    permission: 'book',
    notFound: 'booking_not_found',
    timeout: 'booking',
    bodyLimitBytes: DETAILS_BODY_BYTES,
    body: bookingUpdateBody,
    bodyPermission: ({ penalty }) => (penalty === undefined ? undefined : 'booking:penalty:override'),
    operation: changeBooking,
    call({ id, ifMatch, body: { state, penalty, ...fields } }) {
      const change = { ...fields, ...preconditionOf(ifMatch), reservationId: id };
      if (state === 'cancelled') return callOf(cancelBooking, { ...change, penalty });
      if (state === 'no_show') return callOf(recordNoShow, { ...change, penalty });
      return callOf(changeBooking, { ...change, state });
    },
    audit: {
      action: 'booking.penalty_overridden',
      details: ({ id, body: { state, penalty } }) =>
        penalty && {
          target: { kind: 'booking', id },
          changes: createdFields({
            state: state ?? null,
            penalty: penalty.kind,
            requestedMinorUnits: penalty.kind === 'fixed' ? penalty.amountMinorUnits : '0',
          }),
        },
      learn: ({ cancellation }) => ({
        changes: createdFields({
          keptMinorUnits: cancellation?.keptMinorUnits ?? null,
          refundMinorUnits: cancellation?.refundMinorUnits ?? null,
        }),
      }),
    },
  }),
  route({
    method: 'DELETE',
    path: '/v1/bookings/{id}',
    about: 'reservation',
    docs: {
      operationId: 'cancelBooking',
      tag: 'Bookings',
      summary: 'Cancel a booking',
      description:
        'Returns the cancelled booking. An open payment is ended; a payment that arrives meanwhile is refunded in ' +
        'full. A cancellation policy is applied automatically: `cancellation` has the retained and the refunded ' +
        'amount. Payments of a confirmed stay without a policy are kept until they are refunded.',
      ifMatch: true,
    },
    access: 'secret_key',
    permission: 'book',
    notFound: 'booking_not_found',
    timeout: 'booking',
    operation: cancelBooking,
    request: ({ id, ifMatch }) => ({ ...preconditionOf(ifMatch), reservationId: id }),
  }),
  opaqueListRoute({
    path: '/v1/bookings/{id}/history',
    about: 'reservation',
    docs: {
      operationId: 'listBookingHistory',
      tag: 'Bookings',
      summary: 'List the history of a booking',
      description:
        'Oldest first. Entries are written with their change and never modified. Changes made with a guest’s code or ' +
        'token have the actor `guest`; `note` names the API key. For guest data, notes and metadata, an entry names ' +
        'the changed fields without their values. Older bookings may have no entries.',
      response: historyPage,
    },
    access: 'secret_key',
    notFound: 'booking_not_found',
    query: pageQuery,
    operation: listHistory,
    request: (page, _query, { id }) => ({ ...page, reservationId: id }),
    list: 'entries',
    amend: nameActors,
  }),
  route({
    method: 'GET',
    path: '/v1/bookings/{id}/cancellation',
    about: 'reservation',
    docs: {
      operationId: 'previewCancellation',
      tag: 'Bookings',
      summary: 'Preview a cancellation',
      description:
        'The fee if the booking were cancelled now, by its stored policy and the payments received. Not binding: ' +
        'the fee depends on the time of the cancellation. The amounts are null unless the booking is confirmed, with a ' +
        'policy or the floor that a change left.',
    },
    access: 'secret_key',
    permission: 'read',
    notFound: 'booking_not_found',
    timeout: 'read',
    operation: previewCancellation,
    request: ({ id }) => ({ reservationId: id }),
  }),
  route({
    method: 'POST',
    path: '/v1/bookings/{id}/refunds',
    about: 'reservation',
    docs: {
      operationId: 'refundBooking',
      tag: 'Money',
      summary: 'Refund a booking',
      description:
        'Without an amount, refunds the remainder of all payments. An amount that exceeds one payment is split into ' +
        'one refund per payment, newest first. Offline payments are skipped. May be repeated up to the captured ' +
        'amount (also by parallel requests) and up to 500 refunds of a booking (`limit_reached`). If the ' +
        'provider does not answer, the refund is `pending` and is completed automatically; the amount of a `failed` ' +
        'refund may be refunded again. With the optional Idempotency-Key a repeated request makes no second refund; its ' +
        'keys are separate from those of other operations and kept for 30 days. Without one, check `refunds` of `GET ' +
        '/v1/bookings/{id}/payments` before you repeat the request. A secret key needs the permission ' +
        '`payment:refund:create`, and an operator the role manager or admin.',
      existing: 'The refund that an earlier request with this Idempotency-Key created, in its current state.',
    },
    access: 'secret_key',
    permission: 'payment:refund:create',
    notFound: 'booking_not_found',
    takesIdempotencyKey: 'optional',
    status: 201,
    timeout: 'booking',
    bodyLimitBytes: STAY_BODY_BYTES,
    body: refundBody,
    operation: refundBooking,
    request: ({ id, idempotencyKey, body }) => ({
      ...body,
      reservationId: id,
      ...(idempotencyKey === '' ? {} : { idempotencyKey }),
    }),
    audit: {
      action: 'refund.created',
      details: ({ id, body }) => ({
        target: { kind: 'booking', id },
        changes: createdFields({ reservationId: id, requestedMinorUnits: body?.amountMinorUnits ?? null }),
      }),
      learn: ({ id, currency, state, ...refund }) => ({
        target: { kind: 'refund', id },
        changes: createdFields({ amountMinorUnits: refundedMinorUnits(refund), currency, state }),
      }),
    },
  }),
];
