import { restrictionEntry, setBulkRates } from '@lodging/contract-inventory';
import { instant, localDate } from '@lodging/contract-wire';
import { z } from 'zod';

/** With both dates (`to` exclusive) the answer adds the nightly rates. */
export const ratesQuery = z
  .object({ from: localDate.optional(), to: localDate.optional() })
  .superRefine(({ from, to }, context) => {
    if ((from === undefined) === (to === undefined)) return;
    const path = [from === undefined ? 'from' : 'to'];
    context.addIssue({ code: 'custom', path, message: 'from and to are sent together, or neither is' });
  });

/** Replaces the whole list of every plan that the entries name; plans they do not name keep theirs. */
export const restrictionsBody = z.object({ restrictions: z.array(restrictionEntry).max(5_000) });

export const bulkRatesBody = setBulkRates.request.refine(
  ({ nightlyRate, restriction }) => nightlyRate !== undefined || restriction !== undefined,
  { path: ['nightlyRate'], message: 'nightlyRate, restriction or both must be sent' },
);

export const calendarQuery = z.object({ from: instant, to: instant });
