import { currency, localDate, minorUnits, rpc } from '@lodging/contract-wire';
import { z } from 'zod';

/** `to` is exclusive. A refund counts on its date in `timezone`, the zone of the tenant. */
export const summarizePeriod = rpc({
  context: 'reservations',
  name: 'summarize-period',
  request: z.object({ from: localDate, to: localDate, timezone: z.string() }),
  response: z
    .object({
      from: localDate,
      to: localDate,
      totals: z.array(
        z.object({
          currency,
          revenueMinorUnits: minorUnits,
          refundedMinorUnits: minorUnits,
          /** Negative in a period with more refunds than revenue. */
          netRevenueMinorUnits: z.string().regex(/^-?\d+$/),
          roomNightsSold: z.int(),
          roomNightsAvailable: z.int(),
          occupancyBps: z.int(),
          adrMinorUnits: minorUnits,
          revparMinorUnits: minorUnits,
          collectedMinorUnits: minorUnits.meta({
            description: 'What came in on the days of the period, of all bookings.',
          }),
          returnedMinorUnits: minorUnits.meta({ description: 'What went back on the days of the period.' }),
          cashNetMinorUnits: z.string().regex(/^-?\d+$/),
          retainedMinorUnits: minorUnits.meta({
            description:
              'Kept by their terms of stays that were cancelled, or whose guests did not come, in the period.',
          }),
          accommodationNetMinorUnits: minorUnits.meta({
            description:
              'Revenue of the nights without the taxes in it; spread over the nights, as those below.',
          }),
          feesMinorUnits: minorUnits,
          extrasMinorUnits: minorUnits,
          taxMinorUnits: minorUnits.meta({
            description: 'Taxes in the price and on top of it, paid online.',
          }),
          propertyTaxMinorUnits: minorUnits.meta({ description: 'Taxes that are paid at the property.' }),
          adrNetMinorUnits: minorUnits,
          revparNetMinorUnits: minorUnits,
        }),
      ),
      bookings: z.object({
        confirmed: z.int(),
        checkedIn: z.int(),
        checkedOut: z.int(),
        cancelled: z.int(),
        noShow: z.int(),
      }),
    })
    .meta({
      id: 'MetricsSummary',
      description: 'What a period brought. Basis points: 10000 is everything.',
      example: {
        from: '2027-06-01',
        to: '2027-07-01',
        totals: [
          {
            currency: 'EUR',
            revenueMinorUnits: '20000',
            refundedMinorUnits: '5000',
            netRevenueMinorUnits: '15000',
            roomNightsSold: 2,
            roomNightsAvailable: 30,
            occupancyBps: 667,
            adrMinorUnits: '10000',
            revparMinorUnits: '667',
            collectedMinorUnits: '20000',
            returnedMinorUnits: '5000',
            cashNetMinorUnits: '15000',
            retainedMinorUnits: '0',
            accommodationNetMinorUnits: '18692',
            feesMinorUnits: '0',
            extrasMinorUnits: '0',
            taxMinorUnits: '1308',
            propertyTaxMinorUnits: '0',
            adrNetMinorUnits: '9346',
            revparNetMinorUnits: '623',
          },
        ],
        bookings: { confirmed: 1, checkedIn: 0, checkedOut: 0, cancelled: 0, noShow: 0 },
      },
    }),
  refusals: ['invalid_window', 'range_too_large'],
  idempotent: true,
});
