import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyStays, FIRST_START } from '../../../test/any-stays.ts';
import { summarizeDays } from './summarize-days.ts';
import type { DailyCapacity, DailySeries, SeriesKind, StayOfSeries } from './summarize-days.ts';
import { summarizePeriod } from './summarize-period.ts';

const june = { from: Temporal.PlainDate.from('2027-06-01'), to: Temporal.PlainDate.from('2027-06-04') };
const DOUBLE = { id: 'double', name: 'Double room' };

function stayOf(changes: Partial<StayOfSeries> = {}): StayOfSeries {
  return {
    startsAt: Temporal.Instant.from('2027-06-01T14:00:00Z').epochMilliseconds,
    endsAt: Temporal.Instant.from('2027-06-03T10:00:00Z').epochMilliseconds,
    isGeneric: false,
    timeZone: 'Europe/Berlin',
    state: 'confirmed',
    quantity: 1,
    total: { minorUnits: 10_001n, currency: 'EUR' },
    roomTypeId: DOUBLE.id,
    source: 'direct',
    ...changes,
  };
}
const capacityOf = (changes: Partial<DailyCapacity> = {}): DailyCapacity => ({
  currency: 'EUR',
  roomType: null,
  availableUnits: [4, 4, 2],
  ...changes,
});
const namesOf = (series: readonly DailySeries[]) =>
  series.map(({ key, label, currency }) => [key, label, currency]);

describe('the days of a period', () => {
  it('have a share of the revenue of each stay, its units, and who arrives and departs', () => {
    const [total] = summarizeDays(june, 'total', { stays: [stayOf()], capacity: [capacityOf()] });
    expect(total?.days).toMatchObject([
      { nightsSold: 1, nightsAvailable: 4, revenue: 5_001n, arrivals: 1, departures: 0, occupancyBps: 2_500 },
      { nightsSold: 1, nightsAvailable: 4, revenue: 5_000n, averageDailyRate: 5_000n, arrivals: 0 },
      { nightsSold: 0, nightsAvailable: 2, revenue: 0n, revenuePerAvailable: 0n, departures: 1 },
    ]);
    expect(total?.days.map(({ date }) => date.toString())).toEqual([
      '2027-06-01',
      '2027-06-02',
      '2027-06-03',
    ]);
  });

  it('neither begin nor end with a no-show, whose later nights are free again', () => {
    const freedAt = Temporal.Instant.from('2027-06-02T01:00:00Z').epochMilliseconds;
    const stays = [stayOf({ state: 'no_show', freedAt })];
    const [total] = summarizeDays(june, 'total', { stays, capacity: [] });
    expect(total?.days).toMatchObject([
      { nightsSold: 1, revenue: 5_001n, arrivals: 0 },
      { nightsSold: 0, revenue: 5_000n },
      { departures: 0 },
    ]);
  });

  it('end with a stay of an hour on the day on which it began', () => {
    const endsAt = Temporal.Instant.from('2027-06-01T15:00:00Z').epochMilliseconds;
    const stays = [stayOf({ isGeneric: true, roomTypeId: null, endsAt })];
    const [total] = summarizeDays(june, 'total', { stays, capacity: [] });
    expect(total?.days[0]).toMatchObject({ arrivals: 1, departures: 1, nightsSold: 1 });
  });
});

describe('the series', () => {
  it('of room types are in the order of their names, generic resources after them, currencies apart', () => {
    const capacity = [
      capacityOf({ availableUnits: [1, 1, 1] }),
      capacityOf({ roomType: DOUBLE, currency: 'USD' }),
      capacityOf({ roomType: DOUBLE }),
      capacityOf({ roomType: { id: 'apartment', name: 'Apartment' } }),
    ];
    expect(namesOf(summarizeDays(june, 'roomType', { stays: [], capacity }))).toEqual([
      ['apartment', 'Apartment', 'EUR'],
      ['double', 'Double room', 'EUR'],
      ['double', 'Double room', 'USD'],
      ['generic', null, 'EUR'],
    ]);
  });

  it('of sources share the units, so that their occupancies add up', () => {
    const stays = [stayOf(), stayOf({ source: 'manual', quantity: 2 })];
    const series = summarizeDays(june, 'source', { stays, capacity: [capacityOf()] });
    expect(series.map(({ key, days }) => [key, days[0]?.nightsAvailable, days[0]?.occupancyBps])).toEqual([
      ['direct', 4, 2_500],
      ['manual', 4, 5_000],
    ]);
  });

  it('without a unit and without a stay are left out', () => {
    const capacity = [capacityOf({ currency: 'USD', availableUnits: [0, 0, 0] })];
    const stays = [stayOf({ state: 'cancelled' })];
    expect(summarizeDays(june, 'total', { stays, capacity })).toEqual([]);
  });
});

describe('for any stays', () => {
  const units = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 100, maxLength: 100 });
  const days = fc.tuple(fc.integer({ min: 0, max: 130 }), fc.integer({ min: 1, max: 100 }));

  it.each<SeriesKind>(['total', 'roomType', 'source'])('the sums by %s are those of the period', (by) => {
    fc.assert(
      fc.property(anyStays, units, days, (stays, availableUnits, [start, length]) => {
        const first = FIRST_START.toZonedDateTimeISO('UTC').toPlainDate().add({ days: start });
        const period = { from: first, to: first.add({ days: length }) };
        const available = availableUnits.slice(0, length);
        const capacity = [capacityOf({ availableUnits: available })];
        const series = summarizeDays(period, by, { stays, capacity });
        const unitNights = available.reduce((sum, one) => sum + one, 0);
        const { totals, arrivals } = summarizePeriod(period, {
          stays,
          refunds: [],
          capacity: [{ currency: 'EUR', unitNights, blockedUnitNights: 0 }],
        });
        const expected = totals.map(({ currency, revenue, nightsSold }) => [currency, revenue, nightsSold]);
        expect(sumsOf(series)).toEqual(expected.filter(([, revenue, sold]) => revenue !== 0n || sold !== 0));
        const begun = arrivals.confirmed + arrivals.checked_in + arrivals.checked_out;
        expect(sum(series.flatMap((one) => one.days.map((day) => day.arrivals)))).toBe(begun);
        const sources = by === 'source' ? 2 : 1;
        expect(sum(series.flatMap((one) => one.days.map((day) => day.nightsAvailable)))).toBe(
          unitNights * sources,
        );
      }),
    );
  });
});

function sumsOf(series: readonly DailySeries[]) {
  return [...Map.groupBy(series, ({ currency }) => currency)]
    .map(([currency, same]) => {
      const all = same.flatMap(({ days }) => days);
      const revenue = all.reduce((total, day) => total + day.revenue, 0n);
      return [currency, revenue, sum(all.map(({ nightsSold }) => nightsSold))] as const;
    })
    .filter(([, revenue, sold]) => revenue !== 0n || sold !== 0)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
