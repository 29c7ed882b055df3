import { currency, instant, localDate, minorUnits, positiveInteger, rpc, uuid } from '@lodging/contract-wire';
import { z } from 'zod';
import { availabilityReason } from './records.ts';

const context = 'inventory';

export const findAvailability = rpc({
  context,
  name: 'find-availability',
  request: z.object({ resourceId: uuid, from: instant, to: instant, partySize: positiveInteger }),
  response: z.object({
    resourceId: uuid,
    from: z.string(),
    to: z.string(),
    partySize: z.int(),
    available: z.boolean(),
    reasons: z.array(availabilityReason),
  }),
  refusals: ['resource_not_found', 'invalid_window'],
  idempotent: true,
});

const adjustment = z.object({
  amountMinorUnits: minorUnits,
  kind: z.enum(['none', 'discount', 'surcharge']),
  multiplierBps: z.int(),
});

export const priceBreakdown = z.object({
  currency,
  subtotalMinorUnits: minorUnits,
  totalMinorUnits: minorUnits,
  leadTimeAdjustment: adjustment,
  lengthOfStayAdjustment: adjustment,
  nights: z.array(
    z.object({
      date: localDate,
      baseAmountMinorUnits: minorUnits,
      dayOfWeekMultiplierBps: z.int(),
      seasonalMultiplierBps: z.int(),
      amountMinorUnits: minorUnits,
    }),
  ),
});
export type PriceBreakdown = z.infer<typeof priceBreakdown>;

export const displayTotal = z.object({ amountMinorUnits: z.string(), currency });
export const fxQuote = z.object({
  effectiveAt: z.string(),
  fromCurrency: currency,
  rateBps: z.string(),
  source: z.string(),
  toCurrency: currency,
});

/**
 * Price and reasons of one stay in one answer. `purpose` decides the window's rule: a quote for a stay that is over is
 * `invalid_window`; a booking by secret key may be entered afterwards.
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
    /** Given only where the caller tells adults from children. */
    occupancyChildren: z.int().min(0).optional(),
    displayCurrency: currency.optional(),
  }),
  response: z.object({
    resourceId: uuid,
    roomTypeId: uuid.nullable(),
    ratePlanId: uuid.nullable(),
    timezone: z.string(),
    priceBreakdown,
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
    'fx_rate_unavailable',
  ],
  idempotent: true,
});
export type PriceStayRequest = z.infer<typeof priceStay.request>;
export type PriceStayResponse = z.infer<typeof priceStay.response>;

/** What a claim is about. `claimId` is the reservation's id, so that every command on a claim can be repeated. */
export const claimSubject = z.object({
  claimId: uuid,
  resourceId: uuid,
  from: instant,
  to: instant,
  quantity: positiveInteger,
});
const claimAnswer = z.object({ claimId: uuid, state: z.enum(['held', 'confirmed']) });

/** Leases units until `expiresAt`; null claims them for good. The same claim again answers as the first time. */
export const claimUnits = rpc({
  context,
  name: 'claim-units',
  request: claimSubject.extend({ expiresAt: instant.nullable() }),
  response: claimAnswer,
  refusals: ['resource_not_found', 'units_taken', 'claim_released', 'resource_locked'],
  idempotent: true,
});

/**
 * Makes a claim permanent. A lease that lapsed is taken again when the units are still free; a claim that was released
 * for any other reason than expiry stays released.
 */
export const confirmClaim = rpc({
  context,
  name: 'confirm-claim',
  request: claimSubject,
  response: claimAnswer,
  refusals: ['resource_not_found', 'units_taken', 'claim_released', 'resource_locked'],
  idempotent: true,
});

/** Frees the units and leaves a tombstone, so that a claim which arrives after its own release is refused. */
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
});
