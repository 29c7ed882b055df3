import {
  bill,
  scheduledPayment,
  scheduledPayments,
  soldCancellationPolicy,
} from '@lodging/contract-inventory';
import {
  currency,
  exampleIds,
  exampleOf,
  exampleWindow,
  minorUnits,
  recordOf,
  timestamp,
  uuid,
} from '@lodging/contract-wire';
import { z } from 'zod';
import { bookingCancellation } from './cancellation-records.ts';
import { exampleGuestDetails, MAX_METADATA_KEYS, shownGuestDetails } from './details.ts';
import { reservationState } from './states.ts';

const held = {
  id: exampleIds.reservation,
  reference: 'A7P7K3Q9',
  resourceId: exampleIds.resource,
  ratePlanId: exampleIds.ratePlan,
  state: 'held',
  startsAt: exampleWindow.from,
  endsAt: exampleWindow.to,
  totalMinorUnits: '20000',
  currency: 'EUR',
  holdExpiresAt: '2027-05-03T09:16:00.000Z',
  createdAt: '2027-05-03T09:01:00.000Z',
  version: 1,
};

const heldFacts = {
  ...held,
  roomTypeId: exampleIds.roomType,
  quantity: 1,
  source: 'direct',
  occupancyAdults: 2,
  occupancyChildren: 0,
  updatedAt: '2027-05-03T09:01:00.000Z',
  externalReference: null,
  metadata: {},
};

const exampleGuest = {
  guestId: exampleIds.guest,
  guestEmail: 'ada@example.com',
  ...exampleGuestDetails,
  notes: 'Arrives late.',
  moveReason: null,
};

/** The example of `reservationFacts` once it is confirmed. */
export const exampleConfirmed = {
  ...heldFacts,
  state: 'confirmed',
  holdExpiresAt: null,
  version: 2,
  updatedAt: '2027-05-03T09:05:00.000Z',
};

const version = z.int().min(1).meta({ description: 'Increases with every change of the booking.' });

const reference = z
  .string()
  .length(8)
  .meta({
    description:
      'The name of the booking for guests and staff: 8 characters of Crockford’s base 32, unique in the tenant. It never ' +
      'changes.',
  });

export const reservation = z
  .object({
    id: uuid,
    reference,
    resourceId: uuid,
    ratePlanId: uuid.nullable(),
    state: reservationState,
    startsAt: timestamp,
    endsAt: timestamp,
    totalMinorUnits: minorUnits,
    currency,
    holdExpiresAt: timestamp.nullable().meta({ description: 'The end of the hold; null once confirmed.' }),
    createdAt: timestamp,
    version,
  })
  .meta({
    id: 'Reservation',
    description: 'A stay without guest data, for guest-facing pages.',
    example: held,
  });
export type Reservation = z.infer<typeof reservation>;

/** The data of events: no guest data. */
export const reservationFacts = reservation
  .extend({
    roomTypeId: uuid.nullable(),
    quantity: z.int(),
    source: z
      .enum(['direct', 'manual'])
      .meta({ description: '`direct` for a hold from a quote, `manual` for POST /v1/bookings.' }),
    occupancyAdults: z.int().nullable(),
    occupancyChildren: z.int(),
    updatedAt: timestamp,
    reference: reference.optional(),
    version: version.optional(),
    externalReference: z.string().nullable().optional(),
    metadata: recordOf(z.string(), MAX_METADATA_KEYS).optional(),
  })
  .meta({ id: 'ReservationFacts', description: 'A booking without its guest.', example: heldFacts });
export type ReservationFacts = z.infer<typeof reservationFacts>;

/** `guestEmail` is guest data: for secret keys only. */
export const booking = reservationFacts
  .extend({
    reference,
    version,
    externalReference: z.string().nullable().meta({ description: 'Your own reference of the booking.' }),
    metadata: recordOf(z.string(), MAX_METADATA_KEYS).meta({
      description: 'Your own data on the booking.',
    }),
    notes: z.string().nullable().meta({ description: 'Your own notes.' }),
    guestId: uuid.nullable().meta({
      description: 'The profile of the guest. Null until the guest has verified an address.',
    }),
    guestEmail: z.string().nullable().meta({ description: 'Null in an unverified hold.' }),
    ...shownGuestDetails,
    moveReason: z.string().nullable().meta({ description: 'The `reason` of the last requested transition.' }),
  })
  .meta({
    description: 'A stay with its guest, for the operator.',
    example: { ...exampleConfirmed, ...exampleGuest },
  });
export type Booking = z.infer<typeof booking>;

export const balanceState = z.enum(['none', 'scheduled', 'due', 'paid']).meta({
  description:
    'The payment after the sale; `none` without one, and after a cancellation, an expiry or a no-show.',
});

const dueAtPropertyMinorUnits = minorUnits.meta({
  description: 'The amount that the guest pays at the property; not part of the total.',
});

/** A row of a list. */
export const listedBooking = booking
  .extend({
    balanceState,
    dueAtPropertyMinorUnits,
  })
  .meta({
    id: 'Booking',
    description: 'A stay with its guest, for the operator, as a list shows it.',
    example: { ...exampleConfirmed, ...exampleGuest, balanceState: 'none', dueAtPropertyMinorUnits: '0' },
  });

export type ListedBooking = z.infer<typeof listedBooking>;

/** What the answers of one booking add; events have none of it. */
export const bookingWithTerms = booking
  .extend({
    bill: bill.nullable().meta({
      description:
        'The itemised price at the time of sale. Null if it was too long for the quote of the hold.',
    }),
    cancellationPolicy: soldCancellationPolicy.nullable().meta({
      description: 'The policy at the time of sale. Null: no automatic refund after a cancellation.',
    }),
    schedule: scheduledPayments.nullable().meta({
      description:
        'The payment schedule; null if `bill` is null. Without a deposit all is due at the sale, or on arrival.',
    }),
    balanceState,
    dueAtPropertyMinorUnits,
    cancellation: bookingCancellation.nullable().meta({
      description: 'The amount retained by the cancellation; null where nothing decided.',
    }),
  })
  .meta({
    id: 'BookingWithTerms',
    description: 'A booking with its itemised price and conditions.',
    example: {
      ...exampleConfirmed,
      ...exampleGuest,
      bill: exampleOf(bill),
      cancellationPolicy: exampleOf(soldCancellationPolicy),
      schedule: [exampleOf(scheduledPayment)],
      balanceState: 'none',
      dueAtPropertyMinorUnits: '0',
      cancellation: null,
    },
  });

/** Of `reservation.cancelled`: amounts that payments decides are not known yet. */
export const cancelledFacts = reservationFacts
  .extend({ cancellation: bookingCancellation.nullable().optional() })
  .meta({ id: 'CancelledFacts', description: 'A cancelled booking without its guest.' });

export const duePayment = z
  .object({
    reservationId: uuid,
    purpose: z.enum(['balance']),
    amountMinorUnits: minorUnits,
    currency,
    dueAt: timestamp,
  })
  .meta({
    id: 'DuePayment',
    description: 'A part of the price of a booking that is due now.',
    example: {
      reservationId: exampleIds.reservation,
      purpose: 'balance',
      amountMinorUnits: '14000',
      currency: 'EUR',
      dueAt: '2027-05-26T22:00:00.000Z',
    },
  });
