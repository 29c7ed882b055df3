import { bill, cancellationPolicy, scheduledPayment } from '@lodging/contract-inventory';
import {
  currency,
  exampleIds,
  exampleOf,
  exampleWindow,
  minorUnits,
  timestamp,
  uuid,
} from '@lodging/contract-wire';
import { z } from 'zod';
import { bookingCancellation } from './cancellation.ts';
import { reservationState } from './states.ts';

const held = {
  id: exampleIds.reservation,
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
  guestEmail: 'ada@example.com',
  guestName: 'Ada Lovelace',
  guestPhone: null,
  guestLanguage: 'en-GB',
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

const version = z.int().min(1).meta({ description: 'Grows with every change of the booking.' });

export const reservation = z
  .object({
    id: uuid,
    resourceId: uuid,
    ratePlanId: uuid.nullable(),
    state: reservationState,
    startsAt: timestamp,
    endsAt: timestamp,
    totalMinorUnits: minorUnits,
    currency,
    holdExpiresAt: timestamp.nullable().meta({ description: 'When the hold ends; null once confirmed.' }),
    createdAt: timestamp,
    version,
  })
  .meta({
    id: 'Reservation',
    description: 'A stay as a guest’s own pages see it.',
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
    /** Absent in events of earlier versions. */
    version: version.optional(),
    externalReference: z.string().nullable().optional(),
    metadata: z.record(z.string(), z.string()).optional(),
  })
  .meta({ id: 'ReservationFacts', description: 'A booking without its guest.', example: heldFacts });
export type ReservationFacts = z.infer<typeof reservationFacts>;

/** `guestEmail` is guest data: for secret keys only. */
export const booking = reservationFacts
  .extend({
    version,
    externalReference: z.string().nullable().meta({ description: 'Your own name of the booking.' }),
    metadata: z.record(z.string(), z.string()).meta({ description: 'What you keep with the booking.' }),
    notes: z.string().nullable().meta({ description: 'Your own notes.' }),
    guestEmail: z.string().nullable().meta({ description: 'Null until the guest has verified it.' }),
    guestName: z.string().nullable(),
    guestPhone: z.string().nullable(),
    guestLanguage: z.string().nullable().meta({ description: 'A language tag of BCP 47.' }),
    moveReason: z.string().nullable().meta({ description: 'The `reason` of the last move by request.' }),
  })
  .meta({
    id: 'Booking',
    description: 'A stay as an operator sees it, with its guest.',
    example: { ...exampleConfirmed, ...exampleGuest },
  });
export type Booking = z.infer<typeof booking>;

/** What the answers of one booking add; neither lists nor events have it. */
export const bookingWithTerms = booking
  .extend({
    bill: bill.nullable().meta({
      description:
        'The itemised price as it was sold. Null for a booking that was made before bills were kept.',
    }),
    cancellationPolicy: cancellationPolicy.nullable().meta({
      description: 'As it was when the stay was sold. Null: cancelling it gives nothing back by itself.',
    }),
    schedule: z.array(scheduledPayment).nullable().meta({
      description:
        'What is to be paid, and when; null where `bill` is. Without a deposit, all of it when it is sold.',
    }),
    balanceState: z.enum(['none', 'scheduled', 'due', 'paid']).meta({
      description: 'Of what is paid after a deposit; `none` without one, and once the stay has ended.',
    }),
    cancellation: bookingCancellation.nullable().meta({
      description: 'What was kept when the booking was cancelled; null where no policy or penalty said so.',
    }),
  })
  .meta({
    id: 'BookingWithTerms',
    description: 'A booking with its itemised price and conditions.',
    example: {
      ...exampleConfirmed,
      ...exampleGuest,
      bill: exampleOf(bill),
      cancellationPolicy: exampleOf(cancellationPolicy),
      schedule: [exampleOf(scheduledPayment)],
      balanceState: 'none',
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
