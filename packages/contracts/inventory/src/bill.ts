import {
  currency,
  exampleOf,
  listOf,
  localDate,
  minorUnits,
  shownTranslations,
} from '@lodging/contract-wire';
import { z } from 'zod';
import { lineCollect, rateBps } from './tax-rules.ts';

export const billLine = z
  .object({
    id: z.string(),
    kind: z.enum(['discount', 'fee', 'extra', 'tax']),
    code: z.string(),
    name: z.string(),
    inclusive: z.boolean().meta({ description: 'Included in the accommodation; adds nothing to the total.' }),
    collect: lineCollect,
    refundable: z.boolean(),
    baseMinorUnits: minorUnits.nullable().meta({ description: 'The base amount of a percentage.' }),
    rateBps: rateBps.nullable(),
    unitAmountMinorUnits: minorUnits.nullable().meta({
      description: 'For a fixed amount; null if persons pay different amounts.',
    }),
    count: z.int().nullable().meta({
      description: 'The multiplier of the fixed amount: units or paying persons × nights.',
    }),
    amountMinorUnits: minorUnits,
    note: z.string().nullable().optional().meta({
      description:
        'With a secret key only. `assumed_age:n`: the ages of n children are unknown; `exempt:` with a reason.',
    }),
    translations: shownTranslations,
  })
  .meta({
    id: 'BillLine',
    description: 'One item of a price. Lines are in the order of computation.',
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

/** The longest stay has 366 nights; a generic resource counts the local days that it touches. */
export const MAX_LISTED_NIGHTS = 400;

const described = (description: string) => minorUnits.meta({ description });

/** What a bill has beyond its nights and multipliers. */
export const billSums = {
  discountMinorUnits: described('Subtracted from the room total.'),
  accommodationMinorUnits: described('The room total minus the discount, including inclusive lines.'),
  lines: listOf(billLine, 1_000),
  includedTaxMinorUnits: described('Taxes included in the accommodation.'),
  addedTaxMinorUnits: described('Exclusive taxes paid online.'),
  feesMinorUnits: described('Exclusive fees paid online.'),
  extrasMinorUnits: described('Extras paid online.'),
  dueAtPropertyMinorUnits: described('The amount that the guest pays at the property; not part of totals.'),
  totalMinorUnits: described('The amount charged: accommodation, fees, extras and exclusive taxes.'),
};

/** The frozen, itemised price of a stay. */
export const bill = z
  .object({
    currency,
    quantity: z.int(),
    nights: listOf(
      z.object({
        date: localDate,
        amountMinorUnits: minorUnits,
        extraGuestsMinorUnits: minorUnits.optional().meta({
          description: 'The part of the amount that extra guests add; absent where they add nothing.',
        }),
      }),
      MAX_LISTED_NIGHTS,
    ).meta({ description: 'The price of one unit.' }),
    childAges: listOf(z.int(), 1_000).optional().meta({
      description: 'The ages with which the stay was priced; absent where none were given.',
    }),
    leadTimeMultiplierBps: z.int(),
    lengthOfStayMultiplierBps: z.int(),
    roomMinorUnits: described('The nights of all units, after both adjustments.'),
    ...billSums,
  })
  .meta({
    id: 'Bill',
    description: 'The itemised price of a stay at the time of sale.',
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
