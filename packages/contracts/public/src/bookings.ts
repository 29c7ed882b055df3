import { createBooking, moveBooking, reservationState } from '@lodging/contract-reservations';
import { email, instant, localDate, text, uuid, wantedMinorUnits } from '@lodging/contract-wire';
import { z } from 'zod';
import { pageQuery } from './paging.ts';

/** The key of an attempt comes in its header. */
export const bookingBody = createBooking.request.omit({ idempotencyKey: true });

const moment = instant.or(localDate);

/** `from` and `to` find stays that overlap the window; a date is its midnight where the resource is. */
export const bookingsQuery = pageQuery.extend({
  resourceId: uuid.optional(),
  state: reservationState.optional(),
  from: moment.optional(),
  to: moment.optional(),
  guestEmail: email.optional(),
});

export const bookingMoveBody = moveBooking.request.omit({ reservationId: true });

/** Nothing at all, or no amount: what remains is given back. */
export const refundBody = z.object({ amountMinorUnits: wantedMinorUnits.optional() }).optional();

/** Whether the addresses are allowed is `invalid_redirect_url`, not a matter of shape. */
export const checkoutSessionBody = z.object({
  successUrl: text({ min: 1, max: 2_000 }),
  cancelUrl: text({ min: 1, max: 2_000 }),
});

/** Dates, `to` exclusive. What is absent is the edge of the current month in the tenant's time zone. */
export const metricsQuery = z.object({ from: localDate.optional(), to: localDate.optional() });
