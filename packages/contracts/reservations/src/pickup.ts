import { currency, instant, listOf, localDate, minorUnits, rpc, timestamp } from '@lodging/contract-wire';
import { z } from 'zod';

const MAX_DAYS = 366;
const MAX_CURRENCIES = 200;

export const pickupDay = z
  .object({
    date: localDate,
    roomNights: z.int().meta({ description: 'Sold now.' }),
    roomNightsThen: z.int().meta({ description: 'Sold at `since`.' }),
    revenueMinorUnits: minorUnits,
    revenueThenMinorUnits: minorUnits,
    added: z
      .int()
      .meta({ description: 'Nights of bookings that had fewer, or none, on the date at `since`.' }),
    lost: z.int().meta({
      description:
        'Nights of bookings that had more on the date at `since`: `roomNightsThen + added - lost` is `roomNights`.',
    }),
  })
  .meta({ id: 'PickupDay', description: 'The nights and the revenue of one date, now and then.' });

/** `to` is exclusive. */
export const readPickup = rpc({
  context: 'reservations',
  name: 'read-pickup',
  request: z.object({ from: localDate, to: localDate, since: instant }),
  response: z
    .object({
      from: localDate,
      to: localDate,
      since: timestamp,
      currencies: listOf(z.object({ currency, days: listOf(pickupDay, MAX_DAYS) }), MAX_CURRENCIES),
    })
    .meta({
      id: 'Pickup',
      description: 'What is on the books now, and what was at an earlier moment, by date.',
      example: {
        from: '2027-06-01',
        to: '2027-06-02',
        since: '2027-05-01T00:00:00.000Z',
        currencies: [
          {
            currency: 'EUR',
            days: [
              {
                date: '2027-06-01',
                roomNights: 3,
                roomNightsThen: 2,
                revenueMinorUnits: '30000',
                revenueThenMinorUnits: '22000',
                added: 2,
                lost: 1,
              },
            ],
          },
        ],
      },
    }),
  refusals: ['invalid_window', 'range_too_large'],
  idempotent: true,
});
