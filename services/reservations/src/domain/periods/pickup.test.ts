import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyStays, FIRST_START } from '../../../test/any-stays.ts';
import { pickUp } from './pickup.ts';
import type { BookedStay, ThenAndNow } from './pickup.ts';
import { summarizeDays } from './summarize-days.ts';
import type { StayOfSeries } from './summarize-days.ts';

const june = { from: Temporal.PlainDate.from('2027-06-01'), to: Temporal.PlainDate.from('2027-06-04') };
const at = (text: string) => Temporal.Instant.from(text).epochMilliseconds;

const booked = (from: string, to: string, changes: Partial<BookedStay> = {}): BookedStay => ({
  startsAt: at(`${from}T14:00:00Z`),
  endsAt: at(`${to}T10:00:00Z`),
  quantity: 1,
  minorUnits: 10_000n,
  freedAt: null,
  ...changes,
});
const stay = (earlier: BookedStay | null, now: BookedStay | null): ThenAndNow => ({
  currency: 'EUR',
  timeZone: 'Europe/Berlin',
  isGeneric: false,
  earlier,
  now,
});

describe('the pickup', () => {
  it('has what was booked since as added, what was cancelled as lost', () => {
    const two = booked('2027-06-01', '2027-06-03');
    const [euro] = pickUp(june, [stay(null, two), stay(booked('2027-06-02', '2027-06-03'), null)]);
    expect(euro?.days).toMatchObject([
      { roomNights: 1, roomNightsThen: 0, added: 1, lost: 0, revenue: 5_000n, revenueThen: 0n },
      { roomNights: 1, roomNightsThen: 1, added: 1, lost: 1, revenue: 5_000n, revenueThen: 10_000n },
      { roomNights: 0, roomNightsThen: 0, added: 0, lost: 0, revenue: 0n, revenueThen: 0n },
    ]);
  });

  it('of a stay that moved has the nights that it left and those that it took', () => {
    const [euro] = pickUp(june, [
      stay(booked('2027-06-01', '2027-06-03'), booked('2027-06-02', '2027-06-04', { minorUnits: 12_000n })),
    ]);
    expect(euro?.days).toMatchObject([
      { added: 0, lost: 1, revenueThen: 5_000n, revenue: 0n },
      { added: 0, lost: 0, revenueThen: 5_000n, revenue: 6_000n },
      { added: 1, lost: 0, revenueThen: 0n, revenue: 6_000n },
    ]);
  });

  it('leaves out a currency without a night in the period', () => {
    expect(pickUp(june, [stay(null, null), stay(null, booked('2027-07-01', '2027-07-02'))])).toEqual([]);
  });
});

it('for any bookings the present is that of the report by day, and then + added − lost is now', () => {
  const runs = { numRuns: 40 };
  const optional = (one: StayOfSeries, isThere: boolean): BookedStay | null =>
    isThere && one.state !== 'cancelled' ? { ...one, minorUnits: one.total.minorUnits, freedAt: null } : null;
  fc.assert(
    fc.property(anyStays, fc.infiniteStream(fc.boolean()), (stays, coins) => {
      const first = FIRST_START.toZonedDateTimeISO('UTC').toPlainDate().subtract({ days: 2 });
      const period = { from: first, to: first.add({ days: 200 }) };
      const pairs = stays.map((one) => ({
        currency: one.total.currency,
        timeZone: one.timeZone,
        isGeneric: one.isGeneric,
        earlier: optional(one, coins.next().value ?? false),
        now: optional(one, true),
      }));
      const picked = pickUp(period, pairs);
      const daily = new Map(
        summarizeDays(period, 'total', { stays, capacity: [] }).map(({ currency, days }) => [currency, days]),
      );
      for (const { currency, days } of picked)
        for (const [index, day] of days.entries()) {
          expect(day.roomNights).toBe(day.roomNightsThen + day.added - day.lost);
          expect([day.roomNights, day.revenue]).toEqual([
            daily.get(currency)?.[index]?.nightsSold,
            daily.get(currency)?.[index]?.revenue,
          ]);
        }
      expect(picked.length).toBe(daily.size);
    }),
    runs,
  );
});
