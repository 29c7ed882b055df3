// Guards the money of a period to the minor unit, against a recount that walks every night with the calendar.
import { nightsOf, startedDaysOf } from '@lodging/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { periodOf } from './period.ts';
import type { Period } from './period.ts';
import { summarizePeriod } from './summarize-period.ts';
import type { PeriodFacts, StayInPeriod } from './summarize-period.ts';

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Africa/Cairo',
  'Pacific/Kiritimati',
  'Asia/Kathmandu',
];
const CURRENCIES = ['EUR', 'JPY', 'KWD'];

function aPeriod(from: string, to: string): Period {
  const period = periodOf(from, to);
  if (!period.ok) throw new Error(period.refusal.code);
  return period.value;
}
function aStay(from: string, to: string, changes: Partial<StayInPeriod> = {}): StayInPeriod {
  const [startsAt, endsAt] = [
    Temporal.Instant.from(from).epochMilliseconds,
    Temporal.Instant.from(to).epochMilliseconds,
  ];
  const total = { minorUnits: 10_000n, currency: 'EUR' };
  const rest = { state: 'confirmed', timeZone: 'Europe/Berlin', isGeneric: false, quantity: 1 } as const;
  return { startsAt, endsAt, total, ...rest, ...changes };
}
function summaryOf(period: Period, facts: Partial<PeriodFacts>) {
  return summarizePeriod(period, { stays: [], refunds: [], capacity: [], ...facts });
}

describe('a period', () => {
  it.each([
    ['2027-03-01', '2027-03-01', 'invalid_window'],
    ['2027-03-02', '2027-03-01', 'invalid_window'],
    ['2027-01-01', '2028-01-03', 'range_too_large'],
  ])('from %s to %s is %s', (from, to, code) => {
    expect(periodOf(from, to)).toMatchObject({ ok: false, refusal: { code } });
  });

  it('may be a leap year', () => {
    expect(periodOf('2028-01-01', '2029-01-01').ok).toBe(true);
  });
});

describe('the revenue of a stay', () => {
  const stay = aStay('2027-01-30T14:00:00Z', '2027-02-02T10:00:00Z');

  it('lies on its nights, the remainder on the first ones, on both sides of a month’s end', () => {
    const january = summaryOf(aPeriod('2027-01-01', '2027-02-01'), { stays: [stay] }).totals;
    const february = summaryOf(aPeriod('2027-02-01', '2027-03-01'), { stays: [stay] }).totals;
    expect(january).toMatchObject([{ currency: 'EUR', revenue: 6_667n, nightsSold: 2 }]);
    expect(february).toMatchObject([{ currency: 'EUR', revenue: 3_333n, nightsSold: 1 }]);
  });

  it('is one night for each date, however long the clocks make it', () => {
    const overTheChange = aStay('2027-03-27T14:00:00Z', '2027-03-29T09:00:00Z');
    const sunday = summaryOf(aPeriod('2027-03-28', '2027-03-29'), { stays: [overTheChange] });
    expect(sunday.totals).toMatchObject([{ revenue: 5_000n, nightsSold: 1 }]);
  });

  it('of a generic resource lies on the local days that it has started', () => {
    const party = aStay('2027-01-31T21:00:00Z', '2027-02-01T01:00:00Z', { isGeneric: true });
    const february = summaryOf(aPeriod('2027-02-01', '2027-03-01'), { stays: [party] });
    expect(february.totals).toMatchObject([{ revenue: 5_000n, nightsSold: 1 }]);
  });

  it('is none where it was cancelled, and counts where the guest never came', () => {
    const stays = [{ ...stay, state: 'cancelled' } as const, { ...stay, state: 'no_show' } as const];
    const { totals, arrivals } = summaryOf(aPeriod('2027-01-01', '2027-03-01'), { stays });
    expect(totals).toMatchObject([{ revenue: 10_000n, nightsSold: 3 }]);
    expect(arrivals).toEqual({ confirmed: 0, checked_in: 0, checked_out: 0, no_show: 1, cancelled: 1 });
  });

  it('is counted by the date of arrival, also where the period begins in the middle of it', () => {
    expect(summaryOf(aPeriod('2027-02-01', '2027-03-01'), { stays: [stay] }).arrivals.confirmed).toBe(0);
  });
});

describe('the figures of a currency', () => {
  const month = aPeriod('2027-01-01', '2027-02-01');
  const stay = aStay('2027-01-10T14:00:00Z', '2027-01-13T10:00:00Z', { quantity: 2 });

  it('are rounded half up, and blocked nights are not to be had', () => {
    const capacity = [{ currency: 'EUR', unitNights: 62, blockedUnitNights: 14 }];
    expect(summaryOf(month, { stays: [stay], capacity }).totals).toEqual([
      {
        currency: 'EUR',
        revenue: 10_000n,
        refunded: 0n,
        netRevenue: 10_000n,
        nightsSold: 6,
        nightsAvailable: 48,
        occupancyBps: 1_250,
        averageDailyRate: 1_667n,
        revenuePerAvailable: 208n,
      },
    ]);
  });

  it('are zero where there is nothing to divide by', () => {
    const capacity = [{ currency: 'EUR', unitNights: 31, blockedUnitNights: 31 }];
    const [empty] = summaryOf(month, { capacity }).totals;
    expect(empty).toMatchObject({ occupancyBps: 0, averageDailyRate: 0n, revenuePerAvailable: 0n });
  });

  it('may be below zero after refunds, and stand for each currency alone, by code', () => {
    const refunds = [{ currency: 'USD', minorUnits: 700n }];
    const capacity = [{ currency: 'CHF', unitNights: 31, blockedUnitNights: 0 }];
    expect(summaryOf(month, { stays: [stay], refunds, capacity }).totals).toMatchObject([
      { currency: 'CHF', revenue: 0n, nightsAvailable: 31 },
      { currency: 'EUR', revenue: 10_000n, nightsAvailable: 0 },
      { currency: 'USD', refunded: 700n, netRevenue: -700n },
    ]);
  });
});

describe('whatever the stays', () => {
  const START = Temporal.Instant.from('2026-12-20T00:00:00Z');
  const stays = fc.array(
    fc
      .record({
        startMinutes: fc.integer({ min: 0, max: 130 * 24 * 60 }),
        minutes: fc.integer({ min: 1, max: 50 * 24 * 60 }),
        minorUnits: fc.bigInt({ min: 0n, max: 10n ** 12n }),
        currency: fc.constantFrom(...CURRENCIES),
        timeZone: fc.constantFrom(...ZONES),
        isGeneric: fc.boolean(),
        quantity: fc.integer({ min: 1, max: 5 }),
        state: fc.constantFrom('confirmed', 'checked_in', 'checked_out', 'no_show', 'cancelled' as const),
      })
      .map(({ startMinutes, minutes, minorUnits, currency, isGeneric, ...rest }): StayInPeriod => {
        const startsAt = START.add({ minutes: startMinutes }).epochMilliseconds;
        // A lodging stay has a night at least.
        const endsAt = startsAt + (isGeneric ? minutes : minutes + 25 * 60) * 60_000;
        return { ...rest, isGeneric, startsAt, endsAt, total: { minorUnits, currency } };
      }),
    { maxLength: 12 },
  );
  const days = fc.tuple(fc.integer({ min: 0, max: 130 }), fc.integer({ min: 1, max: 100 }));

  it('what is summed up is what a walk over every night finds', () => {
    fc.assert(
      fc.property(stays, days, (drawn, [start, length]) => {
        const first = START.toZonedDateTimeISO('UTC').toPlainDate().add({ days: start });
        const period = { from: first, to: first.add({ days: length }) };
        const { totals, arrivals } = summaryOf(period, { stays: drawn });
        const recount = countNights(period, drawn);
        const found = totals.map(({ currency, revenue, nightsSold }) => [currency, { revenue, nightsSold }]);
        expect(Object.fromEntries(found)).toEqual(recount.books);
        expect(arrivals).toEqual(recount.arrivals);
      }),
      { numRuns: 300 },
    );
  });

  it('periods that follow each other share all the money out, and not a unit more', () => {
    fc.assert(
      fc.property(stays, fc.array(fc.integer({ min: 1, max: 190 }), { maxLength: 5 }), (drawn, cuts) => {
        const sold = drawn.map((stay) => ({ ...stay, state: 'confirmed' as const }));
        const first = Temporal.PlainDate.from('2026-12-01');
        const edges = [...new Set([0, ...cuts, 300])].toSorted((one, other) => one - other);
        const shares = edges.slice(1).flatMap((end, index) => {
          const period = { from: first.add({ days: edges[index] ?? 0 }), to: first.add({ days: end }) };
          return summaryOf(period, { stays: sold }).totals.map(({ revenue }) => revenue);
        });
        expect(sum(shares)).toBe(sum(sold.map(({ total }) => total.minorUnits)));
      }),
    );
  });
});

/** Slow and plain: each night is a date, and the first ones get the remainder unit by unit. */
function countNights(period: Period, stays: readonly StayInPeriod[]) {
  const books: Record<string, { revenue: bigint; nightsSold: number }> = {};
  const arrivals = { confirmed: 0, checked_in: 0, checked_out: 0, no_show: 0, cancelled: 0 };
  const isInside = (date: Temporal.PlainDate) =>
    Temporal.PlainDate.compare(period.from, date) <= 0 && Temporal.PlainDate.compare(date, period.to) < 0;
  for (const { startsAt, endsAt, isGeneric, timeZone, total, quantity, state } of stays) {
    const [from, to] = [startsAt, endsAt].map((moment) => Temporal.Instant.fromEpochMilliseconds(moment));
    if (from === undefined || to === undefined) throw new Error('no window');
    const nights = (isGeneric ? startedDaysOf : nightsOf)({ from, to }, timeZone);
    const [arrival] = nights;
    if (arrival !== undefined && isInside(arrival)) arrivals[state] += 1;
    if (state === 'cancelled') continue;
    const prices = nights.map(() => total.minorUnits / BigInt(nights.length));
    let left = total.minorUnits - sum(prices);
    for (let night = 0; left > 0n; night += 1, left -= 1n) prices[night] = (prices[night] ?? 0n) + 1n;
    for (const [index, night] of nights.entries()) {
      if (!isInside(night)) continue;
      const book = (books[total.currency] ??= { revenue: 0n, nightsSold: 0 });
      book.revenue += prices[index] ?? 0n;
      book.nightsSold += quantity;
    }
  }
  return { books, arrivals };
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}
