import {
  boundedArray,
  currency,
  exampleIds,
  exampleOf,
  instant,
  listOf,
  localDate,
  minorUnits,
  nameTranslations,
  rpc,
  text,
  uuid,
} from '@lodging/contract-wire';
import { z } from 'zod';
import { deposit } from './cancellation-policies.ts';
import { derivation, MAX_LISTED_PLANS, pricingEntry, ratePlan, ratePlans } from './records.ts';
import { continuation, continued } from './whole-list.ts';

const context = 'inventory';

/** Of what is sold: a plan, or a generic resource. Null takes it away. */
export const saleTerms = {
  cancellationPolicyCode: text({ max: 64 }).nullable().optional().meta({
    description: 'The cancellation policy of new bookings.',
  }),
  deposit: deposit.nullable().optional(),
};
/** A maximum above the 366 nights of the longest stay is valid and has no effect. */
const nights = z.int().min(1).max(10_000);
export const ratePlanEntry = z
  .object({
    code: text({ min: 1, max: 64 }),
    name: text({ min: 1, max: 200 }),
    currency,
    enabled: z.boolean().optional(),
    isRefundable: z.boolean().optional(),
    minStayNights: nights.optional(),
    maxStayNights: nights.nullable().optional(),
    closedToArrival: z.boolean().optional(),
    closedToDeparture: z.boolean().optional(),
    derivedFrom: derivation.nullable().optional().meta({
      description: 'The parent of the plan; null ends the derivation.',
    }),
    translations: nameTranslations,
    ...saleTerms,
  })
  .meta({
    id: 'RatePlanEntry',
    description:
      'A rate plan to create or update; absent fields stay unchanged, or get their defaults on a new plan.',
    example: { code: 'FLEX', name: 'Flexible', currency: 'EUR', isRefundable: true, minStayNights: 1 },
  });
export const ratePlanList = boundedArray(ratePlanEntry, { max: 100 });
/** Of a range of nights, for every plan. */
const MAX_LISTED_RATES = 100_000;
const ratesResponse = z.object({ resourceId: uuid, ratePlans }).meta({
  id: 'RatePlans',
  description: 'Every rate plan of the resource.',
  example: { resourceId: exampleIds.resource, ratePlans: [exampleOf(ratePlan)] },
});

/** Upserts by code. A missing field keeps its value, or its default on a new plan. `derived_plan_invalid` has `reason`. */
export const putRates = rpc({
  context,
  name: 'put-rates',
  permission: 'operate',
  request: z.object({ resourceId: uuid, ratePlans: ratePlanList }),
  response: ratesResponse,
  refusals: [
    'resource_not_found',
    'no_room_type',
    'validation_failed',
    'unknown_policy_code',
    'derived_plan_invalid',
    'limit_reached',
    'resource_locked',
  ],
  idempotent: true,
});

export const nightlyRate = z
  .object({
    ratePlanCode: z.string(),
    date: localDate,
    amountMinorUnits: minorUnits,
    source: z.enum(['base', 'override', 'derived']).meta({
      description:
        '`override` is the rate of the date, `base` the base amount of the plan, `derived` the amount of its parent, scaled and adjusted.',
    }),
  })
  .meta({ id: 'NightlyRate', description: 'The price of a night before weekday, season and occupancy.' });

/** With a window, the response has the nightly rates of its dates (`to` exclusive, at most 366). */
export const readRates = rpc({
  context,
  name: 'read-rates',
  request: z.object({ resourceId: uuid, window: z.object({ from: localDate, to: localDate }).optional() }),
  response: ratesResponse.extend({ nightlyRates: listOf(nightlyRate, MAX_LISTED_RATES).optional() }).meta({
    id: 'Rates',
    description: 'Every rate plan of the resource; with dates, its nightly rates too.',
    example: {
      resourceId: exampleIds.resource,
      ratePlans: [exampleOf(ratePlan)],
      nightlyRates: [
        { ratePlanCode: 'FLEX', date: '2027-06-10', amountMinorUnits: '10000', source: 'base' },
        { ratePlanCode: 'FLEX', date: '2027-06-11', amountMinorUnits: '12000', source: 'override' },
      ],
    },
  }),
  refusals: ['resource_not_found', 'invalid_window', 'range_too_large'],
  idempotent: true,
});

/** Of all entries of a request: far more than a resource may have, and as much as its body holds. */
const MAX_SEASONS = 10_000;
function seasonCount(entry: unknown): number {
  const seasons: unknown = Object(entry).seasons;
  return Array.isArray(seasons) ? seasons.length : 0;
}
export const pricingList = boundedArray(pricingEntry, {
  max: 100,
  together: {
    max: MAX_SEASONS,
    message: `must have at most ${MAX_SEASONS} seasons in all`,
    count: seasonCount,
  },
});
const pricingResponse = z.object({
  resourceId: uuid,
  pricing: listOf(pricingEntry, MAX_LISTED_PLANS),
  ...continuation,
});
/** Answers the first page of all prices. */
export const putPricing = rpc({
  context,
  name: 'put-pricing',
  permission: 'operate',
  request: z.object({ resourceId: uuid, pricing: pricingList }),
  response: pricingResponse,
  refusals: [
    'resource_not_found',
    'unknown_rate_plan_code',
    'plan_is_derived',
    'validation_failed',
    'limit_reached',
    'resource_locked',
  ],
  idempotent: true,
});
/** Positions are text of this service. */
export const readPricing = rpc({
  context,
  name: 'read-pricing',
  request: z.object({ resourceId: uuid, ...continued }),
  response: pricingResponse,
  refusals: ['resource_not_found'],
  idempotent: true,
});

export const fxRate = z.object({
  fromCurrency: currency,
  toCurrency: currency,
  /** A positive decimal, major units of `toCurrency` per one of `fromCurrency`. */
  rate: z
    .string()
    .regex(/^\d{1,12}(\.\d{1,12})?$/, 'must be a decimal number')
    .refine((value) => /[1-9]/.test(value), 'must be above zero'),
  effectiveAt: instant,
  source: text({ min: 1, max: 100 }),
});
export const fxRateList = boundedArray(fxRate, { min: 1, max: 1_000 });
/** For all tenants; the request has the nil tenant. */
export const putFxRates = rpc({
  context,
  name: 'put-fx-rates',
  request: z.object({ rates: fxRateList }),
  response: z.object({ rates: z.array(fxRate) }),
  refusals: ['validation_failed'],
  idempotent: true,
  platformOnly: true,
});
