import { ok } from '@lodging/kernel';
import { traceBooking } from '../../use-cases/ops/trace-booking.ts';
import { adminRoute } from './admin-route.ts';
import type { AdminRoute } from './admin-route.ts';

const BOOKING = '/admin/v1/bookings/{bookingId}';

export const bookingRoutes: readonly AdminRoute[] = [
  adminRoute({
    method: 'GET',
    path: BOOKING,
    scope: 'read',
    status: 200,
    async run(deps, ctx, { bookingId }) {
      const traced = await traceBooking(deps, ctx, bookingId);
      return traced.ok ? ok(traced.value.booking) : traced;
    },
  }),
  adminRoute({
    method: 'GET',
    path: `${BOOKING}/timeline`,
    scope: 'read',
    status: 200,
    run: (deps, ctx, { bookingId }) => traceBooking(deps, ctx, bookingId),
    toWire: ({ booking, entries, unreached }) => ({ booking, entries, unreachable: unreached }),
  }),
  adminRoute({
    method: 'GET',
    path: '/admin/v1/lost-payments',
    scope: 'read',
    status: 200,
    run: (deps, ctx) => deps.payments.listLostPayments(ctx),
  }),
];
