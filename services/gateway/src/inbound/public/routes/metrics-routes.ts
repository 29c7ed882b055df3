import { metricsQuery } from '@lodging/contract-public';
import { summarizePeriod } from '@lodging/contract-reservations';
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
];
