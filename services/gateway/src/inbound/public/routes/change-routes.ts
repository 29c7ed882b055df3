import { changeBody, changePage, changeQuoteBody, pageQuery } from '@lodging/contract-public';
import {
  applyRefusals,
  changeStay,
  endChange,
  listChanges,
  quoteChange,
  readChange,
} from '@lodging/contract-reservations';
import { createdFields } from '../../../domain/audit/audit.ts';
import { matchedTags } from '../../../domain/entity-tags.ts';
import { DETAILS_BODY_BYTES } from '../body-limits.ts';
import { listRoute, route } from '../declare-route.ts';
import type { PublicRoute } from '../public-route.ts';
import { learnStayChange, STAY_CHANGED } from './stay-change-audit.ts';

function preconditionOf(ifMatch: string | undefined) {
  return ifMatch === undefined ? {} : { ifMatch: matchedTags(ifMatch) };
}

/** Changes of a booked stay: dates, room, plan, party and units. */
export const changeRoutes: readonly PublicRoute[] = [
  route({
    method: 'POST',
    path: '/v1/bookings/{id}/change-quotes',
    about: 'reservation',
    docs: {
      operationId: 'quoteChange',
      tag: 'Bookings',
      summary: 'Quote a change of a stay',
      description:
        'The price and terms of the changed stay, and the difference to the booked one; nothing is stored. A hold and a ' +
        'confirmed booking may change anything, a checked-in one its end and party; else `change_not_allowed`. The stay ' +
        'is evaluated as a quote is, without its own units. Nights that the booking has on the same resource and plan keep ' +
        'their price; what extra guests add is computed again if adults, children or ages change. If the price falls, what a ' +
        'cancellation would cost now is retained of it, less what earlier changes retained. Another ' +
        'resource needs its own `ratePlanId`; one in another time zone needs `from` and `to`.',
      ifMatch: true,
    },
    access: 'secret_key',
    permission: 'book',
    notFound: 'booking_not_found',
    timeout: 'write',
    bodyLimitBytes: DETAILS_BODY_BYTES,
    body: changeQuoteBody,
    bodyPermission: ({ penalty, taxExemptions = [] }) => {
      if (penalty !== undefined) return 'booking:penalty:override';
      return taxExemptions.length > 0 ? 'booking:tax:exempt' : undefined;
    },
    operation: quoteChange,
    request: ({ id, ifMatch, body }) => ({ ...body, ...preconditionOf(ifMatch), reservationId: id }),
  }),
  route({
    method: 'POST',
    path: '/v1/bookings/{id}/changes',
    about: 'reservation',
    docs: {
      operationId: 'changeStay',
      tag: 'Bookings',
      summary: 'Change a stay',
      description:
        'Applies a quoted change. The units move in one step: there is no moment without them, and a refusal ' +
        '(`booking_conflict`) leaves the booking as it is. What goes back is refunded. What is due is paid first: the ' +
        'change is `awaiting_payment` for 15 minutes, its further units are held, and it is applied once its payment ' +
        'succeeds. With `settle: later` it is applied at once, and the amount becomes due. A booking that has changed ' +
        'since the quote is `change_outdated`. Idempotency keys of this operation are separate from those of other ' +
        'operations and kept for 30 days. Recorded in the audit trail.',
      existing: 'The change that an earlier request with this Idempotency-Key made, in its current state.',
      ifMatch: true,
    },
    access: 'secret_key',
    permission: 'book',
    notFound: 'booking_not_found',
    takesIdempotencyKey: true,
    status: 201,
    timeout: 'booking',
    body: changeBody,
    operation: { ...changeStay, refusals: applyRefusals },
    request: ({ id, ifMatch, idempotencyKey, body: { changeToken, settle = 'now' } }) => ({
      ...preconditionOf(ifMatch),
      reservationId: id,
      idempotencyKey,
      changeToken,
      settle,
    }),
    audit: {
      action: STAY_CHANGED,
      details: ({ id }) => ({ target: { kind: 'booking', id }, changes: [] }),
      learn: learnStayChange,
    },
  }),
  listRoute({
    path: '/v1/bookings/{id}/changes',
    about: 'reservation',
    docs: {
      operationId: 'listChanges',
      tag: 'Bookings',
      summary: 'List the changes of a booking',
      description: 'Oldest first, refused ones too.',
      response: changePage,
    },
    access: 'secret_key',
    notFound: 'booking_not_found',
    query: pageQuery,
    operation: listChanges,
    request: (page, _query, { id }) => ({ ...page, reservationId: id }),
    list: 'changes',
  }),
  route({
    method: 'GET',
    path: '/v1/bookings/{id}/changes/{changeId}',
    about: 'reservation',
    docs: {
      operationId: 'readChange',
      tag: 'Bookings',
      summary: 'Retrieve a change of a booking',
      description: 'A change that awaits its payment is `expired` once its time is over.',
    },
    access: 'secret_key',
    permission: 'read',
    notFound: 'booking_not_found',
    innerNotFound: 'change_not_found',
    timeout: 'read',
    operation: readChange,
    request: ({ id, innerId }) => ({ reservationId: id, changeId: innerId }),
  }),
  route({
    method: 'DELETE',
    path: '/v1/bookings/{id}/changes/{changeId}',
    about: 'reservation',
    docs: {
      operationId: 'endChange',
      tag: 'Bookings',
      summary: 'End a change that awaits its payment',
      description:
        'Its payment is ended and its further units are free. A change that was applied or has ended is ' +
        '`change_not_allowed`. A payment that arrives afterwards is refunded in full.',
    },
    access: 'secret_key',
    permission: 'book',
    notFound: 'booking_not_found',
    innerNotFound: 'change_not_found',
    status: 204,
    timeout: 'booking',
    operation: endChange,
    request: ({ id, innerId }) => ({ reservationId: id, changeId: innerId }),
    audit: {
      action: 'booking.change_ended',
      details: ({ id, innerId }) => ({
        target: { kind: 'booking', id },
        changes: createdFields({ changeId: innerId, state: 'cancelled' }),
      }),
    },
  }),
];
