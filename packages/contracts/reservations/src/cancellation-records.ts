import { refund } from '@lodging/contract-payments';
import { exampleOf, listOf, minorUnits, timestamp } from '@lodging/contract-wire';
import { z } from 'zod';

export const penaltySpan = z
  .object({
    until: timestamp
      .nullable()
      .meta({ description: 'Exclusive: from this time on, the next entry applies. Null: no end.' }),
    penaltyMinorUnits: minorUnits,
    refundMinorUnits: minorUnits.meta({ description: 'The amount refunded of the payments.' }),
  })
  .meta({
    id: 'PenaltySpan',
    description: 'A period with one cancellation cost.',
    example: { until: '2027-06-03T13:00:00.000Z', penaltyMinorUnits: '0', refundMinorUnits: '20000' },
  });

export const quotedCancellation = z
  .object({
    policyCode: z.string().nullable().meta({ description: 'Null without a policy: a change left the cost.' }),
    policyVersion: z.int().nullable(),
    refundability: z.enum(['refundable', 'partially_refundable', 'non_refundable']).meta({
      description:
        'Cancelling is free at all times of the timeline, costs the full amount at all times, or neither.',
    }),
    anchor: timestamp.meta({ description: 'The arrival time from which deadlines are counted back.' }),
    graceUntil: timestamp
      .nullable()
      .meta({ description: 'Null in a quote: the grace period begins with the confirmation.' }),
    timeline: listOf(penaltySpan, 50).meta({
      description: 'From now on; the refunds assume that the stay is paid in full.',
    }),
    noShowPenaltyMinorUnits: minorUnits,
  })
  .meta({
    id: 'QuotedCancellation',
    description: 'The cost of a cancellation, by time.',
    example: {
      policyCode: 'flexible',
      policyVersion: 1,
      refundability: 'partially_refundable',
      anchor: '2027-06-10T13:00:00.000Z',
      graceUntil: null,
      timeline: [
        { until: '2027-06-03T13:00:00.000Z', penaltyMinorUnits: '0', refundMinorUnits: '20000' },
        { until: null, penaltyMinorUnits: '10000', refundMinorUnits: '10000' },
      ],
      noShowPenaltyMinorUnits: '20000',
    },
  });

export const cancellationStep = z
  .union([z.int().min(0), z.enum(['afterwards', 'grace', 'no_show', 'override'])])
  .meta({ description: 'The index of the policy step that applies, or the name of another rule.' });

/** `refunds` are those of the settlement alone. */
export const bookingCancellation = z
  .object({
    at: timestamp,
    policyCode: z.string().nullable().meta({ description: 'Null if no policy applied.' }),
    step: cancellationStep,
    penaltyMinorUnits: minorUnits,
    keptMinorUnits: minorUnits.meta({ description: 'The retained part of the payments.' }),
    refundMinorUnits: minorUnits.nullable().meta({
      description: 'The amount refunded or pending. Null until it is known; the refund is automatic.',
    }),
    dueMinorUnits: minorUnits.nullable().meta({
      description: 'The unpaid part of the penalty. It is not charged automatically.',
    }),
    overridden: z.boolean(),
    refunds: listOf(refund, 10_000),
  })
  .meta({
    id: 'BookingCancellation',
    description: 'The amount retained of a cancelled booking or a no-show.',
    example: {
      at: '2027-06-04T10:00:00.000Z',
      policyCode: 'flexible',
      step: 'afterwards',
      penaltyMinorUnits: '10000',
      keptMinorUnits: '10000',
      refundMinorUnits: '10000',
      dueMinorUnits: '0',
      overridden: false,
      refunds: [{ ...Object(exampleOf(refund)), amountMinorUnits: '10000' }],
    },
  });
export type BookingCancellation = z.infer<typeof bookingCancellation>;
