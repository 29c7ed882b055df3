import {
  boundedArray,
  currency,
  exampleIds,
  exampleOf,
  listOf,
  localDate,
  minorUnits,
  shownTranslations,
  text,
  timestamp,
  uuid,
} from '@lodging/contract-wire';
import { z } from 'zod';
import { deposit, localTime } from './cancellation-policies.ts';

export const resourceKind = z.enum(['hotel_room', 'apartment', 'villa', 'generic']).meta({
  id: 'ResourceKind',
  description: 'All except `generic` are lodging: sold by the night, with a room type and rate plans.',
});

export const availabilityReason = z
  .enum([
    'occupancy_exceeded',
    'reserved',
    'external_block',
    'min_stay',
    'max_stay',
    'closed_to_arrival',
    'closed_to_departure',
    'stop_sell',
  ])
  .meta({
    id: 'AvailabilityReason',
    description: 'The reason why a stay cannot be sold. Responses list reasons in this order.',
  });
export const availabilityReasons = listOf(availabilityReason, availabilityReason.options.length);
export type AvailabilityReason = z.infer<typeof availabilityReason>;

export const displayTotal = z
  .object({ amountMinorUnits: z.string(), currency })
  .meta({ id: 'DisplayTotal', description: 'The total in the display currency.' });

export const roomType = z
  .object({
    id: uuid,
    code: z.string(),
    name: z.string(),
    maxOccupancy: z.int(),
    maxAdults: z.int(),
    maxChildren: z.int(),
    translations: shownTranslations,
  })
  .meta({
    id: 'RoomType',
    description: 'The common properties of rooms of one kind.',
    example: {
      id: exampleIds.roomType,
      code: 'DBL',
      name: 'Double room',
      maxOccupancy: 3,
      maxAdults: 2,
      maxChildren: 1,
    },
  });
export type RoomType = z.infer<typeof roomType>;

const derivationFields = {
  ratePlanCode: text({ min: 1, max: 64 }).meta({ description: 'The parent: a plan of the same resource.' }),
  adjustment: z
    .object({ kind: z.enum(['add', 'subtract']), amountMinorUnits: minorUnits })
    .optional()
    .meta({ description: 'Added to the scaled night, or subtracted from it; a night is never below 0.' }),
};
const derivedMultiplierBps = z.int().min(1).max(100_000);
const DERIVATION = {
  description:
    'A plan whose nights are those of another plan: × `multiplierBps`, rounded half up, ± `adjustment`.',
  example: { ratePlanCode: 'FLEX', multiplierBps: 9_000 },
};
/** Of a request. */
export const derivation = z
  .object({ ...derivationFields, multiplierBps: derivedMultiplierBps.default(10_000) })
  .meta({ id: 'NewDerivation', ...DERIVATION });
export const shownDerivation = z
  .object({ ...derivationFields, multiplierBps: derivedMultiplierBps })
  .meta({ id: 'Derivation', ...DERIVATION });

export const ratePlan = z
  .object({
    id: uuid,
    resourceId: uuid,
    code: z.string(),
    name: z.string(),
    currency,
    isRefundable: z.boolean(),
    minStayNights: z.int(),
    maxStayNights: z.int().nullable().meta({ description: 'Null means no maximum.' }),
    closedToArrival: z.boolean(),
    closedToDeparture: z.boolean(),
    enabled: z.boolean(),
    derivedFrom: shownDerivation.nullable().meta({ description: 'Null: the plan has prices of its own.' }),
    cancellationPolicyCode: z.string().nullable().meta({
      description:
        'Null: no automatic refund after a cancellation. `isRefundable` is only a label; this policy is binding.',
    }),
    deposit: deposit
      .nullable()
      .meta({ description: 'Null: the whole amount is paid at the time of booking.' }),
    translations: shownTranslations,
  })
  .meta({
    id: 'RatePlan',
    description: 'Conditions and a price under which a resource is sold.',
    example: {
      id: exampleIds.ratePlan,
      resourceId: exampleIds.resource,
      code: 'FLEX',
      name: 'Flexible',
      currency: 'EUR',
      isRefundable: true,
      minStayNights: 1,
      maxStayNights: null,
      closedToArrival: false,
      closedToDeparture: false,
      enabled: true,
      derivedFrom: null,
      cancellationPolicyCode: 'flexible',
      deposit: null,
    },
  });
/** Of a resource, with those that it has had since before there was a limit. */
export const MAX_LISTED_PLANS = 10_000;
export const ratePlans = listOf(ratePlan, MAX_LISTED_PLANS);
export type RatePlan = z.infer<typeof ratePlan>;

export const resource = z
  .object({
    id: uuid,
    kind: resourceKind,
    name: z.string(),
    slug: z.string(),
    capacity: z.int(),
    currency,
    timezone: z.string().meta({ description: 'IANA name; nights are dates of this zone.' }),
    units: z.int().meta({ description: 'The number of identical units of the resource.' }),
    photoUrls: listOf(z.string(), 50),
    checkInTime: localTime.meta({ description: 'Check-in time, local.' }),
    checkOutTime: localTime.meta({ description: 'Check-out time, local.' }),
    description: z.string().nullable(),
    features: listOf(z.string(), 100).meta({ description: 'Search terms for guests, in order.' }),
    archivedAt: timestamp
      .nullable()
      .meta({ description: 'The time at which it was taken off sale; null: on sale.' }),
    cancellationPolicyCode: z.string().nullable().meta({
      description: 'For a generic resource only; a lodging resource uses the policies of its plans.',
    }),
    deposit: deposit.nullable().meta({ description: 'For a generic resource only.' }),
    roomType: roomType.nullable().meta({ description: 'Null for a generic resource.' }),
    ratePlans,
    translations: shownTranslations,
  })
  .meta({
    id: 'Resource',
    description: 'A bookable resource.',
    example: {
      id: exampleIds.resource,
      kind: 'hotel_room',
      name: 'Room 12',
      slug: 'room-12',
      capacity: 3,
      currency: 'EUR',
      timezone: 'Europe/Vienna',
      units: 1,
      photoUrls: ['https://cdn.example.com/room-12.jpg'],
      checkInTime: '15:00',
      checkOutTime: '11:00',
      description: 'A quiet room over the lake.',
      features: ['lake_view', 'wifi'],
      archivedAt: null,
      cancellationPolicyCode: null,
      deposit: null,
      roomType: exampleOf(roomType),
      ratePlans: [exampleOf(ratePlan)],
    },
  });
export type Resource = z.infer<typeof resource>;

const multiplierBps = z.int().min(0).max(1_000_000);
const days = z.int().min(0).max(3_660);

export const dayOfWeekMultipliers = z.object({
  mon: multiplierBps.optional(),
  tue: multiplierBps.optional(),
  wed: multiplierBps.optional(),
  thu: multiplierBps.optional(),
  fri: multiplierBps.optional(),
  sat: multiplierBps.optional(),
  sun: multiplierBps.optional(),
});
export const season = z.object({
  name: text({ min: 1, max: 100 }),
  from: localDate,
  to: localDate,
  multiplierBps,
});
export const leadTimeTier = z.object({ minDaysAhead: days, maxDaysAhead: days.nullable(), multiplierBps });
export const lengthOfStayTier = z.object({ minNights: z.int().min(1).max(366), multiplierBps });

const age = z.int().min(0).max(17);
const childBand = z.object({ fromAge: age, toAge: age, amountMinorUnits: minorUnits });
/** What guests beyond those of the base amount pay. Both ages of a band are included. */
export const occupancyPricing = z
  .object({
    includedAdults: z.int().min(1).max(50).meta({ description: 'In the base amount.' }),
    extraAdultMinorUnits: minorUnits.meta({ description: 'A night for each adult above `includedAdults`.' }),
    singleAdultMultiplierBps: z.int().min(1).max(10_000).optional().meta({
      description: 'Scales the base of a night for one adult without children. Default: 10000.',
    }),
    includedChildren: z.int().min(0).max(50).optional().meta({
      description: 'Children who pay nothing, the dearest first. Default: 0.',
    }),
    children: boundedArray(childBand, { max: 18 }).optional().meta({
      description: 'What a child of these ages pays a night. A child in no band pays nothing. Default: none.',
    }),
  })
  .meta({
    id: 'OccupancyPricing',
    description:
      'Prices by occupancy. What extra guests pay is added to each night after weekday and season; adults are the party ' +
      'without children, and a child of unknown age counts as age 0.',
    example: {
      includedAdults: 2,
      extraAdultMinorUnits: '3000',
      singleAdultMultiplierBps: 8_000,
      includedChildren: 1,
      children: [{ fromAge: 3, toAge: 12, amountMinorUnits: '1500' }],
    },
  });

/** `ratePlanCode` is null for a generic resource. A list that is absent is empty. */
export const pricingEntry = z
  .object({
    ratePlanCode: text({ min: 1, max: 64 }).nullable(),
    baseAmountMinorUnits: minorUnits.nullable(),
    dayOfWeekMultipliersBps: dayOfWeekMultipliers.optional(),
    seasons: boundedArray(season, { max: 366 }).optional(),
    leadTimeTiers: boundedArray(leadTimeTier, { max: 50 }).optional(),
    lengthOfStayTiers: boundedArray(lengthOfStayTier, { max: 50 }).optional(),
    occupancy: occupancyPricing.nullable().optional(),
  })
  .meta({
    id: 'PricingEntry',
    description:
      'The prices of one plan. Multipliers are in basis points: 10000 changes nothing. `to` is exclusive.',
    example: {
      ratePlanCode: 'FLEX',
      baseAmountMinorUnits: '10000',
      dayOfWeekMultipliersBps: { fri: 12_000, sat: 12_000 },
      seasons: [{ name: 'Summer', from: '2027-07-01', to: '2027-09-01', multiplierBps: 13_000 }],
      lengthOfStayTiers: [{ minNights: 7, multiplierBps: 9_000 }],
    },
  });
export type PricingEntry = z.infer<typeof pricingEntry>;
