import {
  currency,
  exampleIds,
  exampleOf,
  localDate,
  minorUnits,
  text,
  timestamp,
  uuid,
} from '@lodging/contract-wire';
import { z } from 'zod';
import { deposit, localTime } from './cancellation-policies.ts';

export const resourceKind = z.enum(['hotel_room', 'apartment', 'villa', 'generic']).meta({
  id: 'ResourceKind',
  description: 'All but `generic` are lodging: sold by the night, with a room type and rate plans.',
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
    description: 'Why a stay cannot be sold. Answers list reasons in this order.',
  });
export type AvailabilityReason = z.infer<typeof availabilityReason>;

export const displayTotal = z
  .object({ amountMinorUnits: z.string(), currency })
  .meta({ id: 'DisplayTotal', description: 'The total in the currency it is shown in.' });

export const roomType = z
  .object({
    id: uuid,
    code: z.string(),
    name: z.string(),
    maxOccupancy: z.int(),
    maxAdults: z.int(),
    maxChildren: z.int(),
  })
  .meta({
    id: 'RoomType',
    description: 'What rooms of a kind have in common.',
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
    cancellationPolicyCode: z.string().nullable().meta({
      description:
        'Null: a cancellation has no automatic refund. `isRefundable` is a label; this is what binds.',
    }),
    deposit: deposit.nullable().meta({ description: 'Null: all is paid at the time of booking.' }),
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
      cancellationPolicyCode: 'flexible',
      deposit: null,
    },
  });
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
    units: z.int().meta({ description: 'How many identical units the resource stands for.' }),
    photoUrls: z.array(z.string()),
    checkInTime: localTime.meta({ description: 'Local time from which a guest may arrive.' }),
    checkOutTime: localTime.meta({ description: 'Local time until which a guest leaves.' }),
    description: z.string().nullable(),
    features: z.array(z.string()).meta({ description: 'Words that guests search by, in order.' }),
    archivedAt: timestamp.nullable().meta({ description: 'Since when it is off sale; null: on sale.' }),
    cancellationPolicyCode: z.string().nullable().meta({
      description: 'Of a generic resource; a lodging resource has those of its plans.',
    }),
    deposit: deposit.nullable().meta({ description: 'Of a generic resource.' }),
    roomType: roomType.nullable().meta({ description: 'Null for a generic resource.' }),
    ratePlans: z.array(ratePlan),
  })
  .meta({
    id: 'Resource',
    description: 'Something that can be booked.',
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

/** `ratePlanCode` is null for a generic resource. A list that is absent is empty. */
export const pricingEntry = z
  .object({
    ratePlanCode: text({ min: 1, max: 64 }).nullable(),
    baseAmountMinorUnits: minorUnits.nullable(),
    dayOfWeekMultipliersBps: dayOfWeekMultipliers.optional(),
    seasons: z.array(season).max(366).optional(),
    leadTimeTiers: z.array(leadTimeTier).max(50).optional(),
    lengthOfStayTiers: z.array(lengthOfStayTier).max(50).optional(),
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
