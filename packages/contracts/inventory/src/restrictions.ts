import { currency, instant, localDate, minorUnits, rpc, text, uuid } from '@lodging/contract-wire';
import { z } from 'zod';

const context = 'inventory';
/** A stay has at most 366 nights: a minimum above them sells nothing, a maximum above them limits nothing. */
const nights = z.int().min(1).max(10_000);

const limits = {
  stopSell: z.boolean().optional(),
  minStayNights: nights.nullable().optional(),
  maxStayNights: nights.nullable().optional(),
  closedToArrival: z.boolean().nullable().optional(),
  closedToDeparture: z.boolean().nullable().optional(),
};

/** `from` to `to` covers local dates of the resource, `to` exclusive, like a stay. Absent is null: says nothing. */
export const restrictionEntry = z.object({
  ratePlanCode: text({ min: 1, max: 64 }),
  from: instant,
  to: instant,
  ...limits,
});
export type RestrictionEntry = z.infer<typeof restrictionEntry>;

export const restriction = z.object({
  id: uuid,
  ratePlanCode: z.string(),
  from: z.string(),
  to: z.string(),
  stopSell: z.boolean(),
  minStayNights: z.int().nullable(),
  maxStayNights: z.int().nullable(),
  closedToArrival: z.boolean().nullable(),
  closedToDeparture: z.boolean().nullable(),
});
const restrictionsAnswer = z.object({ resourceId: uuid, restrictions: z.array(restriction) });

export const readRestrictions = rpc({
  context,
  name: 'read-restrictions',
  request: z.object({ resourceId: uuid }),
  response: restrictionsAnswer,
  refusals: ['resource_not_found'],
  idempotent: true,
});

/** Replaces the whole list of every plan that the entries name; plans they do not name keep theirs. */
export const putRestrictions = rpc({
  context,
  name: 'put-restrictions',
  request: z.object({ resourceId: uuid, restrictions: z.array(restrictionEntry).max(5_000) }),
  response: restrictionsAnswer,
  refusals: [
    'resource_not_found',
    'no_room_type',
    'unknown_rate_plan_code',
    'invalid_window',
    'validation_failed',
    'resource_locked',
  ],
  idempotent: true,
});

/** A nightly rate and/or a restriction over a range, for many resources of one room type: all of it or nothing. */
export const setBulkRates = rpc({
  context,
  name: 'set-bulk-rates',
  request: z.object({
    roomTypeId: uuid,
    resourceIds: z.array(uuid).min(1).max(500).optional(),
    ratePlanCode: text({ min: 1, max: 64 }),
    from: localDate,
    to: localDate,
    /** ISO weekdays, 1 is Monday. */
    daysOfWeek: z.array(z.int().min(1).max(7)).min(1).max(7).optional(),
    nightlyRate: z.object({ amountMinorUnits: minorUnits, currency }).optional(),
    restriction: z.object(limits).optional(),
  }),
  response: z.object({
    updatedResources: z.int(),
    updatedNights: z.int(),
    resources: z.array(z.object({ resourceId: uuid, nights: z.int() })),
  }),
  refusals: [
    'room_type_not_found',
    'resource_not_found',
    'unknown_rate_plan_code',
    'invalid_window',
    'range_too_large',
    'validation_failed',
    'resource_locked',
  ],
  idempotent: true,
});
