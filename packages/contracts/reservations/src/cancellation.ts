import { refund } from '@lodging/contract-payments';
import { exampleOf, minorUnits, rpc, timestamp, uuid } from '@lodging/contract-wire';
import { z } from 'zod';
import { reservationState } from './states.ts';

export const penaltySpan = z
  .object({
    until: timestamp
      .nullable()
      .meta({ description: 'Exclusive: at this moment the next one holds. Null has no end.' }),
    penaltyMinorUnits: minorUnits,
    refundMinorUnits: minorUnits.meta({ description: 'What goes back of what was paid.' }),
  })
  .meta({
    id: 'PenaltySpan',
    description: 'A time in which a cancellation costs the same.',
    example: { until: '2027-06-03T13:00:00.000Z', penaltyMinorUnits: '0', refundMinorUnits: '20000' },
  });

export const quotedCancellation = z
  .object({
    policyCode: z.string(),
    policyVersion: z.int(),
    refundability: z.enum(['refundable', 'partially_refundable', 'non_refundable']).meta({
      description:
        'Whether cancelling is free at all times of the timeline, costs everything at all times, or neither.',
    }),
    anchor: timestamp.meta({ description: 'The arrival that deadlines are counted back from.' }),
    graceUntil: timestamp
      .nullable()
      .meta({ description: 'Null in a quote: the grace begins with the confirmation.' }),
    timeline: z
      .array(penaltySpan)
      .meta({ description: 'From now on; refunds are of a stay that is paid in full.' }),
    noShowPenaltyMinorUnits: minorUnits,
  })
  .meta({
    id: 'QuotedCancellation',
    description: 'What cancelling the stay would cost, by when.',
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

const step = z
  .union([z.int().min(0), z.enum(['afterwards', 'grace', 'no_show', 'override'])])
  .meta({ description: 'The index of the step of the policy that holds, or what else decides.' });

/** `refunds` are those of the settlement alone. */
export const bookingCancellation = z
  .object({
    at: timestamp,
    policyCode: z.string().nullable().meta({ description: 'Null where no policy decided.' }),
    step,
    penaltyMinorUnits: minorUnits,
    keptMinorUnits: minorUnits.meta({ description: 'Of what was paid.' }),
    refundMinorUnits: minorUnits.nullable().meta({
      description: 'What went back or is on its way. Null until it is known: it is sent by itself.',
    }),
    dueMinorUnits: minorUnits.nullable().meta({
      description: 'What is missing of the penalty. Nothing is charged by itself.',
    }),
    overridden: z.boolean(),
    refunds: z.array(refund),
  })
  .meta({
    id: 'BookingCancellation',
    description: 'What was kept of a booking that was cancelled, or whose guest did not come.',
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

/** A penalty that an operator decides. */
export const penaltyOverride = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('waive') }),
    z.object({ kind: z.literal('fixed'), amountMinorUnits: minorUnits }),
  ])
  .meta({
    id: 'PenaltyOverride',
    description: 'The whole penalty, instead of the policy. Needs `booking:penalty:override`.',
    example: { kind: 'waive' },
  });

export const previewCancellation = rpc({
  context: 'reservations',
  name: 'preview-cancellation',
  request: z.object({ reservationId: uuid }),
  response: z
    .object({
      legal: z.boolean().meta({ description: 'Whether the booking can be cancelled.' }),
      from: reservationState,
      allowed: z.array(reservationState),
      version: z.int(),
      at: timestamp,
      timeline: z.array(penaltySpan).meta({ description: 'Empty without a policy.' }),
      penaltyMinorUnits: minorUnits.nullable(),
      refundMinorUnits: minorUnits.nullable(),
      dueMinorUnits: minorUnits.nullable(),
      step: step.nullable(),
      validUntil: timestamp.nullable().meta({ description: 'The next deadline.' }),
    })
    .meta({
      id: 'CancellationPreview',
      description: 'What cancelling the booking would cost now; the amounts are null without a policy.',
      example: {
        legal: true,
        from: 'confirmed',
        allowed: ['checked_in', 'no_show', 'cancelled'],
        version: 2,
        at: '2027-06-04T10:00:00.000Z',
        timeline: [{ until: null, penaltyMinorUnits: '10000', refundMinorUnits: '10000' }],
        penaltyMinorUnits: '10000',
        refundMinorUnits: '10000',
        dueMinorUnits: '0',
        step: 'afterwards',
        validUntil: null,
      },
    }),
  refusals: ['booking_not_found'],
  idempotent: true,
});
