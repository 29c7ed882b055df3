import { bill, billLine, scheduledPayment, scheduledPayments } from '@lodging/contract-inventory';
import { paymentEntry, refundEntry } from '@lodging/contract-payments';
import { exampleOf, listOf, minorUnits, shownResourceNames, timestamp } from '@lodging/contract-wire';
import { z } from 'zod';
import { bookingCancellation, penaltySpan } from '../cancellation-records.ts';
import { reservation } from '../records.ts';

// What the guest of a booking sees: no notes, no metadata, no ids of the payment provider, no data of the guest.

const exampleBooking = {
  ...Object(exampleOf(reservation)),
  state: 'confirmed',
  holdExpiresAt: null,
  version: 2,
  quantity: 1,
  occupancyAdults: 2,
  occupancyChildren: 0,
  timezone: 'Europe/Vienna',
  resourceName: 'Room 101',
};

export const stayOfGuest = reservation
  .extend({
    quantity: z.int(),
    occupancyAdults: z.int().nullable(),
    occupancyChildren: z.int(),
    timezone: z.string().meta({ description: 'The time zone of the property.' }),
    resourceName: z.string().nullable().meta({ description: 'Null if the resource no longer exists.' }),
    translations: shownResourceNames,
  })
  .meta({ id: 'StayOfGuest', description: 'A booking, for its guest.', example: exampleBooking });

export const propertyOfGuest = z
  .object({
    name: z.string().nullable(),
    address: z.string().nullable(),
    phone: z.string().nullable(),
    website: z.string().nullable(),
    logoUrl: z.string().nullable(),
    accentColor: z.string().nullable(),
  })
  .meta({
    id: 'PropertyOfGuest',
    description: 'The property, from the mail settings; null where they do not say.',
    example: {
      name: 'Hotel Seeblick',
      address: 'Seestraße 1, 6900 Bregenz',
      phone: '+43 5574 0000',
      website: 'https://seeblick.example',
      logoUrl: null,
      accentColor: '#1f6f8b',
    },
  });

const LINES = 1_000;

export const billOfGuest = bill.extend({ lines: listOf(billLine.omit({ note: true }), LINES) }).meta({
  id: 'BillOfGuest',
  description: 'The itemised price of a stay at the time of sale, for the guest.',
  example: { ...Object(exampleOf(bill)), lines: [withoutNote(exampleOf(billLine))] },
});

function withoutNote(line: unknown): object {
  const { note: _note, ...shown } = Object(line);
  return shown;
}

const LISTED = 1_000;
const shownPayment = paymentEntry
  .pick({ purpose: true, method: true, amountMinorUnits: true, state: true, createdAt: true, returned: true })
  .meta({ id: 'PaymentOfGuest', description: 'One payment of a booking, for its guest.' });
export const refundOfGuest = refundEntry.pick({ amountMinorUnits: true, state: true, createdAt: true }).meta({
  id: 'RefundOfGuest',
  description: 'One refund of a booking, for its guest.',
  example: { amountMinorUnits: '10000', state: 'succeeded', createdAt: '2027-05-04T10:00:00.000Z' },
});

const examplePayment = {
  purpose: 'stay',
  method: 'card',
  amountMinorUnits: '20000',
  state: 'succeeded',
  createdAt: '2027-05-03T09:03:00.000Z',
  returned: false,
};

export const paymentsOfGuest = z
  .object({
    collectedMinorUnits: minorUnits.meta({ description: 'The sum of all payments.' }),
    returnedMinorUnits: minorUnits.meta({ description: 'The sum of all refunds, including pending ones.' }),
    dueMinorUnits: minorUnits.meta({ description: 'The amount that is due now.' }),
    owedMinorUnits: minorUnits.meta({
      description: 'The amount owed to the guest, without a pending refund.',
    }),
    payments: listOf(shownPayment, LISTED).meta({ description: 'Oldest first: those that succeeded.' }),
    refunds: listOf(refundOfGuest, LISTED).meta({ description: 'Oldest first, without failed ones.' }),
  })
  .meta({
    id: 'PaymentsOfGuest',
    description: 'The money of a booking, for its guest.',
    example: {
      collectedMinorUnits: '20000',
      returnedMinorUnits: '0',
      dueMinorUnits: '0',
      owedMinorUnits: '0',
      payments: [examplePayment],
      refunds: [],
    },
  });

export const cancelledForGuest = bookingCancellation
  .pick({
    at: true,
    penaltyMinorUnits: true,
    keptMinorUnits: true,
    refundMinorUnits: true,
    dueMinorUnits: true,
  })
  .meta({
    id: 'CancelledForGuest',
    description: 'The amounts of a cancelled booking or a no-show, for the guest.',
    example: {
      at: '2027-06-04T10:00:00.000Z',
      penaltyMinorUnits: '10000',
      keptMinorUnits: '10000',
      refundMinorUnits: '10000',
      dueMinorUnits: '0',
    },
  });

export const cancellationOfGuest = z
  .object({
    legal: z.boolean().meta({ description: 'True if the booking can be cancelled.' }),
    at: timestamp,
    timeline: listOf(penaltySpan, 50).meta({ description: 'Empty where nothing decides.' }),
    penaltyMinorUnits: minorUnits.nullable(),
    refundMinorUnits: minorUnits.nullable(),
    dueMinorUnits: minorUnits.nullable(),
    validUntil: timestamp.nullable().meta({ description: 'The next deadline.' }),
    cancelled: cancelledForGuest
      .nullable()
      .meta({ description: 'What was kept; null where nothing decided.' }),
  })
  .meta({
    id: 'CancellationOfGuest',
    description: 'The cost of cancelling the booking now; the amounts are null where nothing decides.',
    example: {
      legal: true,
      at: '2027-06-04T10:00:00.000Z',
      timeline: [{ until: null, penaltyMinorUnits: '10000', refundMinorUnits: '10000' }],
      penaltyMinorUnits: '10000',
      refundMinorUnits: '10000',
      dueMinorUnits: '0',
      validUntil: null,
      cancelled: null,
    },
  });

export const guestMay = z
  .object({
    cancel: z.boolean().meta({ description: 'The booking can be cancelled by the guest now.' }),
    changeDates: z.boolean().meta({ description: 'The dates can be changed by the guest now.' }),
    pay: z.boolean().meta({ description: 'The guest can pay the amount that is due.' }),
  })
  .meta({
    id: 'GuestMay',
    description: 'What the guest may do now: by `guestMay` of the mail settings, and by the booking.',
    example: { cancel: true, changeDates: false, pay: false },
  });

export const managedBooking = z
  .object({
    booking: stayOfGuest,
    property: propertyOfGuest,
    bill: billOfGuest.nullable(),
    schedule: scheduledPayments,
    payments: paymentsOfGuest,
    cancellation: cancellationOfGuest,
    may: guestMay,
  })
  .meta({
    id: 'ManagedBooking',
    description: 'A booking as its guest sees it.',
    example: {
      booking: exampleBooking,
      property: exampleOf(propertyOfGuest),
      bill: exampleOf(billOfGuest),
      schedule: [exampleOf(scheduledPayment)],
      payments: exampleOf(paymentsOfGuest),
      cancellation: exampleOf(cancellationOfGuest),
      may: exampleOf(guestMay),
    },
  });
export type ManagedBooking = z.infer<typeof managedBooking>;

export const cancelledByGuest = z
  .object({
    booking: stayOfGuest,
    cancelled: cancelledForGuest.nullable(),
  })
  .meta({
    id: 'CancelledByGuest',
    description: 'A booking that its guest has cancelled. `refundMinorUnits` is null until it is known.',
    example: {
      booking: { ...exampleBooking, state: 'cancelled', version: 3 },
      cancelled: exampleOf(cancelledForGuest),
    },
  });
