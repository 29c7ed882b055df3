import { currency, listOf, localDate, minorUnits, rpc } from '@lodging/contract-wire';
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
      totals: listOf(
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
            description: 'The amount collected on the days of the period, for all bookings.',
          }),
          returnedMinorUnits: minorUnits.meta({
            description: 'The amount refunded on the days of the period.',
          }),
          cashNetMinorUnits: z.string().regex(/^-?\d+$/),
          retainedMinorUnits: minorUnits.meta({
            description: 'The amounts retained, by their terms, of cancellations and no-shows in the period.',
          }),
          accommodationNetMinorUnits: minorUnits.meta({
            description:
              'Revenue of the nights without inclusive taxes; spread over the nights, like the amounts below.',
          }),
          feesMinorUnits: minorUnits,
          extrasMinorUnits: minorUnits,
          taxMinorUnits: minorUnits.meta({
            description: 'Inclusive and exclusive taxes, paid online.',
          }),
          propertyTaxMinorUnits: minorUnits.meta({ description: 'Taxes paid at the property.' }),
          adrNetMinorUnits: minorUnits,
          revparNetMinorUnits: minorUnits,
        }),
        200,
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
      description: 'The report of a period. Rates are in basis points: 10000 is 100 %.',
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
