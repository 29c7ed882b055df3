import {
  boundedArray,
  currency,
  email,
  exampleIds,
  exampleOf,
  instant,
  localDate,
  minorUnits,
  pageRequest,
  positiveInteger,
  rpc,
  text,
  timestamp,
  uuid,
  requestedMinorUnits,
} from '@lodging/contract-wire';
import {
  alternativesWanted,
  childAges,
  displayTotal,
  fxQuote,
  taxExemptions,
} from '@lodging/contract-inventory';
import { createdRefund, paymentHandle } from '@lodging/contract-payments';
import { z } from 'zod';
import { changedBooking, changeRefusals } from './changed-booking.ts';
import { externalReference, givenGuestDetails, metadata, metadataKey, notes } from './details.ts';
import { balanceState, bookingWithTerms, listedBooking } from './records.ts';
import { reservationState } from './states.ts';

const context = 'reservations';

/** A booking paid offline, or to be paid at the property, is confirmed and has no payment; any other is held until it is paid. */
export const createBooking = rpc({
  context,
  name: 'create-booking',
  permission: 'book',
  request: z.object({
    idempotencyKey: uuid,
    resourceId: uuid,
    from: instant,
    to: instant,
    partySize: positiveInteger,
    guestEmail: email.nullable().meta({
      description: 'The guest’s address. Null: none is known, and no mail is sent.',
    }),
    ...givenGuestDetails,
    externalReference: externalReference.optional(),
    notes: notes.optional(),
    metadata: metadata.optional(),
    occupancyChildren: z.int().min(0).optional(),
    childAges: childAges.optional(),
    taxExemptions: taxExemptions.optional().meta({
      description: 'Exempt lines, each with the reason. Needs `booking:tax:exempt`.',
    }),
    quantity: positiveInteger.default(1),
    ratePlanId: uuid.optional(),
    currency: currency.optional().meta({
      description: 'The display currency; the booking is in the currency of the resource.',
    }),
    alternatives: alternativesWanted.optional(),
    paidOffline: z.boolean().default(false).meta({ description: 'Confirms at once, without a payment.' }),
    payAtProperty: z
      .literal(true)
      .optional()
      .meta({
        description:
          'Confirms at once; the total is due on the date of arrival, 00:00 in the time zone of the stay. On that day it ' +
          'is due from the start, without the event `payment.due`. Not with `paidOffline`.',
      }),
    expectedTotalMinorUnits: requestedMinorUnits.optional().meta({
      description: 'The total that was shown. If it is another one now, nothing is booked: `price_changed`.',
    }),
  }),
  response: z
    .object({
      booking: bookingWithTerms,
      payment: paymentHandle.nullable().meta({
        description: 'Null if the stay is paid offline or at the property, or no payment is open any more.',
      }),
      displayTotal: displayTotal.optional().meta({
        description: 'With `currency`: the display total at the time of booking.',
      }),
      fx: fxQuote.optional(),
    })
    .meta({
      id: 'BookingWithPayment',
      description: 'The booking and its open payment.',
      example: { booking: { ...Object(exampleOf(bookingWithTerms)), source: 'manual' }, payment: null },
    }),
  refusals: [
    'validation_failed',
    'resource_not_found',
    'rate_plan_not_found',
    'rate_plan_required',
    'invalid_window',
    'unavailable',
    'party_not_divisible',
    'no_pricing_rule',
    'price_changed',
    'exemption_not_allowed',
    'insufficient_permission',
    'fx_rate_unavailable',
    'search_too_broad',
    'resource_locked',
    'booking_conflict',
    'external_reference_taken',
    'idempotency_key_conflict',
    'provider_not_configured',
    'payment_setup_failed',
  ],
  idempotent: true,
});

/** A date stands for its midnight in the time zone of the stay. */
const moment = instant.or(localDate);

export const bookingSort = z.enum(['created', 'arrival', 'departure']);
const STATES = reservationState.options.length;
const BALANCES = balanceState.options.length;

/** In order of creation unless `sort` says otherwise. `from` and `to` select stays that overlap the window; other bounds are of moments. */
export const listBookings = rpc({
  context,
  name: 'list-bookings',
  request: pageRequest.extend({
    resourceId: uuid.optional(),
    state: reservationState.or(boundedArray(reservationState, { min: 1, max: STATES })).optional(),
    balanceState: boundedArray(balanceState, { min: 1, max: BALANCES }).optional(),
    from: moment.optional(),
    to: moment.optional(),
    guestEmail: email.optional(),
    externalReference: externalReference.optional(),
    metadataKey: metadataKey.optional(),
    metadataValue: text({ min: 1, max: 500 }).optional(),
    source: z.enum(['direct', 'manual']).optional(),
    ratePlanId: uuid.optional(),
    quantityMin: positiveInteger.optional(),
    createdFrom: moment.optional(),
    createdTo: moment.optional(),
    arrivalFrom: moment.optional(),
    arrivalTo: moment.optional(),
    departureFrom: moment.optional(),
    departureTo: moment.optional(),
    updatedSince: moment.optional(),
    q: text({ min: 3, max: 200 }).optional(),
    sort: bookingSort.optional(),
    order: z.enum(['asc', 'desc']).optional(),
  }),
  response: z.object({
    bookings: z.array(listedBooking),
    /** `createdAt` is the moment by which the list is in order. */
    nextAfter: z.object({ createdAt: z.string(), id: uuid }).nullable(),
  }),
  refusals: ['invalid_window'],
  idempotent: true,
});

/**
 * Fields, a check-in or a check-out; any other state is an illegal transition. The problem `illegal_transition` has the
 * fields `from`, `to` and `allowed`, `version_mismatch` has `currentVersion`. `ifMatch`: the strong tags of the header; it
 * is absent where the header is.
 */
export const changeBooking = rpc({
  context,
  name: 'change-booking',
  permission: 'book',
  request: z.object({
    ...changedBooking,
    state: reservationState.exclude(['cancelled', 'no_show']).optional(),
  }),
  response: bookingWithTerms,
  refusals: changeRefusals,
  idempotent: false,
});

/** Without an amount, all that has not been refunded. Under a key at most once. */
export const refundBooking = rpc({
  context,
  name: 'refund-booking',
  permission: 'payment:refund:create',
  request: z.object({
    reservationId: uuid,
    amountMinorUnits: requestedMinorUnits.optional(),
    idempotencyKey: uuid.optional(),
  }),
  response: createdRefund,
  refusals: [
    'booking_not_found',
    'idempotency_key_conflict',
    'no_succeeded_payment',
    'provider_not_configured',
    'refund_exceeds_payment',
    'provider_refund_failed',
    'limit_reached',
    'nothing_to_refund',
    'insufficient_permission',
  ],
  idempotent: false,
});

export const createCheckoutSession = rpc({
  context,
  name: 'create-checkout-session',
  permission: 'book',
  takesPublishable: true,
  request: z.object({
    reservationId: uuid,
    successUrl: text({ min: 1, max: 2_000 }),
    cancelUrl: text({ min: 1, max: 2_000 }),
  }),
  response: z
    .object({
      id: z.string(),
      reservationId: uuid,
      url: z.string(),
      expiresAt: timestamp,
      amountMinorUnits: minorUnits,
      currency,
    })
    .meta({
      id: 'CheckoutSession',
      description: 'A payment page of the provider.',
      example: {
        id: 'cs_a1b2c3d4e5f6',
        reservationId: exampleIds.reservation,
        url: 'https://checkout.provider.example/c/pay/cs_a1b2c3d4e5f6',
        expiresAt: '2027-05-03T09:16:00.000Z',
        amountMinorUnits: '20000',
        currency: 'EUR',
      },
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
