import { currency, instant, minorUnits, rpc } from '@lodging/contract-wire';
import { z } from 'zod';

const context = 'payments';

/** What moved from one moment up to, not including, another, over all reservations: by the time at which money moved. */
export const summarizeMoney = rpc({
  context,
  name: 'summarize-money',
  request: z.object({ from: instant, to: instant }),
  response: z.object({
    totals: z.array(
      z.object({
        currency,
        collectedMinorUnits: minorUnits,
        returnedMinorUnits: minorUnits,
      }),
    ),
  }),
  refusals: [],
  idempotent: true,
});
