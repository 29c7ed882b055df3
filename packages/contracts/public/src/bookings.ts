import { hasAgeOfEachChild, ONE_AGE_PER_CHILD } from '@lodging/contract-inventory';
import {
  booking,
  createBooking,
  externalReference,
  historyEntry,
  metadataKey,
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
import { countInQuery, listPage, pageQuery } from './paging.ts';

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
export const bookingsQuery = pageQuery
  .extend({
    resourceId: uuid.optional().meta({ description: 'Stays in this resource.' }),
    state: reservationState.optional().meta({ description: 'Bookings in this state.' }),
    from: moment.optional().meta({ description: 'Stays that end after this.' }),
    to: moment.optional().meta({ description: 'Stays that begin before this.' }),
    guestEmail: email.optional().meta({ description: 'Bookings of this guest; compared without case.' }),
    externalReference: externalReference.optional().meta({ description: 'Bookings with this reference.' }),
    metadataKey: metadataKey.optional().meta({ description: 'Bookings with this key of metadata.' }),
    metadataValue: text({ min: 1, max: 500 })
      .optional()
      .meta({ description: 'The value of `metadataKey`, which must be sent with it.' }),
    source: z.enum(['direct', 'manual']).optional().meta({ description: 'Bookings made in this way.' }),
    ratePlanId: uuid.optional().meta({ description: 'Stays under this rate plan.' }),
    quantityMin: countInQuery.optional().meta({ description: 'Bookings of so many units or more.' }),
    createdFrom: moment.optional().meta({ description: 'Made then or later.' }),
    createdTo: moment.optional().meta({ description: 'Made before.' }),
    arrivalFrom: moment.optional().meta({ description: 'Stays that begin then or later.' }),
    arrivalTo: moment.optional().meta({ description: 'Stays that begin before.' }),
    departureFrom: moment.optional().meta({ description: 'Stays that end then or later.' }),
    departureTo: moment.optional().meta({ description: 'Stays that end before.' }),
    updatedSince: moment.optional().meta({ description: 'Bookings that were changed then or later.' }),
    q: text({ min: 3, max: 200 }).optional().meta({
      description: 'The beginning of the guest’s e-mail address, of a word of the name or of the reference.',
    }),
    order: z.enum(['asc', 'desc']).optional().meta({ description: '`desc`: the newest first.' }),
  })
  .refine(({ metadataKey: key, metadataValue: value }) => value === undefined || key !== undefined, {
    path: ['metadataValue'],
    message: 'needs metadataKey',
  });

/** What may be changed; a body with none of them lacks its state. */
const CHANGES = [
  'state',
  'metadata',
  'externalReference',
  'notes',
  'guestName',
  'guestPhone',
  'guestLanguage',
] as const;

export const bookingMoveBody = moveBooking.request
  .omit({ reservationId: true, ifMatch: true })
  .refine((body) => CHANGES.some((name) => body[name] !== undefined), {
    path: ['state'],
    message: 'must be sent, or another field to change',
  })
  .refine(({ state, penalty }) => penalty === undefined || state === 'cancelled' || state === 'no_show', {
    path: ['penalty'],
    message: 'is of a cancellation or a no-show',
  })
  .meta({
    id: 'BookingMove',
    description: 'The state to move to, fields to change, or both: in one step. `reason` says why it moves.',
    example: { state: 'checked_in', notes: 'Two keys handed out.' },
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
