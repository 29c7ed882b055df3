import { currency, exampleIds, minorUnits, timestamp, uuid } from '@lodging/contract-wire';
import { z } from 'zod';
import { displayTotal } from './records.ts';

export const MAX_ALTERNATIVES = 5;

export const alternativesWanted = z.int().min(0).max(MAX_ALTERNATIVES).meta({
  description: 'How many stays near a refused one are suggested at the most; none where it is absent or 0.',
});

export const alternative = z
  .object({
    kind: z.enum(['plan', 'resource', 'shift', 'shorter', 'longer']).meta({
      description:
        'Another rate plan, another resource on the same dates, the same nights on other dates, fewer nights, or more.',
    }),
    resourceId: uuid,
    ratePlanId: uuid.nullable(),
    from: timestamp.meta({ description: 'To be sent to a quote as it is.' }),
    to: timestamp,
    nights: z.int().meta({ description: 'Of a generic resource the local days that it touches.' }),
    shiftDays: z.int().meta({ description: 'By how many days the arrival is later; negative: earlier.' }),
    totalMinorUnits: minorUnits.meta({ description: 'To the minor unit that of a quote now.' }),
    currency,
    displayTotal: displayTotal.nullable().meta({ description: 'Null without an exchange rate.' }),
  })
  .meta({
    id: 'Alternative',
    description: 'A stay near the one that was refused. Nothing is held: it may be gone when it is quoted.',
    example: {
      kind: 'shift',
      resourceId: exampleIds.resource,
      ratePlanId: exampleIds.ratePlan,
      from: '2027-06-11T13:00:00.000Z',
      to: '2027-06-13T09:00:00.000Z',
      nights: 2,
      shiftDays: 1,
      totalMinorUnits: '20000',
      currency: 'EUR',
      displayTotal: { amountMinorUnits: '20000', currency: 'EUR' },
    },
  });
export type AlternativeWire = z.infer<typeof alternative>;
