import {
  currency,
  email,
  instant,
  localDate,
  minorUnits,
  pageRequest,
  positiveInteger,
  rpc,
  text,
  uuid,
  wantedMinorUnits,
} from '@lodging/contract-wire';
import { paymentHandle, refund } from '@lodging/contract-payments';
import { z } from 'zod';
import { booking, reservationState } from './records.ts';

const context = 'reservations';

/** Where the stay is paid offline the booking is confirmed and `payment` is null; else it is held and can be paid. */
export const createBooking = rpc({
  context,
  name: 'create-booking',
  request: z.object({
    idempotencyKey: uuid,
    resourceId: uuid,
    from: instant,
    to: instant,
    partySize: positiveInteger,
    guestEmail: email,
    guestName: text({ min: 1, max: 200 }).optional(),
    guestPhone: text({ min: 1, max: 50 }).optional(),
    occupancyChildren: z.int().min(0).optional(),
    quantity: positiveInteger.default(1),
    ratePlanId: uuid.optional(),
    currency: currency.optional(),
    paidOffline: z.boolean().default(false),
  }),
  response: z.object({ booking, payment: paymentHandle.nullable() }),
  refusals: [
    'resource_not_found',
    'rate_plan_not_found',
    'rate_plan_required',
    'invalid_window',
    'unavailable',
    'no_pricing_rule',
    'fx_rate_unavailable',
    'resource_locked',
    'booking_conflict',
    'idempotency_key_conflict',
    'provider_not_configured',
    'payment_setup_failed',
  ],
  idempotent: true,
});
export type CreateBookingRequest = z.infer<typeof createBooking.request>;

/** Ascending by creation. `from` and `to` find stays that overlap the window. */
export const listBookings = rpc({
  context,
  name: 'list-bookings',
  request: pageRequest.extend({
    resourceId: uuid.optional(),
    state: reservationState.optional(),
    /** A date means its midnight in the time zone of the stay's resource. */
    from: instant.or(localDate).optional(),
    to: instant.or(localDate).optional(),
    guestEmail: email.optional(),
  }),
  response: z.object({
    bookings: z.array(booking),
    nextAfter: z.object({ createdAt: z.string(), id: uuid }).nullable(),
  }),
  refusals: ['invalid_window'],
  idempotent: true,
});

/** PATCH and DELETE. The refusal `illegal_transition` carries `from`, `to` and `allowed`. */
export const moveBooking = rpc({
  context,
  name: 'move-booking',
  request: z.object({ reservationId: uuid, state: reservationState, reason: text({ max: 500 }).optional() }),
  response: booking,
  refusals: ['booking_not_found', 'illegal_transition', 'resource_locked'],
  idempotent: false,
});

/** Without an amount, what remains. */
export const refundBooking = rpc({
  context,
  name: 'refund-booking',
  request: z.object({ reservationId: uuid, amountMinorUnits: wantedMinorUnits.optional() }),
  response: refund,
  refusals: [
    'booking_not_found',
    'no_succeeded_payment',
    'provider_not_configured',
    'refund_exceeds_payment',
    'provider_refund_failed',
    'nothing_to_refund',
    'insufficient_permission',
  ],
  idempotent: false,
});

export const createCheckoutSession = rpc({
  context,
  name: 'create-checkout-session',
  request: z.object({
    reservationId: uuid,
    successUrl: text({ min: 1, max: 2_000 }),
    cancelUrl: text({ min: 1, max: 2_000 }),
  }),
  response: z.object({
    id: z.string(),
    reservationId: uuid,
    url: z.string(),
    expiresAt: z.string(),
    amountMinorUnits: minorUnits,
    currency,
  }),
  refusals: [
    'hold_not_found',
    'reservation_not_holdable',
    'provider_not_configured',
    'already_paid',
    'payment_already_initiated',
    'invalid_redirect_url',
    'resource_locked',
    'payment_setup_failed',
  ],
  idempotent: true,
});

/** Dates with `to` exclusive; `timezone` is the tenant's, for the day on which a refund counts. */
export const summarizePeriod = rpc({
  context,
  name: 'summarize-period',
  request: z.object({ from: localDate, to: localDate, timezone: z.string() }),
  response: z.object({
    from: localDate,
    to: localDate,
    totals: z.array(
      z.object({
        currency,
        revenueMinorUnits: minorUnits,
        refundedMinorUnits: minorUnits,
        /** May be below zero, in a month that only gives back. */
        netRevenueMinorUnits: z.string().regex(/^-?\d+$/),
        roomNightsSold: z.int(),
        roomNightsAvailable: z.int(),
        occupancyBps: z.int(),
        adrMinorUnits: minorUnits,
        revparMinorUnits: minorUnits,
      }),
    ),
    bookings: z.object({
      confirmed: z.int(),
      checkedIn: z.int(),
      checkedOut: z.int(),
      cancelled: z.int(),
      noShow: z.int(),
    }),
  }),
  refusals: ['invalid_window', 'range_too_large'],
  idempotent: true,
});
