import {
  bill,
  childAges,
  displayTotal,
  fxQuote,
  priceBreakdown,
  scheduledPayment,
  scheduledPayments,
  taxExemptions,
} from '@lodging/contract-inventory';
import {
  currency,
  exampleIds,
  exampleOf,
  exampleWindow,
  instant,
  listOf,
  minorUnits,
  positiveInteger,
  timestamp,
  uuid,
} from '@lodging/contract-wire';
import { z } from 'zod';
import { quotedCancellation } from './cancellation-records.ts';

/** The requested stay; what is absent stays as it is booked. */
export const changedStay = {
  from: instant.optional(),
  to: instant.optional(),
  resourceId: uuid.optional(),
  ratePlanId: uuid.optional(),
  partySize: positiveInteger.optional(),
  occupancyChildren: z.int().min(0).optional(),
  childAges: childAges.optional().meta({
    description: 'One for each of `occupancyChildren`, or of the booked children.',
  }),
  quantity: positiveInteger.optional(),
  taxExemptions: taxExemptions.optional().meta({
    description:
      'Exempt lines, each with the reason, beside those of the booking. Needs `booking:tax:exempt`.',
  }),
  currency: currency.optional().meta({ description: 'A display currency. Alone it is no change.' }),
  reprice: z
    .enum(['added_nights', 'all'])
    .optional()
    .meta({
      description:
        '`added_nights` (default): nights that the booking has on the same resource and plan keep their price, but for ' +
        'what extra guests add. `all`: as a new quote.',
    }),
  penalty: z
    .object({ kind: z.literal('waive') })
    .optional()
    .meta({ description: 'Retains nothing of what is removed. Needs `booking:penalty:override`.' }),
};

export const changedField = z.enum([
  'from',
  'to',
  'resourceId',
  'ratePlanId',
  'partySize',
  'quantity',
  'totalMinorUnits',
  'occupancyChildren',
  'childAges',
  'taxExemptions',
]);
export type ChangedField = z.infer<typeof changedField>;
const changedFields = listOf(changedField, 20).meta({ description: 'The fields that differ.' });

const exampleStay = {
  ...exampleWindow,
  resourceId: exampleIds.resource,
  ratePlanId: exampleIds.ratePlan,
  partySize: 2,
  quantity: 1,
  totalMinorUnits: '20000',
};
const exampleLonger = { ...exampleStay, to: '2027-06-13T09:00:00.000Z', totalMinorUnits: '30000' };

export const stayOfChange = z
  .object({
    from: timestamp,
    to: timestamp,
    resourceId: uuid,
    ratePlanId: uuid.nullable(),
    partySize: z.int(),
    quantity: z.int(),
    totalMinorUnits: minorUnits,
  })
  .meta({ id: 'StayOfChange', description: 'A stay before or after a change.', example: exampleStay });
export type StayOfChange = z.infer<typeof stayOfChange>;

const amounts = {
  removedMinorUnits: minorUnits.meta({ description: 'By how much the price falls.' }),
  retainedMinorUnits: minorUnits.meta({
    description:
      'The part of it that is kept: at most what a cancellation would cost now, less what earlier changes retained.',
  }),
  refundMinorUnits: minorUnits.meta({
    description: 'What goes back; for a booking paid offline, what the operator hands back.',
  }),
  dueMinorUnits: minorUnits.meta({
    description: 'All that is due after the change.',
  }),
};

const exampleAmounts = {
  removedMinorUnits: '0',
  retainedMinorUnits: '0',
  refundMinorUnits: '0',
  dueMinorUnits: '10000',
};

export const changeQuote = z
  .object({
    bookingId: uuid,
    version: z.int().meta({ description: 'Of the booking. The change is refused at any other.' }),
    expiresAt: timestamp,
    changeToken: z.string(),
    current: stayOfChange,
    proposed: stayOfChange.extend({
      priceBreakdown,
      bill,
      cancellation: quotedCancellation.nullable(),
      schedule: scheduledPayments,
      displayTotal: displayTotal.optional().meta({ description: 'With `currency`.' }),
      fx: fxQuote.optional(),
    }),
    changes: changedFields,
    removedMinorUnits: amounts.removedMinorUnits,
    retainedMinorUnits: amounts.retainedMinorUnits,
    difference: z
      .object({ kind: z.enum(['charge', 'refund', 'none']), amountMinorUnits: minorUnits })
      .meta({ description: 'The new total and what this change retains, less the previous total.' }),
    refundMinorUnits: amounts.refundMinorUnits,
    dueMinorUnits: amounts.dueMinorUnits,
  })
  .meta({
    id: 'ChangeQuote',
    description: 'What a change of a stay would cost, promised until `expiresAt`. Nothing is stored.',
    example: {
      bookingId: exampleIds.reservation,
      version: 2,
      expiresAt: '2027-05-03T09:20:00.000Z',
      changeToken: 'eyJhbGciOiJFZERTQSJ9.eyJjaGFuZ2UiOiIuLi4ifQ.c2lnbmF0dXJl',
      current: exampleStay,
      proposed: {
        ...exampleLonger,
        priceBreakdown: exampleOf(priceBreakdown),
        bill: exampleOf(bill),
        cancellation: exampleOf(quotedCancellation),
        schedule: [exampleOf(scheduledPayment)],
      },
      changes: ['to', 'totalMinorUnits'],
      difference: { kind: 'charge', amountMinorUnits: '10000' },
      ...exampleAmounts,
    },
  });

export type ChangeQuoteWire = z.infer<typeof changeQuote>;

export const stayChange = z
  .object({
    id: uuid,
    bookingId: uuid,
    state: z.enum(['applied', 'awaiting_payment', 'expired', 'cancelled', 'refused']),
    settle: z.enum(['now', 'later']),
    createdAt: timestamp,
    expiresAt: timestamp.nullable().meta({ description: 'While it awaits its payment.' }),
    changes: changedFields,
    previous: stayOfChange,
    proposed: stayOfChange,
    ...amounts,
  })
  .meta({
    id: 'StayChange',
    description: 'A change of a stay.',
    example: {
      id: '0197a31f-1d2e-7f30-b142-435465768798',
      bookingId: exampleIds.reservation,
      state: 'applied',
      settle: 'later',
      createdAt: '2027-05-03T09:06:00.000Z',
      expiresAt: null,
      changes: ['to', 'totalMinorUnits'],
      previous: exampleStay,
      proposed: exampleLonger,
      ...exampleAmounts,
    },
  });
export type StayChangeWire = z.infer<typeof stayChange>;
