import {
  guestExportAccepted,
  guestMergeBody,
  guestPage,
  guestPatchBody,
  guestsQuery,
  guestStayPage,
  pageQuery,
} from '@lodging/contract-public';
import {
  changeGuest,
  eraseGuest,
  exportGuest,
  guestExport,
  listGuests,
  listGuestStays,
  mergeGuests,
  readGuest,
  readGuestExport,
} from '@lodging/contract-reservations';
import { DETAILS_BODY_BYTES, STAY_BODY_BYTES } from '../body-limits.ts';
import { listRoute, route, routeByInput } from '../declare-route.ts';
import { fetchExport, writeExport } from '../fetch-export.ts';
import type { PublicRoute } from '../public-route.ts';
import { exportResponse, unmarked } from '../responses.ts';

export const guestRoutes: readonly PublicRoute[] = [
  listRoute({
    path: '/v1/guests',
    docs: {
      operationId: 'listGuests',
      tag: 'Guests',
      summary: 'List guests',
      description:
        'Oldest first, without erased guests. A guest is made by the first verified code or booking of an e-mail ' +
        'address. Filters are combined with AND. A cursor is valid only with the filters of its first request.',
      response: guestPage,
    },
    access: 'secret_key',
    query: guestsQuery,
    operation: listGuests,
    request: (page, { cursor: _cursor, limit: _limit, ...filters }) => ({ ...page, ...filters }),
    list: 'guests',
    boundToQuery: true,
  }),
  route({
    method: 'GET',
    path: '/v1/guests/{id}',
    docs: {
      operationId: 'readGuest',
      tag: 'Guests',
      summary: 'Retrieve a guest',
      description: 'An erased guest is returned without its data.',
    },
    access: 'secret_key',
    permission: 'read',
    notFound: 'guest_not_found',
    timeout: 'read',
    operation: readGuest,
    request: ({ id }) => ({ guestId: id }),
  }),
  route({
    method: 'PATCH',
    path: '/v1/guests/{id}',
    docs: {
      operationId: 'changeGuest',
      tag: 'Guests',
      summary: 'Update a guest',
      description:
        'Metadata is merged, `consents` replaces the list, null removes a field; absent fields stay unchanged. ' +
        'Bookings keep the data with which they were made.',
    },
    access: 'secret_key',
    permission: 'book',
    notFound: 'guest_not_found',
    timeout: 'write',
    bodyLimitBytes: DETAILS_BODY_BYTES,
    body: guestPatchBody,
    operation: changeGuest,
    request: ({ id, body }) => ({ ...body, guestId: id }),
  }),
  listRoute({
    path: '/v1/guests/{id}/stays',
    docs: {
      operationId: 'listGuestStays',
      tag: 'Guests',
      summary: 'List the bookings of a guest',
      description:
        'Oldest first, in any state. `verified` is false if the address of the booking was never verified for it: such ' +
        'a booking says nothing about the person.',
      response: guestStayPage,
    },
    access: 'secret_key',
    notFound: 'guest_not_found',
    query: pageQuery,
    operation: listGuestStays,
    request: (page, _query, { id }) => ({ ...page, guestId: id }),
    list: 'bookings of guest',
  }),
  route({
    method: 'POST',
    path: '/v1/guests/{id}/merge',
    docs: {
      operationId: 'mergeGuests',
      tag: 'Guests',
      summary: 'Merge two guests',
      description:
        'Moves the bookings of `from` to the guest, who keeps its own fields; empty ones are not filled. `from` no ' +
        'longer exists afterwards, and a later booking of its address makes a new guest. Each moved booking gets a ' +
        'new version and a `reservation.updated` that names `guestId`. At most 10,000 bookings (`limit_reached`).',
    },
    access: 'secret_key',
    permission: 'book',
    notFound: 'guest_not_found',
    timeout: 'booking',
    bodyLimitBytes: STAY_BODY_BYTES,
    body: guestMergeBody,
    operation: mergeGuests,
    request: ({ id, body }) => ({ ...body, guestId: id }),
  }),
  routeByInput({
    method: 'POST',
    path: '/v1/guests/{id}/export',
    docs: {
      operationId: 'exportGuest',
      tag: 'Guests',
      summary: 'Export all data of a guest',
      description:
        'One JSON document of at most 5 MiB, as an attachment. A longer one is stored for 24 hours: the response is ' +
        '202 with `exportId`. At most 10,000 bookings (`limit_reached`). Names of keys in the history are null. ' +
        'Recorded in the audit trail.',
      response: guestExport,
      accepted: {
        shape: guestExportAccepted,
        description:
          'The document is longer than 5 MiB. Fetch it with `GET /v1/guests/{id}/exports/{exportId}`.',
      },
    },
    access: 'secret_key',
    permission: 'guest:export',
    notFound: 'guest_not_found',
    timeout: 'booking',
    operation: exportGuest,
    call:
      ({ id }) =>
      (bus, ctx, { timeoutMs }) =>
        writeExport({ bus, ctx, timeoutMs }, id),
    toResponse: exportResponse,
    audit: {
      action: 'guest.exported',
      details: ({ id }) => ({ target: { kind: 'guest', id }, changes: [] }),
    },
  }),
  routeByInput({
    method: 'GET',
    path: '/v1/guests/{id}/exports/{exportId}',
    docs: {
      operationId: 'readGuestExport',
      tag: 'Guests',
      summary: 'Fetch an export',
      description: 'The document as it was when it was exported. An unknown or older export is `not_found`.',
      response: guestExport,
    },
    access: 'secret_key',
    permission: 'guest:export',
    notFound: 'guest_not_found',
    innerNotFound: 'not_found',
    timeout: 'booking',
    operation: readGuestExport,
    call:
      ({ id, innerId }) =>
      (bus, ctx, { timeoutMs }) =>
        fetchExport({ bus, ctx, timeoutMs }, id, innerId),
    toResponse: exportResponse,
  }),
  route({
    method: 'POST',
    path: '/v1/guests/{id}/erase',
    docs: {
      operationId: 'eraseGuest',
      tag: 'Guests',
      summary: 'Erase a guest',
      description:
        'Removes the profile, and the guest data, notes and metadata of all bookings of the guest, in one step. ' +
        'Bookings, bills and payments remain without the guest. While a booking is held, confirmed or checked in, or ' +
        'its money is not settled, the request is `guest_has_open_stays`. A repeated request gets the same ' +
        'response. Sends `guest.erased`. Recorded in the audit trail.',
    },
    access: 'secret_key',
    permission: 'guest:erase',
    notFound: 'guest_not_found',
    timeout: 'booking',
    operation: eraseGuest,
    request: ({ id }) => ({ guestId: id }),
    toResponse: unmarked,
    audit: {
      action: 'guest.erased',
      details: ({ id }) => ({ target: { kind: 'guest', id }, changes: [] }),
    },
  }),
];
