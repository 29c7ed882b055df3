import {
  readBulkRates,
  restriction,
  restrictionEntry,
  restrictionList,
  setBulkRates,
} from '@lodging/contract-inventory';
import { exampleIds, exampleOf, instant, localDate } from '@lodging/contract-wire';
import { z } from 'zod';
import { resourceListPage } from './paging.ts';

/** With both dates the response adds the nightly rates. */
export const ratesQuery = z
  .object({
    from: localDate.optional().meta({ description: 'First date.' }),
    to: localDate.optional().meta({ description: 'The day after the last date.' }),
  })
  .superRefine(({ from, to }, context) => {
    if ((from === undefined) === (to === undefined)) return;
    const path = [from === undefined ? 'from' : 'to'];
    context.addIssue({ code: 'custom', path, message: 'from and to are sent together, or neither is' });
  });

export const restrictionsBody = z.object({ restrictions: restrictionList }).meta({
  id: 'RestrictionsUpdate',
  description: 'All restrictions of each plan in the request.',
  example: { restrictions: [exampleOf(restrictionEntry)] },
});

export const restrictionPage = resourceListPage('restrictions', restriction, {
  id: 'Restrictions',
  description: 'The restrictions of the resource.',
});

export const bulkRatesBody = setBulkRates.request
  .refine(({ nightlyRate, restriction }) => nightlyRate !== undefined || restriction !== undefined, {
    path: ['nightlyRate'],
    message: 'nightlyRate, restriction or both must be sent',
  })
  .refine(({ restriction, merge }) => restriction?.stopSell !== null || merge === true, {
    path: ['restriction', 'stopSell'],
    message: 'null is for merge',
  })
  .meta({
    id: 'BulkRatesRequest',
    description:
      'The values, dates and resources of an update. At least one of `nightlyRate` and `restriction`.',
    example: {
      roomTypeId: exampleIds.roomType,
      ratePlanCode: 'FLEX',
      from: '2027-07-01',
      to: '2027-08-01',
      daysOfWeek: [5, 6],
      nightlyRate: { amountMinorUnits: '14000', currency: 'EUR' },
      restriction: { minStayNights: 2 },
    },
  });

export const bulkRatesQuery = z.object({
  roomTypeId: readBulkRates.request.shape.roomTypeId.meta({ description: 'The room type.' }),
  from: localDate.meta({ description: 'First date.' }),
  to: localDate.meta({ description: 'The day after the last date.' }),
  ratePlanCode: readBulkRates.request.shape.ratePlanCode.meta({ description: 'Default: all plans.' }),
});

export const calendarQuery = z.object({
  from: instant.meta({ description: 'The start of the window.' }),
  to: instant.meta({ description: 'The end of the window.' }),
});
