import { nightsOf, startedDaysOf } from '@lodging/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyStays, FIRST_START } from '../../../test/any-stays.ts';
import { checkPeriod } from './period.ts';
import type { Period } from './period.ts';
import { summarizePeriod } from './summarize-period.ts';
import type { PeriodRecords, StayInPeriod } from './summarize-period.ts';

function buildPeriod(from: string, to: string): Period {
  return { from: Temporal.PlainDate.from(from), to: Temporal.PlainDate.from(to) };
}
function buildStay(from: string, to: string, changes: Partial<StayInPeriod> = {}): StayInPeriod {
  const [startsAt, endsAt] = [
    Temporal.Instant.from(from).epochMilliseconds,
    Temporal.Instant.from(to).epochMilliseconds,
  ];
  const total = { minorUnits: 10_000n, currency: 'EUR' };
  const rest = { state: 'confirmed', timeZone: 'Europe/Berlin', isGeneric: false, quantity: 1 } as const;
  return { startsAt, endsAt, total, ...rest, ...changes };
}
function summaryOf(period: Period, facts: Partial<PeriodRecords>) {
  return summarizePeriod(period, { stays: [], refunds: [], capacity: [], ...facts });
}

describe('a period', () => {
  it.each([
    ['2027-03-01', '2027-03-01', 'invalid_window'],
    ['2027-03-02', '2027-03-01', 'invalid_window'],
    ['2027-01-01', '2028-01-03', 'range_too_large'],
  ])('from %s to %s is %s', (from, to, code) => {
    expect(checkPeriod(buildPeriod(from, to))).toMatchObject({ ok: false, refusal: { code } });
  });

  it('may be a leap year', () => {
    expect(checkPeriod(buildPeriod('2028-01-01', '2029-01-01')).ok).toBe(true);
  });
});

describe('the revenue of a stay', () => {
  const stay = buildStay('2027-01-30T14:00:00Z', '2027-02-02T10:00:00Z');

  it('is spread over its nights, the remainder over the first ones, across the end of a month', () => {
    const january = summaryOf(buildPeriod('2027-01-01', '2027-02-01'), { stays: [stay] }).totals;
    const february = summaryOf(buildPeriod('2027-02-01', '2027-03-01'), { stays: [stay] }).totals;
    expect(january).toMatchObject([{ currency: 'EUR', revenue: 6_667n, nightsSold: 2 }]);
    expect(february).toMatchObject([{ currency: 'EUR', revenue: 3_333n, nightsSold: 1 }]);
  });

  it('counts one night a date, however long a clock change makes it', () => {
    const overTheChange = buildStay('2027-03-27T14:00:00Z', '2027-03-29T09:00:00Z');
    const sunday = summaryOf(buildPeriod('2027-03-28', '2027-03-29'), { stays: [overTheChange] });
    expect(sunday.totals).toMatchObject([{ revenue: 5_000n, nightsSold: 1 }]);
  });

  it('of a generic resource is spread over the local days that it has started', () => {
    const party = buildStay('2027-01-31T21:00:00Z', '2027-02-01T01:00:00Z', { isGeneric: true });
    const february = summaryOf(buildPeriod('2027-02-01', '2027-03-01'), { stays: [party] });
    expect(february.totals).toMatchObject([{ revenue: 5_000n, nightsSold: 1 }]);
  });

  it('is zero for a cancelled stay, and counts for a no-show', () => {
    const stays = [{ ...stay, state: 'cancelled' } as const, { ...stay, state: 'no_show' } as const];
    const { totals, arrivals } = summaryOf(buildPeriod('2027-01-01', '2027-03-01'), { stays });
    expect(totals).toMatchObject([{ revenue: 10_000n, nightsSold: 3 }]);
    expect(arrivals).toEqual({ confirmed: 0, checked_in: 0, checked_out: 0, no_show: 1, cancelled: 1 });
  });

  it('counts the arrival on its date only, where the period begins during the stay', () => {
    expect(summaryOf(buildPeriod('2027-02-01', '2027-03-01'), { stays: [stay] }).arrivals.confirmed).toBe(0);
  });
});

describe('the figures of a currency', () => {
  const month = buildPeriod('2027-01-01', '2027-02-01');
  const stay = buildStay('2027-01-10T14:00:00Z', '2027-01-13T10:00:00Z', { quantity: 2 });

  it('are rounded half up; blocked nights are not available', () => {
    const capacity = [{ currency: 'EUR', unitNights: 62, blockedUnitNights: 14 }];
    expect(summaryOf(month, { stays: [stay], capacity }).totals).toEqual([
      {
        currency: 'EUR',
        revenue: 10_000n,
        refunded: 0n,
        netRevenue: 10_000n,
        nightsSold: 6,
        nightsAvailable: 48,
        capacityNights: 62,
        outOfOrderNights: 0,
        blockedNights: 0,
        occupancyBps: 1_250,
        averageDailyRate: 1_667n,
        revenuePerAvailable: 208n,
        collected: 0n,
        returned: 0n,
        cashNet: 0n,
        retained: 0n,
        accommodationNet: 10_000n,
        fees: 0n,
        extras: 0n,
        tax: 0n,
        propertyTax: 0n,
        averageDailyRateNet: 1_667n,
        revenuePerAvailableNet: 208n,
      },
    ]);
  });

  it('are zero where the divisor is zero', () => {
    const capacity = [{ currency: 'EUR', unitNights: 31, blockedUnitNights: 31 }];
    const [empty] = summaryOf(month, { capacity }).totals;
    expect(empty).toMatchObject({ occupancyBps: 0, averageDailyRate: 0n, revenuePerAvailable: 0n });
  });

  it('may be negative after refunds; currencies are separate, ordered by code', () => {
    const refunds = [{ currency: 'USD', minorUnits: 700n }];
    const capacity = [{ currency: 'CHF', unitNights: 31, blockedUnitNights: 0 }];
    expect(summaryOf(month, { stays: [stay], refunds, capacity }).totals).toMatchObject([
      { currency: 'CHF', revenue: 0n, nightsAvailable: 31 },
      { currency: 'EUR', revenue: 10_000n, nightsAvailable: 0 },
      { currency: 'USD', refunded: 700n, netRevenue: -700n },
    ]);
  });
});

describe('for any stays', () => {
  const days = fc.tuple(fc.integer({ min: 0, max: 130 }), fc.integer({ min: 1, max: 100 }));

  it('the summary equals a count night by night', () => {
    fc.assert(
      fc.property(anyStays, days, (drawn, [start, length]) => {
        const first = FIRST_START.toZonedDateTimeISO('UTC').toPlainDate().add({ days: start });
        const period = { from: first, to: first.add({ days: length }) };
        const { totals, arrivals } = summaryOf(period, { stays: drawn });
        const counted = countNights(period, drawn);
        const found = totals.map(({ currency, revenue, nightsSold }) => [currency, { revenue, nightsSold }]);
        expect(Object.fromEntries(found)).toEqual(counted.totals);
        expect(arrivals).toEqual(counted.arrivals);
      }),
      { numRuns: 300 },
    );
  });

  it('adjacent periods add up to the exact totals', () => {
    fc.assert(
      fc.property(anyStays, fc.array(fc.integer({ min: 1, max: 190 }), { maxLength: 5 }), (drawn, cuts) => {
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

/** The simple algorithm: each night is a date, and the first nights get the remainder unit by unit. */
function countNights(period: Period, stays: readonly StayInPeriod[]) {
  const totals: Record<string, { revenue: bigint; nightsSold: number }> = {};
  const arrivals = { confirmed: 0, checked_in: 0, checked_out: 0, no_show: 0, cancelled: 0 };
  const isInside = (date: Temporal.PlainDate) =>
    Temporal.PlainDate.compare(period.from, date) <= 0 && Temporal.PlainDate.compare(date, period.to) < 0;
  for (const { startsAt, endsAt, isGeneric, timeZone, total, quantity, state } of stays) {
    const [from, to] = [startsAt, endsAt].map((instant) => Temporal.Instant.fromEpochMilliseconds(instant));
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
      const running = (totals[total.currency] ??= { revenue: 0n, nightsSold: 0 });
      running.revenue += prices[index] ?? 0n;
      running.nightsSold += quantity;
    }
  }
  return { totals, arrivals };
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}
