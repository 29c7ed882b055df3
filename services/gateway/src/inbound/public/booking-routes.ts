// Owns the rows of /v1 for an operator's bookings and the money of them.
import {
  bookingBody,
  bookingMoveBody,
  bookingsQuery,
  metricsQuery,
  refundBody,
} from '@lodging/contract-public';
import {
  createBooking,
  listBookings,
  moveBooking,
  readBooking,
  refundBooking,
  summarizePeriod,
} from '@lodging/contract-reservations';
import { periodOf } from '../../domain/current-month.ts';
import { listRoute, route } from './public-route.ts';
import type { PublicRoute } from './public-route.ts';

export const bookingRoutes: readonly PublicRoute[] = [
  route({
    method: 'POST',
    path: '/v1/bookings',
    access: 'secret_key',
    takesIdempotencyKey: true,
    status: 201,
    patience: 'stay',
    body: bookingBody,
    operation: createBooking,
    request: ({ idempotencyKey, body }) => ({ ...body, idempotencyKey }),
  }),
  listRoute({
    path: '/v1/bookings',
    access: 'secret_key',
    query: bookingsQuery,
    operation: listBookings,
    request: (page, { resourceId, state, from, to, guestEmail }) => ({
      ...page,
      resourceId,
      state,
      from,
      to,
      guestEmail,
    }),
    list: 'bookings',
  }),
  route({
    method: 'GET',
    path: '/v1/bookings/{id}',
    access: 'secret_key',
    missing: 'booking_not_found',
    patience: 'reading',
    operation: readBooking,
    request: ({ id }) => ({ reservationId: id }),
  }),
  route({
    method: 'PATCH',
    path: '/v1/bookings/{id}',
    access: 'secret_key',
    missing: 'booking_not_found',
    patience: 'stay',
    body: bookingMoveBody,
    operation: moveBooking,
    request: ({ id, body }) => ({ ...body, reservationId: id }),
  }),
  route({
    method: 'DELETE',
    path: '/v1/bookings/{id}',
    access: 'secret_key',
    missing: 'booking_not_found',
    patience: 'stay',
    operation: moveBooking,
    request: ({ id }) => ({ reservationId: id, state: 'cancelled' as const }),
  }),
  route({
    method: 'POST',
    path: '/v1/bookings/{id}/refunds',
    access: 'secret_key_or_operator',
    permission: 'payment:refund:create',
    missing: 'booking_not_found',
    status: 201,
    patience: 'stay',
    body: refundBody,
    operation: refundBooking,
    request: ({ id, body }) => ({ ...body, reservationId: id }),
  }),
  route({
    method: 'GET',
    path: '/v1/metrics/summary',
    access: 'secret_key_or_operator',
    patience: 'summing',
    query: metricsQuery,
    operation: summarizePeriod,
    request: ({ query, timezone, today }) => ({ ...periodOf(query, today), timezone }),
  }),
];
