import { scheduledPayment, scheduledPayments } from '@lodging/contract-inventory';
import { paymentEntry, paymentHandle, paymentMethod, refundEntry } from '@lodging/contract-payments';
import {
  currency,
  exampleIds,
  exampleOf,
  listOf,
  minorUnits,
  requestedMinorUnits,
  rpc,
  text,
  timestamp,
  uuid,
} from '@lodging/contract-wire';
import { z } from 'zod';

const context = 'reservations';

export const bookingPayments = z
  .object({
    reservationId: uuid,
    currency,
    totalMinorUnits: minorUnits,
    retainedMinorUnits: minorUnits.meta({
      description:
        'The part of the payments that the terms of an ended stay keep; until its end, what changes retained.',
    }),
    penaltyMinorUnits: minorUnits.nullable().meta({
      description:
        'The amount retained by the terms of a cancelled stay or no-show; null if they do not define one.',
    }),
    collectedMinorUnits: minorUnits.meta({ description: 'The sum of all payments.' }),
    returnedMinorUnits: minorUnits.meta({
      description: 'The sum of all refunds that have not failed, including pending ones.',
    }),
    dueMinorUnits: minorUnits.meta({
      description: 'The amount that may be charged now. A refund by the operator does not increase it.',
    }),
    owedMinorUnits: minorUnits.meta({
      description:
        'The amount owed to the guest that has no pending refund: rejected by the provider, or paid offline.',
    }),
    undecidedMinorUnits: minorUnits.meta({
      description:
        'The part of the payments of a cancelled, no-show or expired stay that no terms keep or return: the operator ' +
        'decides. There, collected − returned − retained − owed − undecided is 0. `0` for every other booking.',
    }),
    schedule: scheduledPayments.meta({ description: 'The payment schedule.' }),
    payments: listOf(paymentEntry, 10_000).meta({ description: 'Oldest first, including failed ones.' }),
    refunds: listOf(refundEntry, 10_000).meta({ description: 'Oldest first, including failed ones.' }),
  })
  .meta({
    id: 'BookingPayments',
    description: 'The payments, refunds and amounts of one booking.',
    example: {
      reservationId: exampleIds.reservation,
      currency: 'EUR',
      totalMinorUnits: '20000',
      retainedMinorUnits: '0',
      penaltyMinorUnits: null,
      collectedMinorUnits: '20000',
      returnedMinorUnits: '5000',
      dueMinorUnits: '0',
      owedMinorUnits: '0',
      undecidedMinorUnits: '0',
      schedule: [exampleOf(scheduledPayment)],
      payments: [exampleOf(paymentEntry)],
      refunds: [exampleOf(refundEntry)],
    },
  });

export const readBookingPayments = rpc({
  context,
  name: 'read-booking-payments',
  request: z.object({ reservationId: uuid }),
  response: bookingPayments,
  refusals: ['booking_not_found'],
  idempotent: true,
});

const duePayment = z.object({
  reservationId: uuid,
  idempotencyKey: uuid,
  amountMinorUnits: requestedMinorUnits.optional(),
});
export const dueRefusals = [
  'booking_not_found',
  'idempotency_key_conflict',
  'nothing_due',
  'validation_failed',
  'payment_already_initiated',
  'provider_not_configured',
  'resource_locked',
  'limit_reached',
  'payment_setup_failed',
] as const;

/** Without an amount, all that is due. */
export const openBookingIntent = rpc({
  context,
  name: 'open-booking-intent',
  permission: 'book',
  request: duePayment,
  response: paymentHandle,
  refusals: dueRefusals,
  idempotent: true,
});

export const openBookingSession = rpc({
  context,
  name: 'open-booking-session',
  permission: 'book',
  request: duePayment.extend({
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
      id: 'BookingCheckoutSession',
      description: 'A payment page of the provider for the amount due of a booking.',
      example: {
        id: 'cs_a1b2c3d4e5f6',
        reservationId: exampleIds.reservation,
        url: 'https://checkout.provider.example/c/pay/cs_a1b2c3d4e5f6',
        expiresAt: '2027-05-04T09:16:00.000Z',
        amountMinorUnits: '5000',
        currency: 'EUR',
      },
    }),
  refusals: [...dueRefusals, 'invalid_redirect_url'],
  idempotent: true,
});

/** Money that the operator took without the provider, or handed back. */
export const recordBookingPayment = rpc({
  context,
  name: 'record-booking-payment',
  permission: 'book',
  request: z.object({
    reservationId: uuid,
    idempotencyKey: uuid,
    amountMinorUnits: minorUnits,
    method: paymentMethod,
    note: text({ max: 500 }).optional(),
    returned: z.boolean().optional().meta({
      description: 'True for an offline refund to the guest; at most the amount held.',
    }),
  }),
  response: paymentEntry,
  refusals: [
    'booking_not_found',
    'idempotency_key_conflict',
    'nothing_due',
    'validation_failed',
    'limit_reached',
  ],
  idempotent: true,
});
