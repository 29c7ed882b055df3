import {
  currency,
  exampleIds,
  exampleWindow,
  instant,
  listOf,
  localDate,
  rpc,
  timestamp,
  uuid,
} from '@lodging/contract-wire';
import { z } from 'zod';
import { MAX_LISTED_NIGHTS } from './bill.ts';
import { availabilityReasons } from './records.ts';

const context = 'inventory';

export const calendarDay = z
  .object({
    date: localDate,
    status: z.enum(['available', 'unavailable']),
    reasons: availabilityReasons,
    priceHintMinorUnits: z.string().nullable().meta({ description: 'Null if no plan sells the night.' }),
    restrictions: z.object({
      closedToArrival: z.boolean(),
      closedToDeparture: z.boolean(),
      maxStayNights: z.int().nullable(),
      minStayNights: z.int().nullable(),
      stopSell: z.boolean(),
    }),
  })
  .meta({ id: 'CalendarDay', description: 'One night.' });

const openDay = {
  date: '2027-06-10',
  status: 'available',
  reasons: [],
  priceHintMinorUnits: '10000',
  restrictions: {
    closedToArrival: false,
    closedToDeparture: false,
    maxStayNights: null,
    minStayNights: 1,
    stopSell: false,
  },
};

export const calendar = z
  .object({
    resourceId: uuid,
    from: timestamp,
    to: timestamp,
    currency,
    days: listOf(calendarDay, MAX_LISTED_NIGHTS),
  })
  .meta({
    id: 'Calendar',
    description: 'The nights of a range.',
    example: {
      resourceId: exampleIds.resource,
      ...exampleWindow,
      currency: 'EUR',
      days: [openDay, { ...openDay, date: '2027-06-11', status: 'unavailable', reasons: ['reserved'] }],
    },
  });
export type Calendar = z.infer<typeof calendar>;

/**
 * ETags are in HTTP syntax, quotes included. `knownEtags` are those that the client has (`*` for any): where the current one
 * is among them, `calendar` is null. The ETag changes exactly when the calendar changes.
 */
export const readCalendar = rpc({
  context,
  name: 'read-calendar',
  request: z.object({
    resourceId: uuid,
    from: instant,
    to: instant,
    knownEtags: z.array(z.string()).max(100),
  }),
  response: z.object({ etag: z.string(), calendar: calendar.nullable() }),
  refusals: ['resource_not_found', 'invalid_window', 'range_too_large', 'search_too_broad'],
  idempotent: true,
});

/**
 * Units times nights of all resources, and the blocked ones among them, by currency. Dates are local to each resource; `to`
 * is exclusive.
 */
export const summarizeCapacity = rpc({
  context,
  name: 'summarize-capacity',
  request: z.object({ from: localDate, to: localDate }),
  response: z.object({
    capacity: z.array(
      z.object({
        currency,
        unitNights: z.int(),
        /** By imported blocks, of what is not out of order. */
        blockedUnitNights: z.int(),
        /** Absent in answers of releases before. */
        outOfOrderUnitNights: z.int().optional(),
        /** By other blocks of the tenant. */
        ownBlockedUnitNights: z.int().optional(),
      }),
    ),
  }),
  refusals: [],
  idempotent: true,
  calledFor: ['reservations.v1.summarize-period'],
});

/** The units of each day that are neither out of order nor taken by imported blocks; over all days as `summarizeCapacity`. */
export const summarizeDailyCapacity = rpc({
  context,
  name: 'summarize-daily-capacity',
  request: z.object({
    from: localDate,
    to: localDate,
    byRoomType: z.boolean(),
    /** Of groups times days; more is `range_too_large`. */
    most: z.int(),
  }),
  response: z.object({
    capacity: z.array(
      z.object({
        currency,
        /** Both null where resources of all kinds are one group, and for generic resources. */
        roomTypeId: uuid.nullable(),
        roomTypeName: z.string().nullable(),
        /** One number for each date from `from` on. */
        availableUnits: z.array(z.int()),
      }),
    ),
  }),
  refusals: ['range_too_large'],
  idempotent: true,
  calledFor: ['reservations.v1.summarize-days'],
});
