import { currency, listOf, localDate, MAX_CALENDAR_BYTES, minorUnits, rpc } from '@lodging/contract-wire';
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
          roomNightsAvailable: z.int().meta({ description: '`capacityNights` without imported blocks.' }),
          capacityNights: z.int().meta({ description: 'Units times nights, without those out of order.' }),
          outOfOrderNights: z.int(),
          blockedNights: z.int().meta({ description: 'By blocks of the kinds `owner_stay` and `other`.' }),
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
            capacityNights: 30,
            outOfOrderNights: 0,
            blockedNights: 0,
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

/** Series times days of an answer. */
const MAX_SERIES_DAYS = 10_000;
const MAX_DAYS = 366;

export const metricsSeries = z.enum(['total', 'roomType', 'source']).meta({
  id: 'MetricsSeries',
  description: 'All bookings together, or a series for each room type or source of bookings.',
});

export const dailyFigures = z
  .object({
    date: localDate,
    roomNightsSold: z.int(),
    roomNightsAvailable: z.int(),
    occupancyBps: z.int(),
    revenueMinorUnits: minorUnits,
    adrMinorUnits: minorUnits,
    revparMinorUnits: minorUnits,
    arrivals: z.int().meta({ description: 'Bookings that begin on the date, without no-shows.' }),
    departures: z.int().meta({ description: 'Bookings that end on the date, without no-shows.' }),
  })
  .meta({
    id: 'DailyFigures',
    description: 'The figures of one date, as `MetricsSummary` has them of a period.',
  });

/** `to` is exclusive. */
export const summarizeDays = rpc({
  context: 'reservations',
  name: 'summarize-days',
  request: z.object({ from: localDate, to: localDate, by: metricsSeries }),
  response: z
    .object({
      from: localDate,
      to: localDate,
      by: metricsSeries,
      series: listOf(
        z.object({
          key: z.string().meta({
            description:
              '`total`; the id of a room type, or `generic` for resources without one; or a source of bookings.',
          }),
          label: z.string().nullable().meta({ description: 'The name of the room type; otherwise null.' }),
          currency,
          days: listOf(dailyFigures, MAX_DAYS),
        }),
        MAX_SERIES_DAYS,
      ),
    })
    .meta({
      id: 'DailyMetrics',
      description: 'Revenue and occupancy by date.',
      example: {
        from: '2027-06-01',
        to: '2027-06-02',
        by: 'total',
        series: [
          {
            key: 'total',
            label: null,
            currency: 'EUR',
            days: [
              {
                date: '2027-06-01',
                roomNightsSold: 2,
                roomNightsAvailable: 30,
                occupancyBps: 667,
                revenueMinorUnits: '20000',
                adrMinorUnits: '10000',
                revparMinorUnits: '667',
                arrivals: 1,
                departures: 0,
              },
            ],
          },
        ],
      },
    }),
  refusals: ['invalid_window', 'range_too_large'],
  idempotent: true,
  maxReplyBytes: MAX_CALENDAR_BYTES,
});
