import {
  boundedArray,
  currency,
  instant,
  localDate,
  minorUnits,
  positiveInteger,
  rpc,
  uuid,
} from '@lodging/contract-wire';
import { z } from 'zod';
import { MAX_LISTED_NIGHTS } from '../bill.ts';
import { soldCancellationPolicy } from '../cancellation-policies.ts';
import { childAges, priceStay, taxExemptions } from '../stay.ts';

const window = { from: instant, to: instant };

/** The stay as it is booked. */
const bookedStay = z.object({
  /** The id of its claim, whose units the changed stay may have. */
  claimId: uuid,
  resourceId: uuid,
  ...window,
  quantity: positiveInteger,
  currency,
  timezone: z.string(),
});

/** What a changed stay keeps of its price. Without it all nights have the price of now. */
const keptPrice = z.object({
  leadTimeMultiplierBps: z.int(),
  /** Of one unit, by date; those that the changed stay does not have count for nothing. */
  nights: boundedArray(
    z.object({
      date: localDate,
      amountMinorUnits: minorUnits,
      /** The part of it that extra guests add. */
      extraGuestsMinorUnits: minorUnits.optional(),
    }),
    { max: MAX_LISTED_NIGHTS },
  ),
  /** The party has other adults or children, so that what it adds to a night is computed again. */
  isPartyChanged: z.boolean(),
});

/**
 * The price of a stay that a booking is changed to, evaluated as a quote is, without the booking's own claim. A target in
 * another currency is `currency_mismatch`; one in another time zone needs both of its ends (`validation_failed`).
 */
export const priceChange = rpc({
  context: 'inventory',
  name: 'price-change',
  request: z.object({
    booked: bookedStay,
    resourceId: uuid,
    ratePlanId: uuid.optional(),
    ...window,
    /** Both ends were given. */
    hasBothEnds: z.boolean(),
    partySize: positiveInteger,
    quantity: positiveInteger,
    occupancyChildren: z.int().min(0),
    /** False where the party was sold without a number of children, as for a quote without one. */
    limitsAdults: z.boolean().optional(),
    childAges: childAges.optional(),
    /** Refused where a rule allows none. */
    taxExemptions: taxExemptions.optional(),
    /** Those of the booked stay: they stay where their rule still allows one. */
    bookedExemptions: taxExemptions.optional(),
    displayCurrency: currency.optional(),
    /** Its guests have arrived: it is not closed to arrival, and never over. */
    hasBegun: z.boolean(),
    kept: keptPrice.nullable(),
    /** The policy that the stay keeps, under a new anchor; null: none. Absent: that of the plan. */
    keptPolicy: soldCancellationPolicy.nullable().optional(),
  }),
  response: priceStay.response,
  refusals: [
    'validation_failed',
    'currency_mismatch',
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
  calledFor: ['reservations.v1.quote-change', 'reservations.v1.quote-managed-change'],
});
export type PriceChangeRequest = z.infer<typeof priceChange.request>;
