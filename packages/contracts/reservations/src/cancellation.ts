import { minorUnits, timestamp } from '@lodging/contract-wire';
import { z } from 'zod';

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
