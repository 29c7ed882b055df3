import type { DailyMetrics, MetricsSummary, Pickup } from '@lodging/client';
import { addDays, daysBetween } from '@lodging/format';

const TOTAL = {
  revenueMinorUnits: '1200000',
  refundedMinorUnits: '5000',
  netRevenueMinorUnits: '1195000',
  roomNightsSold: 160,
  roomNightsAvailable: 240,
  capacityNights: 250,
  outOfOrderNights: 2,
  blockedNights: 4,
  occupancyBps: 6_667,
  adrMinorUnits: '7500',
  revparMinorUnits: '5000',
  collectedMinorUnits: '900000',
  returnedMinorUnits: '5000',
  cashNetMinorUnits: '895000',
  retainedMinorUnits: '20000',
  accommodationNetMinorUnits: '1100000',
  feesMinorUnits: '20000',
  extrasMinorUnits: '0',
  taxMinorUnits: '80000',
  propertyTaxMinorUnits: '15000',
  adrNetMinorUnits: '6875',
  revparNetMinorUnits: '4583',
};

export function summaryOf(...currencies: string[]): MetricsSummary {
  return {
    from: '2027-06-01',
    to: '2027-07-01',
    totals: currencies.map((currency) => ({ currency, ...TOTAL })),
    bookings: { confirmed: 31, checkedIn: 4, checkedOut: 40, cancelled: 6, noShow: 1 },
  };
}

function datesOf(query: URLSearchParams): string[] {
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? ''];
  return Array.from({ length: daysBetween(from, to) }, (_, day) => addDays(from, day));
}

/** Figures that go up and down. */
export function dailyOf(query: URLSearchParams): DailyMetrics {
  const by = (query.get('by') ?? 'total') as DailyMetrics['by'];
  const series = {
    total: [['total', null]],
    source: [
      ['direct', null],
      ['manual', null],
    ],
    roomType: [
      ['double', 'Double room'],
      ['generic', null],
    ],
  }[by];
  return {
    from: query.get('from') ?? '',
    to: query.get('to') ?? '',
    by,
    series: series.map(([key, label]) => ({
      key: key ?? '',
      label: label ?? null,
      currency: 'EUR',
      days: datesOf(query).map((date, day) => {
        const sold = (day * 3) % 9;
        const rate = 9_000 + ((day * 7) % 5) * 800;
        return {
          date,
          roomNightsSold: sold,
          roomNightsAvailable: 8,
          occupancyBps: sold * 1_250,
          revenueMinorUnits: String(sold * rate),
          adrMinorUnits: String(sold === 0 ? 0 : rate),
          revparMinorUnits: String(Math.round((sold * rate) / 8)),
          arrivals: day % 3,
          departures: day % 2,
        };
      }),
    })),
  };
}

export function pickupOf(query: URLSearchParams): Pickup {
  return {
    from: query.get('from') ?? '',
    to: query.get('to') ?? '',
    since: query.get('since') ?? '',
    currencies: [
      {
        currency: 'EUR',
        days: datesOf(query).map((date) => ({
          date,
          roomNights: 3,
          roomNightsThen: 2,
          revenueMinorUnits: '30000',
          revenueThenMinorUnits: '22000',
          added: 2,
          lost: 1,
        })),
      },
    ],
  };
}
