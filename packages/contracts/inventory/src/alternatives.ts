import { currency, exampleIds, minorUnits, timestamp, uuid } from '@lodging/contract-wire';
import { z } from 'zod';
import { displayTotal } from './records.ts';

export const MAX_ALTERNATIVES = 5;

export const alternativesWanted = z.int().min(0).max(MAX_ALTERNATIVES).meta({
  description: 'The maximum number of alternatives for a refused stay; none if absent or 0.',
});

export const alternative = z
  .object({
    kind: z.enum(['plan', 'resource', 'shift', 'shorter', 'longer']).meta({
      description:
        'Another rate plan, another resource on the same dates, the same nights on other dates, fewer nights, or more.',
    }),
    resourceId: uuid,
    ratePlanId: uuid.nullable(),
    from: timestamp.meta({ description: 'Send it unchanged to a quote.' }),
    to: timestamp,
    nights: z.int().meta({ description: 'For a generic resource: the local days that the stay overlaps.' }),
    shiftDays: z.int().meta({ description: 'The shift of the arrival in days; negative: earlier.' }),
    totalMinorUnits: minorUnits.meta({ description: 'Exactly the total of a quote at this time.' }),
    currency,
    displayTotal: displayTotal.nullable().meta({ description: 'Null without an exchange rate.' }),
  })
  .meta({
    id: 'Alternative',
    description:
      'An available stay near the refused one. It is not held, and may be sold before it is quoted.',
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
