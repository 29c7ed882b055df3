import {
  bookingBody,
  bookingMoveBody,
  bookingPage,
  bookingsQuery,
  historyPage,
  metricsQuery,
  pageQuery,
  refundBody,
} from '@lodging/contract-public';
import {
  bookingWithTerms,
  createBooking,
  listBookings,
  listHistory,
  moveBooking,
  previewCancellation,
  readBooking,
  refundBooking,
  summarizePeriod,
} from '@lodging/contract-reservations';
import { createdFields } from '../../domain/audit.ts';
import { knownTags, matchedTags } from '../../domain/entity-tags.ts';
import { reportingPeriod } from '../../domain/reporting-period.ts';
import { listRoute, opaqueListRoute, route } from './declare-route.ts';
import type { PublicRoute } from './public-route.ts';
import { nameKeys } from './name-keys.ts';
import { bookingResponse } from './wire.ts';

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
    docs: {
      operationId: 'createBooking',
      tag: 'Bookings',
      summary: 'Book in one call',
      description:
        'With `paidOffline` the booking is confirmed and `payment` is null; otherwise it is held, and `payment` can be ' +
        'paid. Refusals come in this order: window, plan and resource; `unavailable` and prices; ' +
        '`provider_not_configured`; the units. A stay that has begun or is over may be entered. Adults are held against ' +
        '`maxAdults` only where `occupancyChildren` is sent. Keys are one space with holds, kept 30 days. Where the ' +
        'payment cannot be set up (`payment_setup_failed`) the units are freed and the key may be used again. ' +
        '`taxExemptions` need the permission `booking:tax:exempt`: their lines stand with the amount 0; a code without such ' +
        'a line, or whose rule allows none, is `exemption_not_allowed`. With `currency` the answer has `displayTotal` and `fx` as ' +
        'a quote has them. With `alternatives` the refusal `unavailable` names stays near it that a quote would accept.',
      existing:
        'The booking that this Idempotency-Key made before, as it is now, with the payment that is open or null.',
    },
    access: 'secret_key',
    permission: 'book',
    takesIdempotencyKey: true,
    status: 201,
    timeout: 'booking',
    body: bookingBody,
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
        'In the order in which they were made, with `order=desc` the newest first. `from` and `to` find the stays that ' +
        'overlap the window; they and the other bounds are dates or date-times, and a date is its midnight in the time zone ' +
        'of the stay’s resource. Filters narrow together. A cursor is of the filters and the order that it was made under.',
      response: bookingPage,
    },
    access: 'secret_key',
    query: bookingsQuery,
    operation: listBookings,
    request: (page, { cursor: _cursor, limit: _limit, ...filters }) => ({ ...page, ...filters }),
    list: 'bookings',
    boundToQuery: true,
  }),
  route({
    method: 'GET',
    path: '/v1/bookings/{id}',
    docs: {
      operationId: 'readBooking',
      tag: 'Bookings',
      summary: 'Read a booking',
      description:
        'A hold that has run out is `expired` from that moment on. The ETag is the `version`, which grows with every change ' +
        'of the booking.',
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
  route({
    method: 'PATCH',
    path: '/v1/bookings/{id}',
    docs: {
      operationId: 'moveBooking',
      tag: 'Bookings',
      summary: 'Change a booking, check in, check out, mark a no-show, or cancel',
      description:
        'Takes `checked_in`, `checked_out`, `no_show` or `cancelled` as `state`, fields to change, or both: then both are ' +
        'changed or neither. Metadata is merged; fields that are absent stay as they are. Moves: pending → held, confirmed, cancelled, expired · ' +
        'held → confirmed, cancelled, expired · confirmed → checked_in, no_show, cancelled · checked_in → checked_out. ' +
        'The others are final. Any other move, to the state it ' +
        'is in too, is `illegal_transition` with `from`, `to` and `allowed`; a word that is no state is ' +
        '`validation_failed`. No move depends on the date. `cancelled` and `no_show` free the nights. With `If-Match` the ' +
        'booking is changed in that version only, else `version_mismatch`. `penalty` beside `cancelled` or `no_show` stands before ' +
        'the policy, and needs the permission `booking:penalty:override`; more than the total is `validation_failed`.',
      ifMatch: true,
    },
    access: 'secret_key',
    permission: 'book',
    notFound: 'booking_not_found',
    timeout: 'booking',
    body: bookingMoveBody,
    operation: moveBooking,
    request: ({ id, ifMatch, body }) => ({ ...body, ...preconditionOf(ifMatch), reservationId: id }),
    audit: {
      action: 'booking.penalty_overridden',
      deed: ({ id, body: { state, penalty } }) =>
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
    docs: {
      operationId: 'cancelBooking',
      tag: 'Bookings',
      summary: 'Cancel a booking',
      description:
        'Answers 200 with the cancelled booking. An open payment is ended; money that landed meanwhile goes back in full ' +
        'by itself. A booking with a cancellation policy is settled by it: `cancellation` says what is kept and what goes back. Money ' +
        'of a confirmed stay without one stays until it is refunded.',
      ifMatch: true,
    },
    access: 'secret_key',
    permission: 'book',
    notFound: 'booking_not_found',
    timeout: 'booking',
    operation: moveBooking,
    request: ({ id, ifMatch }) => ({
      ...preconditionOf(ifMatch),
      reservationId: id,
      state: 'cancelled' as const,
    }),
  }),
  opaqueListRoute({
    path: '/v1/bookings/{id}/history',
    docs: {
      operationId: 'listBookingHistory',
      tag: 'Bookings',
      summary: 'List what happened to a booking',
      description:
        'Oldest first; each entry is written with its change, and never changes. What the guest proved to be his own by a ' +
        'code or a token is told as `guest`, with the key that carried it in `note`. Of guest data, notes and metadata only ' +
        'the fields are named. Bookings that were made before there was a history begin without one.',
      response: historyPage,
    },
    access: 'secret_key',
    notFound: 'booking_not_found',
    query: pageQuery,
    operation: listHistory,
    request: (page, _query, { id }) => ({ ...page, reservationId: id }),
    list: 'entries',
    amend: nameKeys,
  }),
  route({
    method: 'GET',
    path: '/v1/bookings/{id}/cancellation',
    docs: {
      operationId: 'previewCancellation',
      tag: 'Bookings',
      summary: 'What cancelling would cost now',
      description:
        'By the policy that the booking was sold with, the time of the service and the money that is here. Nothing is promised: ' +
        'the cancellation is judged by its own moment. For a hold, and a booking without a policy, the amounts are null.',
    },
    access: 'secret_key_or_operator',
    permission: 'read',
    notFound: 'booking_not_found',
    timeout: 'read',
    operation: previewCancellation,
    request: ({ id }) => ({ reservationId: id }),
  }),
  route({
    method: 'POST',
    path: '/v1/bookings/{id}/refunds',
    docs: {
      operationId: 'refundBooking',
      tag: 'Money',
      summary: 'Give money back',
      description:
        'Without an amount, what remains over all payments; an amount that takes several of them is one refund for each, ' +
        'the newest payment first. Money that was taken without the provider is skipped. May be repeated up to what was captured; parallel refunds never exceed it. A ' +
        'provider that does not answer leaves the refund `pending`; it is settled by itself, and a `failed` one frees its ' +
        'amount again. It takes no Idempotency-Key: where an answer did not come, read `GET /v1/bookings/{id}/payments`, whose ' +
        '`refunds` has what was made, before you send it again. ' +
        'The secret key needs the permission `payment:refund:create`; an operator’s session has it.',
    },
    access: 'secret_key_or_operator',
    permission: 'payment:refund:create',
    notFound: 'booking_not_found',
    status: 201,
    timeout: 'booking',
    body: refundBody,
    operation: refundBooking,
    request: ({ id, body }) => ({ ...body, reservationId: id }),
    audit: {
      action: 'refund.created',
      deed: ({ id, body }) => ({
        target: { kind: 'booking', id },
        changes: createdFields({ reservationId: id, requestedMinorUnits: body?.amountMinorUnits ?? null }),
      }),
      learn: ({ id, currency, state, ...refund }) => ({
        target: { kind: 'refund', id },
        changes: createdFields({ amountMinorUnits: refundedMinorUnits(refund), currency, state }),
      }),
    },
  }),
  route({
    method: 'GET',
    path: '/v1/metrics/summary',
    docs: {
      operationId: 'summarizePeriod',
      tag: 'Money',
      summary: 'Revenue and occupancy of a period',
      description:
        'One entry per currency, never a sum across. The revenue of a stay is spread over its nights, the remainder on the ' +
        'first ones; refunds count on the day they are made; ADR and RevPAR are on revenue before refunds; blocked nights ' +
        'leave the denominator. `bookings` counts by local date of arrival. At most 366 nights. The nights of a no-show ' +
        'are sold until the date on which it was recorded. What came in and went back counts for all bookings on the day ' +
        'on which it moved, in the tenant’s time zone; refunds of stays that were never confirmed are in ' +
        '`returnedMinorUnits` alone.',
    },
    access: 'secret_key_or_operator',
    permission: 'read',
    timeout: 'report',
    query: metricsQuery,
    operation: summarizePeriod,
    request: ({ query, timezone, today }) => ({ ...reportingPeriod(query, today), timezone }),
  }),
];
