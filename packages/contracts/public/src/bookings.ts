import { hasAgeOfEachChild, ONE_AGE_PER_CHILD } from '@lodging/contract-inventory';
import {
  booking,
  createBooking,
  historyEntry,
  moveBooking,
  reservationState,
} from '@lodging/contract-reservations';
import {
  email,
  exampleIds,
  exampleWindow,
  instant,
  localDate,
  text,
  uuid,
  requestedMinorUnits,
} from '@lodging/contract-wire';
import { z } from 'zod';
import { listPage, pageQuery } from './paging.ts';

/** The idempotency key is a header. */
export const bookingBody = createBooking.request
  .omit({ idempotencyKey: true })
  .refine(hasAgeOfEachChild, ONE_AGE_PER_CHILD)
  .meta({
    id: 'BookingRequest',
    description: 'The stay to book, and the guest. `ratePlanId` exactly where the resource has a room type.',
    example: {
      resourceId: exampleIds.resource,
      ratePlanId: exampleIds.ratePlan,
      ...exampleWindow,
      partySize: 2,
      guestEmail: 'ada@example.com',
      guestName: 'Ada Lovelace',
      paidOffline: true,
    },
  });

export const bookingPage = listPage('bookings', booking, {
  id: 'BookingPage',
  description: 'A page of bookings.',
});

export const historyPage = listPage('entries', historyEntry, {
  id: 'HistoryPage',
  description: 'A page of a booking’s history.',
});

const moment = instant.or(localDate);

/** `from` and `to` select stays that overlap the window; a date stands for its midnight in the zone of the resource. */
export const bookingsQuery = pageQuery.extend({
  resourceId: uuid.optional().meta({ description: 'Stays in this resource.' }),
  state: reservationState.optional().meta({ description: 'Bookings in this state.' }),
  from: moment.optional().meta({ description: 'Stays that end after this.' }),
  to: moment.optional().meta({ description: 'Stays that begin before this.' }),
  guestEmail: email.optional().meta({ description: 'Bookings of this guest; compared without case.' }),
});

export const bookingMoveBody = moveBooking.request
  .omit({ reservationId: true, ifMatch: true })
  .refine(({ state, penalty }) => penalty === undefined || state === 'cancelled' || state === 'no_show', {
    path: ['penalty'],
    message: 'is of a cancellation or a no-show',
  })
  .meta({
    id: 'BookingMove',
    description: 'The state to move to. `reason` is for the operator’s own notes.',
    example: { state: 'checked_in' },
  });

export const refundBody = z
  .object({ amountMinorUnits: requestedMinorUnits.optional() })
  .meta({
    id: 'RefundRequest',
    description: 'How much to give back; everything that remains where no amount is sent.',
    example: { amountMinorUnits: '5000' },
  })
  .optional();

/** An address that is not allowed is `invalid_redirect_url`, not `validation_failed`. */
export const checkoutSessionBody = z
  .object({ successUrl: text({ min: 1, max: 2_000 }), cancelUrl: text({ min: 1, max: 2_000 }) })
  .meta({
    id: 'CheckoutSessionRequest',
    description: 'Where the guest goes when paid, and when not.',
    example: { successUrl: 'https://shop.example/thanks', cancelUrl: 'https://shop.example/cart' },
  });

export const metricsQuery = z.object({
  from: localDate.optional().meta({
    description: 'First date. Without it, the first of the current month in the tenant’s time zone.',
  }),
  to: localDate.optional().meta({
    description:
      'The date after the last. Without it, the first of the next month in the tenant’s time zone.',
  }),
});
