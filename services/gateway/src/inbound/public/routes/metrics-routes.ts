import { dailyMetricsQuery, metricsQuery, pickupQuery } from '@lodging/contract-public';
import { readPickup, summarizeDays, summarizePeriod } from '@lodging/contract-reservations';
import { reportingPeriod } from '../../../domain/ops/reporting-period.ts';
import { route } from '../declare-route.ts';
import type { PublicRoute } from '../public-route.ts';

export const metricsRoutes: readonly PublicRoute[] = [
  route({
    method: 'GET',
    path: '/v1/metrics/summary',
    docs: {
      operationId: 'summarizePeriod',
      tag: 'Money',
      summary: 'Get revenue and occupancy of a period',
      description:
        'One entry per currency. The revenue of a stay is spread evenly over its nights, the remainder on the first ' +
        'ones; refunds count on the day they are made; ADR and RevPAR are based on revenue before refunds; blocked ' +
        'nights are excluded from the denominator. `bookings` counts by local date of arrival. At most 366 nights. ' +
        'The nights of a no-show count as sold until the date on which it was recorded. Collected and returned ' +
        'amounts count for all bookings on the day of the payment or refund, in the time zone of the tenant; ' +
        'refunds of stays that were never confirmed are in `returnedMinorUnits` only.',
    },
    access: 'secret_key',
    permission: 'read',
    timeout: 'report',
    query: metricsQuery,
    operation: summarizePeriod,
    request: ({ query, timezone, today }) => ({ ...reportingPeriod(query, today), timezone }),
  }),
  route({
    method: 'GET',
    path: '/v1/metrics/daily',
    docs: {
      operationId: 'summarizeDays',
      tag: 'Money',
      summary: 'Get revenue and occupancy by date',
      description:
        'The figures of `GET /v1/metrics/summary` for each date of the period, without refunds: the sums over all dates ' +
        'and series are those of the summary, in each currency. With `by=roomType` a series is a room type, or ' +
        '`generic` for resources without one. With `by=source` the series share the available nights, so that their ' +
        'occupancies add up. A series without a unit and without a stay is left out. At most 366 dates, and 10,000 ' +
        'dates over all series: `range_too_large`.',
    },
    access: 'secret_key',
    permission: 'read',
    timeout: 'report',
    query: dailyMetricsQuery,
    operation: summarizeDays,
    request: ({ query, today }) => ({ ...reportingPeriod(query, today), by: query.by }),
  }),
  route({
    method: 'GET',
    path: '/v1/metrics/pickup',
    docs: {
      operationId: 'readPickup',
      tag: 'Money',
      summary: 'Get what was booked and lost since a moment',
      description:
        'Nights and revenue of each date as `GET /v1/metrics/daily` counts them, now and at `since`, by currency. What was ' +
        'on the books then is read from the history of the bookings: their state, dates, units and total of that ' +
        'moment. `added` and `lost` are counted by booking: one that moved to another room adds and loses ' +
        'nothing. A currency without a night now and then is left out. At most 366 dates.',
    },
    access: 'secret_key',
    permission: 'read',
    timeout: 'report',
    query: pickupQuery,
    operation: readPickup,
    request: ({ query, today }) => ({ ...reportingPeriod(query, today), since: query.since }),
  }),
];
