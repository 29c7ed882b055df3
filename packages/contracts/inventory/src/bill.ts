import { currency, exampleOf, localDate, minorUnits } from '@lodging/contract-wire';
import { z } from 'zod';
import { lineCollect, rateBps } from './tax-rules.ts';

export const billLine = z
  .object({
    id: z.string(),
    kind: z.enum(['discount', 'fee', 'extra', 'tax']),
    code: z.string(),
    name: z.string(),
    inclusive: z
      .boolean()
      .meta({ description: 'The accommodation has it in it: it adds nothing to the total.' }),
    collect: lineCollect,
    refundable: z.boolean(),
    baseMinorUnits: minorUnits.nullable().meta({ description: 'What a percentage was taken of.' }),
    rateBps: rateBps.nullable(),
    unitAmountMinorUnits: minorUnits.nullable().meta({
      description: 'Of a fixed amount; null where persons pay different ones.',
    }),
    count: z.int().nullable().meta({
      description: 'How often the fixed amount was charged: units or paying persons, times nights.',
    }),
    amountMinorUnits: minorUnits,
    note: z.string().nullable().optional().meta({
      description:
        'Never for a publishable key. `assumed_age:n` where the ages of n children were not told, `exempt:` with a reason.',
    }),
  })
  .meta({
    id: 'BillLine',
    description: 'One item of a price. Lines stand in the order in which they were computed.',
    example: {
      id: 'VAT',
      kind: 'tax',
      code: 'VAT',
      name: 'VAT',
      inclusive: true,
      collect: 'online',
      refundable: true,
      baseMinorUnits: '20000',
      rateBps: '700',
      unitAmountMinorUnits: null,
      count: null,
      amountMinorUnits: '1308',
      note: null,
    },
  });
export type BillLine = z.infer<typeof billLine>;

const described = (description: string) => minorUnits.meta({ description });

/** What a bill has beyond its nights and multipliers. */
export const billSums = {
  discountMinorUnits: described('Taken off the room total.'),
  accommodationMinorUnits: described('The room total less the discount; inclusive lines are part of it.'),
  lines: z.array(billLine),
  includedTaxMinorUnits: described('The taxes that the accommodation has in it.'),
  addedTaxMinorUnits: described('The taxes that are added and paid online.'),
  feesMinorUnits: described('The fees that are added and paid online.'),
  extrasMinorUnits: described('The extras that are paid online.'),
  dueAtPropertyMinorUnits: described('What the guest pays at the property; in no total.'),
  totalMinorUnits: described('What is charged: accommodation, fees, extras and added taxes.'),
};

/** The frozen, itemised price of a stay. */
export const bill = z
  .object({
    currency,
    quantity: z.int(),
    nights: z.array(z.object({ date: localDate, amountMinorUnits: minorUnits })).meta({
      description: 'Of one unit.',
    }),
    leadTimeMultiplierBps: z.int(),
    lengthOfStayMultiplierBps: z.int(),
    roomMinorUnits: described('The nights of all units with both adjustments.'),
    ...billSums,
  })
  .meta({
    id: 'Bill',
    description: 'The itemised price of a stay, as it was when the stay was sold.',
    example: {
      currency: 'EUR',
      quantity: 1,
      nights: [
        { date: '2027-06-10', amountMinorUnits: '10000' },
        { date: '2027-06-11', amountMinorUnits: '10000' },
      ],
      leadTimeMultiplierBps: 10_000,
      lengthOfStayMultiplierBps: 10_000,
      roomMinorUnits: '20000',
      discountMinorUnits: '0',
      accommodationMinorUnits: '20000',
      lines: [exampleOf(billLine)],
      includedTaxMinorUnits: '1308',
      addedTaxMinorUnits: '0',
      feesMinorUnits: '0',
      extrasMinorUnits: '0',
      dueAtPropertyMinorUnits: '0',
      totalMinorUnits: '20000',
    },
  });
export type Bill = z.infer<typeof bill>;
