import { restrictionEntry, setBulkRates } from '@lodging/contract-inventory';
import { exampleIds, exampleOf, instant, localDate } from '@lodging/contract-wire';
import { z } from 'zod';

/** With both dates the response adds the nightly rates. */
export const ratesQuery = z
  .object({
    from: localDate.optional().meta({ description: 'First date.' }),
    to: localDate.optional().meta({ description: 'The date after the last.' }),
  })
  .superRefine(({ from, to }, context) => {
    if ((from === undefined) === (to === undefined)) return;
    const path = [from === undefined ? 'from' : 'to'];
    context.addIssue({ code: 'custom', path, message: 'from and to are sent together, or neither is' });
  });

export const restrictionsBody = z.object({ restrictions: z.array(restrictionEntry).max(5_000) }).meta({
  id: 'RestrictionsUpdate',
  description: 'The restrictions of every plan they name, whole.',
  example: { restrictions: [exampleOf(restrictionEntry)] },
});

export const bulkRatesBody = setBulkRates.request
  .refine(({ nightlyRate, restriction }) => nightlyRate !== undefined || restriction !== undefined, {
    path: ['nightlyRate'],
    message: 'nightlyRate, restriction or both must be sent',
  })
  .meta({
    id: 'BulkRatesRequest',
    description:
      'What to set, on which dates, for which resources. At least one of `nightlyRate` and `restriction`.',
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

export const calendarQuery = z.object({
  from: instant.meta({ description: 'Where the window begins.' }),
  to: instant.meta({ description: 'Where the window ends.' }),
});
