import { currency, localDate, minorUnits, text, uuid } from '@lodging/contract-wire';
import { z } from 'zod';

export const resourceKind = z.enum(['hotel_room', 'apartment', 'villa', 'generic']);

/** In the order in which an answer lists them. */
export const availabilityReason = z.enum([
  'occupancy_exceeded',
  'reserved',
  'external_block',
  'min_stay',
  'max_stay',
  'closed_to_arrival',
  'closed_to_departure',
  'stop_sell',
]);
export type AvailabilityReason = z.infer<typeof availabilityReason>;

export const roomType = z.object({
  id: uuid,
  code: z.string(),
  name: z.string(),
  maxOccupancy: z.int(),
  maxAdults: z.int(),
  maxChildren: z.int(),
});
export type RoomType = z.infer<typeof roomType>;

export const ratePlan = z.object({
  id: uuid,
  resourceId: uuid,
  code: z.string(),
  name: z.string(),
  currency,
  isRefundable: z.boolean(),
  minStayNights: z.int(),
  maxStayNights: z.int().nullable(),
  closedToArrival: z.boolean(),
  closedToDeparture: z.boolean(),
  enabled: z.boolean(),
});
export type RatePlan = z.infer<typeof ratePlan>;

export const resource = z.object({
  id: uuid,
  kind: resourceKind,
  name: z.string(),
  slug: z.string(),
  capacity: z.int(),
  currency,
  timezone: z.string(),
  units: z.int(),
  photoUrls: z.array(z.string()),
  roomType: roomType.nullable(),
  ratePlans: z.array(ratePlan),
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

/** One plan's prices. `ratePlanCode` null is for a generic resource; a missing list means none of that kind. */
export const pricingEntry = z.object({
  ratePlanCode: text({ min: 1, max: 64 }).nullable(),
  baseAmountMinorUnits: minorUnits.nullable(),
  dayOfWeekMultipliersBps: dayOfWeekMultipliers.optional(),
  seasons: z.array(season).max(366).optional(),
  leadTimeTiers: z.array(leadTimeTier).max(50).optional(),
  lengthOfStayTiers: z.array(lengthOfStayTier).max(50).optional(),
});
export type PricingEntry = z.infer<typeof pricingEntry>;
