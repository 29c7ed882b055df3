import {
  boundedArray,
  currency,
  exampleIds,
  exampleOf,
  exampleWindow,
  instant,
  listOf,
  localDate,
  minorUnits,
  positiveInteger,
  rpc,
  text,
  timestamp,
  uuid,
} from '@lodging/contract-wire';
import { z } from 'zod';
import { alternative, alternativesWanted, MAX_ALTERNATIVES } from './alternatives.ts';
import { billLine, billSums, MAX_LISTED_NIGHTS } from './bill.ts';
import { availabilityReasons, displayTotal } from './records.ts';
import { scheduledPayments, soldPolicy } from './sold-terms.ts';

const context = 'inventory';

export const findAvailability = rpc({
  context,
  name: 'find-availability',
  request: z.object({
    resourceId: uuid,
    from: instant,
    to: instant,
    partySize: positiveInteger,
    /** One where it is missing. */
    quantity: positiveInteger.optional(),
    occupancyChildren: z.int().min(0).optional(),
    /** Without it any enabled plan may accept the stay. */
    ratePlanId: uuid.optional(),
    alternatives: alternativesWanted.optional(),
  }),
  response: z
    .object({
      resourceId: uuid,
      from: timestamp,
      to: timestamp,
      partySize: z.int(),
      available: z.boolean(),
      reasons: availabilityReasons.meta({ description: 'Empty when available.' }),
      alternatives: listOf(alternative, MAX_ALTERNATIVES).optional().meta({
        description: 'Present if the request has `alternatives`; empty if the stay is available.',
      }),
    })
    .meta({
      id: 'Availability',
      description: 'The availability of a stay, with every reason if it cannot be sold.',
      example: {
        resourceId: exampleIds.resource,
        ...exampleWindow,
        partySize: 2,
        available: false,
        reasons: ['reserved'],
      },
    }),
  refusals: ['resource_not_found', 'rate_plan_not_found', 'invalid_window', 'search_too_broad'],
  idempotent: true,
});

const adjustment = z.object({
  amountMinorUnits: minorUnits,
  kind: z.enum(['none', 'discount', 'surcharge']),
  multiplierBps: z.int(),
});

const exampleNight = {
  baseAmountMinorUnits: '10000',
  dayOfWeekMultiplierBps: 10_000,
  seasonalMultiplierBps: 10_000,
  occupancyMultiplierBps: 10_000,
  extraGuestsMinorUnits: '0',
  amountMinorUnits: '10000',
};

export const priceBreakdown = z
  .object({
    currency,
    subtotalMinorUnits: minorUnits,
    leadTimeAdjustment: adjustment,
    lengthOfStayAdjustment: adjustment,
    roomTotalMinorUnits: minorUnits.meta({ description: 'The subtotal with both adjustments.' }),
    ...billSums,
    nights: listOf(
      z.object({
        date: localDate,
        baseAmountMinorUnits: minorUnits,
        dayOfWeekMultiplierBps: z.int(),
        seasonalMultiplierBps: z.int(),
        occupancyMultiplierBps: z.int().meta({ description: 'For one adult without children.' }),
        extraGuestsMinorUnits: minorUnits.meta({
          description: 'Added by guests whom the base amount does not include; no multiplier acts on it.',
        }),
        amountMinorUnits: minorUnits.meta({
          description:
            'Base × multipliers + extra guests. Of a derived plan that of the parent, scaled and adjusted.',
        }),
      }),
      MAX_LISTED_NIGHTS,
    ),
  })
  .meta({
    id: 'PriceBreakdown',
    description:
      'The computation of the total: nights × quantity is the subtotal; the adjustments are unsigned amounts and ' +
      'result in the room total; exclusive lines that are paid online are added.',
    example: {
      currency: 'EUR',
      subtotalMinorUnits: '20000',
      leadTimeAdjustment: { amountMinorUnits: '0', kind: 'none', multiplierBps: 10_000 },
      lengthOfStayAdjustment: { amountMinorUnits: '0', kind: 'none', multiplierBps: 10_000 },
      roomTotalMinorUnits: '20000',
      discountMinorUnits: '0',
      accommodationMinorUnits: '20000',
      lines: [exampleOf(billLine)],
      includedTaxMinorUnits: '1308',
      addedTaxMinorUnits: '0',
      feesMinorUnits: '0',
      extrasMinorUnits: '0',
      dueAtPropertyMinorUnits: '0',
      totalMinorUnits: '20000',
      nights: [
        { date: '2027-06-10', ...exampleNight },
        { date: '2027-06-11', ...exampleNight },
      ],
    },
  });
export type PriceBreakdown = z.infer<typeof priceBreakdown>;

export const fxQuote = z
  .object({
    effectiveAt: timestamp,
    fromCurrency: currency,
    rateBps: z.string(),
    source: z.string(),
    toCurrency: currency,
  })
  .meta({
    id: 'ExchangeRate',
    description:
      'The rate behind `displayTotal`. `rateBps` is in basis points and may have a fraction; 10000 is one to one. ' +
      '`source` is `identity` within one currency and `cross` through a common one.',
  });

export const childAge = z.int().min(0).max(17);
export const childAges = boundedArray(childAge, { max: 1_000 }).meta({
  description:
    'One for each of `occupancyChildren`. A child without an age counts as age 0 for taxes and prices by age.',
});

/** For `refine`: an age for each child, or none at all. */
export function hasAgeOfEachChild({
  occupancyChildren,
  childAges: ages,
}: {
  readonly occupancyChildren?: number | undefined;
  readonly childAges?: readonly number[] | undefined;
}): boolean {
  return ages === undefined || ages.length === occupancyChildren;
}
export const ONE_AGE_PER_CHILD = {
  path: ['childAges'],
  message: 'must have one age for each of occupancyChildren',
};

export const taxExemption = z
  .object({ code: z.string().max(64), reason: text({ min: 1, max: 200 }) })
  .meta({ id: 'TaxExemption', description: 'An exemption from a tax or fee.' });
export const taxExemptions = boundedArray(taxExemption, { max: 50 });

/**
 * The price of an available stay. `unavailable` has the fields `reasons` and, where `alternatives` asks for them,
 * `alternatives`. A `quote` of a stay that is over is refused as `invalid_window`; a `booking` by secret key
 * may be entered afterwards.
 */
export const priceStay = rpc({
  context,
  name: 'price-stay',
  request: z.object({
    purpose: z.enum(['quote', 'booking']),
    resourceId: uuid,
    ratePlanId: uuid.optional(),
    from: instant,
    to: instant,
    partySize: positiveInteger,
    quantity: positiveInteger,
    /** Missing where the caller does not distinguish adults and children. */
    occupancyChildren: z.int().min(0).optional(),
    childAges: childAges.optional(),
    /** Of a booking alone. */
    taxExemptions: taxExemptions.optional(),
    displayCurrency: currency.optional(),
    alternatives: alternativesWanted.optional(),
  }),
  response: z.object({
    resourceId: uuid,
    roomTypeId: uuid.nullable(),
    ratePlanId: uuid.nullable(),
    timezone: z.string(),
    priceBreakdown,
    /** Of each night the part that extra guests add to its amount; absent where they add nothing. */
    extraGuests: listOf(minorUnits, MAX_LISTED_NIGHTS).optional(),
    /** Null without a policy. */
    cancellation: soldPolicy.nullable(),
    schedule: scheduledPayments,
    displayTotal,
    fx: fxQuote,
  }),
  refusals: [
    'resource_not_found',
    'rate_plan_not_found',
    'rate_plan_required',
    'invalid_window',
    'party_not_divisible',
    'unavailable',
    'no_pricing_rule',
    'exemption_not_allowed',
    'fx_rate_unavailable',
    'search_too_broad',
  ],
  idempotent: true,
  calledFor: ['reservations.v1.create-quote', 'reservations.v1.create-booking'],
});
export type PriceStayRequest = z.infer<typeof priceStay.request>;
export type PriceStayResponse = z.infer<typeof priceStay.response>;
