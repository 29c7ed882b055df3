import {
  currency,
  exampleIds,
  exampleOf,
  instant,
  localDate,
  minorUnits,
  rpc,
  text,
  timestamp,
  uuid,
} from '@lodging/contract-wire';
import { z } from 'zod';

const context = 'inventory';
/** Values above the 366 nights of the longest stay are valid: such a minimum closes the plan, such a maximum has no effect. */
const nights = z.int().min(1).max(10_000);

const limits = {
  stopSell: z.boolean().optional(),
  minStayNights: nights.nullable().optional(),
  maxStayNights: nights.nullable().optional(),
  closedToArrival: z.boolean().nullable().optional(),
  closedToDeparture: z.boolean().nullable().optional(),
};

/** `from` to `to` covers local dates of the resource, `to` exclusive, like a stay. A limit that is absent is null. */
export const restrictionEntry = z
  .object({
    ratePlanCode: text({ min: 1, max: 64 }),
    from: instant,
    to: instant.meta({ description: 'Exclusive.' }),
    ...limits,
  })
  .meta({
    id: 'RestrictionEntry',
    description: 'A restriction to set. What is not sent says nothing.',
    example: {
      ratePlanCode: 'FLEX',
      from: '2027-12-24T00:00:00.000Z',
      to: '2027-12-27T00:00:00.000Z',
      minStayNights: 3,
    },
  });
export type RestrictionEntry = z.infer<typeof restrictionEntry>;

export const restriction = z
  .object({
    id: uuid,
    ratePlanCode: z.string(),
    from: timestamp,
    to: timestamp,
    stopSell: z.boolean(),
    minStayNights: z.int().nullable(),
    maxStayNights: z.int().nullable(),
    closedToArrival: z.boolean().nullable(),
    closedToDeparture: z.boolean().nullable(),
  })
  .meta({
    id: 'Restriction',
    description: 'When, and for how long, a plan is not sold.',
    example: {
      id: '0197a2aa-0102-7304-8506-0708090a0b0c',
      ratePlanCode: 'FLEX',
      from: '2027-12-24T00:00:00.000Z',
      to: '2027-12-27T00:00:00.000Z',
      stopSell: false,
      minStayNights: 3,
      maxStayNights: null,
      closedToArrival: null,
      closedToDeparture: null,
    },
  });
const restrictionsResponse = z.object({ resourceId: uuid, restrictions: z.array(restriction) }).meta({
  id: 'Restrictions',
  description: 'Every restriction of the resource.',
  example: { resourceId: exampleIds.resource, restrictions: [exampleOf(restriction)] },
});

export const readRestrictions = rpc({
  context,
  name: 'read-restrictions',
  request: z.object({ resourceId: uuid }),
  response: restrictionsResponse,
  refusals: ['resource_not_found'],
  idempotent: true,
});

/** Replaces the restrictions of every plan of the entries; other plans keep theirs. */
export const putRestrictions = rpc({
  context,
  name: 'put-restrictions',
  request: z.object({ resourceId: uuid, restrictions: z.array(restrictionEntry).max(5_000) }),
  response: restrictionsResponse,
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

/** Sets a nightly rate, a restriction or both on a range of dates for many resources of one room type, all or nothing. */
export const setBulkRates = rpc({
  context,
  name: 'set-bulk-rates',
  request: z.object({
    roomTypeId: uuid,
    resourceIds: z
      .array(uuid)
      .min(1)
      .max(500)
      .optional()
      .meta({ description: 'Without it, every resource of the room type.' }),
    ratePlanCode: text({ min: 1, max: 64 }),
    from: localDate,
    to: localDate.meta({ description: 'Exclusive.' }),
    daysOfWeek: z
      .array(z.int().min(1).max(7))
      .min(1)
      .max(7)
      .optional()
      .meta({ description: 'ISO weekdays, 1 is Monday. Without it, every day.' }),
    nightlyRate: z.object({ amountMinorUnits: minorUnits, currency }).optional(),
    restriction: z.object(limits).optional(),
  }),
  response: z
    .object({
      updatedResources: z.int(),
      updatedNights: z.int(),
      resources: z.array(z.object({ resourceId: uuid, nights: z.int() })),
    })
    .meta({
      id: 'BulkRatesResult',
      description: 'What was set.',
      example: {
        updatedResources: 1,
        updatedNights: 10,
        resources: [{ resourceId: exampleIds.resource, nights: 10 }],
      },
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
