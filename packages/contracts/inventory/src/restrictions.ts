import {
  boundedArray,
  currency,
  exampleIds,
  instant,
  listOf,
  localDate,
  MAX_CALENDAR_BYTES,
  minorUnits,
  rpc,
  text,
  timestamp,
  uuid,
} from '@lodging/contract-wire';
import { z } from 'zod';
import { MAX_LISTED_PLANS, shownDerivation } from './records.ts';
import { continuation, continued, WHOLE_LIST } from './whole-list.ts';

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
    description: 'A restriction to set. Absent fields do not restrict.',
    example: {
      ratePlanCode: 'FLEX',
      from: '2027-12-24T00:00:00.000Z',
      to: '2027-12-27T00:00:00.000Z',
      minStayNights: 3,
    },
  });
export const restrictionList = boundedArray(restrictionEntry, { max: 5_000 });
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
    description: 'Dates and lengths of stay at which a plan is not sold.',
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
const restrictionsResponse = z.object({
  resourceId: uuid,
  restrictions: listOf(restriction, WHOLE_LIST),
  ...continuation,
});

/** Positions are text of this service. */
export const readRestrictions = rpc({
  context,
  name: 'read-restrictions',
  request: z.object({ resourceId: uuid, ...continued }),
  response: restrictionsResponse,
  refusals: ['resource_not_found'],
  idempotent: true,
});

/** Replaces the restrictions of every plan of the entries; other plans keep theirs. Answers the first page of all. */
export const putRestrictions = rpc({
  context,
  name: 'put-restrictions',
  permission: 'operate',
  request: z.object({ resourceId: uuid, restrictions: restrictionList }),
  response: restrictionsResponse,
  refusals: [
    'resource_not_found',
    'no_room_type',
    'unknown_rate_plan_code',
    'invalid_window',
    'validation_failed',
    'limit_reached',
    'resource_locked',
  ],
  idempotent: true,
});

/** Sets or removes a nightly rate, sets a restriction, or both, on a range of dates for many resources of one room type, all or nothing. */
export const setBulkRates = rpc({
  context,
  name: 'set-bulk-rates',
  permission: 'operate',
  request: z.object({
    roomTypeId: uuid,
    resourceIds: boundedArray(uuid, { min: 1, max: 500 })
      .optional()
      .meta({ description: 'Default: all resources of the room type.' }),
    ratePlanCode: text({ min: 1, max: 64 }),
    from: localDate,
    to: localDate.meta({ description: 'Exclusive.' }),
    daysOfWeek: boundedArray(z.int().min(1).max(7), { min: 1, max: 7 })
      .optional()
      .meta({ description: 'ISO weekdays, 1 is Monday. Default: every day.' }),
    nightlyRate: z.object({ amountMinorUnits: minorUnits, currency }).nullable().optional().meta({
      description:
        'Null takes the rates of the dates away: the base amount of the plan, or its parent, prices them.',
    }),
    restriction: z.object({ ...limits, stopSell: z.boolean().nullable().optional() }).optional(),
    merge: z.boolean().optional().meta({
      description:
        'True: only the limits that `restriction` sends are changed; null takes one away. Default: all are replaced.',
    }),
  }),
  response: z
    .object({
      updatedResources: z.int(),
      updatedNights: z.int(),
      resources: listOf(z.object({ resourceId: uuid, nights: z.int() }), 500),
    })
    .meta({
      id: 'BulkRatesResult',
      description: 'The result of the update.',
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
    'limit_reached',
    'resource_locked',
  ],
  idempotent: true,
});

const lengths = z.object({ lowest: z.int().nullable(), highest: z.int().nullable() });
const amounts = z.object({
  lowestMinorUnits: minorUnits.nullable(),
  highestMinorUnits: minorUnits.nullable(),
});
const resourceCount = (description: string) => z.int().meta({ description });

const bulkDay = z.object({
  date: localDate,
  nightly: amounts
    .extend({
      overridden: resourceCount('Resources with a rate of the date.'),
      missing: resourceCount('Resources without an amount.'),
    })
    .meta({ description: 'As in the nightly rates of a resource: before weekday, season and occupancy.' }),
  selling: amounts.meta({
    description: 'With weekday and season, for the adults that the base amount includes, as in a calendar.',
  }),
  stopSell: resourceCount('Resources on which the plan is not sold.'),
  closedToArrival: z.int(),
  closedToDeparture: z.int(),
  minStayNights: lengths,
  maxStayNights: lengths.meta({ description: 'Null: there is no maximum.' }),
  unitsFree: z.int().meta({ description: 'Of all these resources.' }),
});

/** The plans of the resources of a room type that are on sale. `search_too_broad` has `candidates`, `work` and `most`. */
export const readBulkRates = rpc({
  context,
  name: 'read-bulk-rates',
  request: z.object({
    roomTypeId: uuid,
    from: localDate,
    to: localDate,
    ratePlanCode: text({ min: 1, max: 64 }).optional(),
  }),
  response: z
    .object({
      roomTypeId: uuid,
      resources: z.int(),
      plans: listOf(
        z.object({
          ratePlanCode: z.string(),
          name: z.string(),
          currency,
          derivedFrom: shownDerivation.nullable(),
          resources: resourceCount('Resources with the plan.'),
          enabled: resourceCount('Resources on which it is enabled.'),
          days: listOf(bulkDay, 366),
        }),
        MAX_LISTED_PLANS,
      ),
    })
    .meta({
      id: 'BulkRates',
      description: 'The rates and limits of a room type by plan and date; counts are of resources.',
      example: { roomTypeId: exampleIds.roomType, resources: 0, plans: [] },
    }),
  refusals: ['room_type_not_found', 'invalid_window', 'range_too_large', 'search_too_broad'],
  maxReplyBytes: MAX_CALENDAR_BYTES,
  idempotent: true,
});
