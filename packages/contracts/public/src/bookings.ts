import { hasAgeOfEachChild, ONE_AGE_PER_CHILD } from '@lodging/contract-inventory';
import {
  balanceState,
  bookingSort,
  cancelBooking,
  createBooking,
  detailsPatch,
  externalReference,
  historyEntry,
  listedBooking,
  metadataKey,
  metricsSeries,
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
import { commaList, countInQuery, listPage, pageQuery } from './paging.ts';

/** The idempotency key is a header. */
export const bookingBody = createBooking.request
  .omit({ idempotencyKey: true })
  .refine(hasAgeOfEachChild, ONE_AGE_PER_CHILD)
  .refine(({ paidOffline, payAtProperty }) => !paidOffline || payAtProperty === undefined, {
    path: ['payAtProperty'],
    message: 'not with paidOffline',
  })
  .meta({
    id: 'BookingRequest',
    description:
      'The stay to book, and the guest. `ratePlanId` is required if the resource has a room type, and otherwise not ' +
      'allowed.',
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

export const bookingPage = listPage('bookings', listedBooking, {
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
    state: commaList(reservationState)
      .optional()
      .meta({ description: 'Bookings in this state, or in one of several: `confirmed,checked_in`.' }),
    balanceState: commaList(balanceState)
      .optional()
      .meta({ description: 'Bookings with this `balanceState`, or with one of several: `scheduled,due`.' }),
    from: moment.optional().meta({ description: 'Stays that end after this time.' }),
    to: moment.optional().meta({ description: 'Stays that begin before this time.' }),
    guestEmail: email.optional().meta({ description: 'Bookings of this guest; not case-sensitive.' }),
    externalReference: externalReference.optional().meta({ description: 'Bookings with this reference.' }),
    metadataKey: metadataKey.optional().meta({ description: 'Bookings with this key of metadata.' }),
    metadataValue: text({ min: 1, max: 500 })
      .optional()
      .meta({ description: 'The value of `metadataKey`, which is then required.' }),
    source: z.enum(['direct', 'manual']).optional().meta({ description: 'Bookings from this source.' }),
    ratePlanId: uuid.optional().meta({ description: 'Stays under this rate plan.' }),
    quantityMin: countInQuery.optional().meta({ description: 'Bookings of at least this many units.' }),
    createdFrom: moment.optional().meta({ description: 'Created at or after this time.' }),
    createdTo: moment.optional().meta({ description: 'Created before this time.' }),
    arrivalFrom: moment.optional().meta({ description: 'Stays that begin at or after this time.' }),
    arrivalTo: moment.optional().meta({ description: 'Stays that begin before this time.' }),
    departureFrom: moment.optional().meta({ description: 'Stays that end at or after this time.' }),
    departureTo: moment.optional().meta({ description: 'Stays that end before this time.' }),
    updatedSince: moment.optional().meta({ description: 'Bookings changed at or after this time.' }),
    q: text({ min: 3, max: 200 })
      .optional()
      .meta({
        description:
          'The beginning of the guest’s e-mail address, of a word of the name or of your own reference; or the whole ' +
          '`reference`, in any case, with or without hyphens.',
      }),
    sort: bookingSort.optional().meta({
      description: 'By when they were created (the default), or by the begin or the end of the stay.',
    }),
    order: z.enum(['asc', 'desc']).optional().meta({ description: '`desc`: newest, or latest, first.' }),
  })
  .refine(({ metadataKey: key, metadataValue: value }) => value === undefined || key !== undefined, {
    path: ['metadataValue'],
    message: 'needs metadataKey',
  });

/** A body with none of them lacks its state. */
const changes = { state: reservationState.optional(), ...detailsPatch };
const CHANGES = Object.keys(changes) as (keyof typeof changes)[];

export const bookingUpdateBody = z
  .object({
    state: changes.state,
    ...cancelBooking.request.pick({ reason: true, penalty: true }).shape,
    ...detailsPatch,
  })
  .refine((body) => CHANGES.some((name) => body[name] !== undefined), {
    path: ['state'],
    message: 'must be sent unless another field is changed',
  })
  .refine(({ state, penalty }) => penalty === undefined || state === 'cancelled' || state === 'no_show', {
    path: ['penalty'],
    message: 'requires the state cancelled or no_show',
  })
  .meta({
    id: 'BookingUpdate',
    description:
      'The new state, fields to change, or both in one step. `reason` is the reason of the transition.',
    example: { state: 'checked_in', notes: 'Two keys handed out.' },
  });

export const refundBody = z
  .object({ amountMinorUnits: requestedMinorUnits.optional() })
  .meta({
    id: 'RefundRequest',
    description: 'The amount to refund. Default: the whole remainder.',
    example: { amountMinorUnits: '5000' },
  })
  .optional();

/** An address that is not allowed is `invalid_redirect_url`, not `validation_failed`. */
export const checkoutSessionBody = z
  .object({ successUrl: text({ min: 1, max: 2_000 }), cancelUrl: text({ min: 1, max: 2_000 }) })
  .meta({
    id: 'CheckoutSessionRequest',
    description: 'The return addresses after payment and after cancellation.',
    example: { successUrl: 'https://shop.example/thanks', cancelUrl: 'https://shop.example/cart' },
  });

export const metricsQuery = z.object({
  from: localDate.optional().meta({
    description: 'First date. Default: the first of the current month in the tenant’s time zone.',
  }),
  to: localDate.optional().meta({
    description:
      'The day after the last date. Default: the first of the next month in the tenant’s time zone.',
  }),
});

export const dailyMetricsQuery = metricsQuery.extend({
  by: metricsSeries.default('total').meta({
    description:
      'The series: one, one of each room type, or one of each source of bookings; each once per currency.',
  }),
});

export const pickupQuery = metricsQuery.extend({
  since: instant.meta({ description: 'The earlier moment.' }),
});
