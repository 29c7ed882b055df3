import {
  currency,
  exampleIds,
  exampleOf,
  exampleWindow,
  instant,
  localDate,
  minorUnits,
  positiveInteger,
  rpc,
  text,
  timestamp,
  uuid,
} from '@lodging/contract-wire';
import { z } from 'zod';
import { alternative, alternativesWanted } from './alternatives.ts';
import { billLine, billSums } from './bill.ts';
import { availabilityReason, displayTotal } from './records.ts';
import { scheduledPayment, soldPolicy } from './sold-terms.ts';

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
      reasons: z.array(availabilityReason).meta({ description: 'Empty when available.' }),
      alternatives: z.array(alternative).optional().meta({
        description: 'Where they were asked for; empty when available.',
      }),
    })
    .meta({
      id: 'Availability',
      description: 'Whether a stay can be sold, and if not, every reason why.',
      example: {
        resourceId: exampleIds.resource,
        ...exampleWindow,
        partySize: 2,
        available: false,
        reasons: ['reserved'],
      },
    }),
  refusals: ['resource_not_found', 'rate_plan_not_found', 'invalid_window'],
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
    nights: z.array(
      z.object({
        date: localDate,
        baseAmountMinorUnits: minorUnits,
        dayOfWeekMultiplierBps: z.int(),
        seasonalMultiplierBps: z.int(),
        amountMinorUnits: minorUnits,
      }),
    ),
  })
  .meta({
    id: 'PriceBreakdown',
    description:
      'How the total came about: nights × quantity is the subtotal; the adjustments are sizes without a sign, and make the ' +
      'room total of it; lines that are not inclusive and are paid online are added.',
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

/** An older process of inventory answers without a bill: the total is that of the room. */
function withBill(breakdown: unknown): unknown {
  if (typeof breakdown !== 'object' || breakdown === null || 'lines' in breakdown) return breakdown;
  const total = 'totalMinorUnits' in breakdown ? breakdown.totalMinorUnits : undefined;
  const none = Object.fromEntries(Object.keys(billSums).map((name) => [name, '0']));
  return { ...none, lines: [], roomTotalMinorUnits: total, accommodationMinorUnits: total, ...breakdown };
}

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
export const childAges = z.array(childAge).meta({
  description:
    'One for each of `occupancyChildren`. A child whose age is not sent counts as age 0 for taxes by age.',
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
  .meta({ id: 'TaxExemption', description: 'A tax or fee that the guests are exempt from.' });

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
    taxExemptions: z.array(taxExemption).max(50).optional(),
    displayCurrency: currency.optional(),
    alternatives: alternativesWanted.optional(),
  }),
  response: z.object({
    resourceId: uuid,
    roomTypeId: uuid.nullable(),
    ratePlanId: uuid.nullable(),
    timezone: z.string(),
    priceBreakdown: z.preprocess(withBill, priceBreakdown),
    /** Null without a policy; both are missing from an older process of inventory. */
    cancellation: soldPolicy.nullable().optional(),
    schedule: z.array(scheduledPayment).optional(),
    displayTotal,
    fx: fxQuote,
  }),
  refusals: [
    'resource_not_found',
    'rate_plan_not_found',
    'rate_plan_required',
    'invalid_window',
    'unavailable',
    'no_pricing_rule',
    'exemption_not_allowed',
    'fx_rate_unavailable',
  ],
  idempotent: true,
});
export type PriceStayRequest = z.infer<typeof priceStay.request>;
export type PriceStayResponse = z.infer<typeof priceStay.response>;

/** `claimId` is the id of the reservation, so that every request about a claim can be repeated. */
export const claimRequest = z.object({
  claimId: uuid,
  resourceId: uuid,
  from: instant,
  to: instant,
  quantity: positiveInteger,
});
const claimResponse = z.object({ claimId: uuid, state: z.enum(['held', 'confirmed']) });

/** Leases units until `expiresAt`; null claims them permanently. A repeated claim has the result of the first one. */
export const claimUnits = rpc({
  context,
  name: 'claim-units',
  request: claimRequest.extend({ expiresAt: instant.nullable() }),
  response: claimResponse,
  refusals: ['resource_not_found', 'units_taken', 'claim_released', 'resource_locked'],
  idempotent: true,
});

/** Whether other claims take the units at this moment. It changes nothing: that they are free promises nothing. */
export const checkUnits = rpc({
  context,
  name: 'check-units',
  request: claimRequest,
  response: z.object({ taken: z.boolean() }),
  refusals: [],
  idempotent: true,
});

/**
 * Makes a claim permanent. The units of an expired lease are taken again if they are still free; a claim that was released
 * for another reason than expiry stays released.
 */
export const confirmClaim = rpc({
  context,
  name: 'confirm-claim',
  request: claimRequest,
  response: claimResponse,
  refusals: ['resource_not_found', 'units_taken', 'claim_released', 'resource_locked'],
  idempotent: true,
  calledBy: ['reservations'],
});

/** Of a stay that its owner has as sold: also where its claim was released, by an event that the owner has lost. */
export const renewClaim = rpc({
  context,
  name: 'renew-claim',
  request: claimRequest,
  response: claimResponse,
  refusals: ['resource_not_found', 'units_taken', 'resource_locked'],
  idempotent: true,
  calledBy: ['reservations'],
});

/** Of a stay that its owner does not know. False: there is no claim of a stay under this id. */
export const releaseLostClaim = rpc({
  context,
  name: 'release-lost-claim',
  request: z.object({ claimId: uuid }),
  response: z.object({ released: z.boolean() }),
  refusals: ['resource_locked'],
  idempotent: true,
  calledBy: ['reservations'],
});

/** Frees the units and leaves a tombstone, so that a claim that arrives after its release is refused. */
export const releaseClaim = rpc({
  context,
  name: 'release-claim',
  request: z.object({
    claimId: uuid,
    resourceId: uuid,
    reason: z.enum(['expired', 'cancelled', 'abandoned', 'no_show']),
  }),
  response: z.object({ released: z.boolean() }),
  refusals: ['resource_locked'],
  idempotent: true,
  calledBy: ['reservations'],
});
