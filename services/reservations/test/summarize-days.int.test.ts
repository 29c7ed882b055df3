import { summarizeCapacity, summarizeDailyCapacity } from '@lodging/contract-inventory';
import * as contract from '@lodging/contract-reservations';
import type { RequestOf } from '@lodging/contract-wire';
import { ok, refuse } from '@lodging/kernel';
import { connectBus, on, serve } from '@lodging/kit-messaging';
import type { Bus } from '@lodging/kit-messaging';
import { newId } from '@lodging/kit-runtime';
import { testIdentity, testLogger, useServers } from '@lodging/kit-testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { outcomeOf, valueOf } from './guest-requests.ts';
import { insertBookings } from './insert-bookings.ts';
import { startReservations } from './start-reservations.ts';
import type { TestReservations } from './start-reservations.ts';

const MARCH = { from: '2026-03-01', to: '2026-04-01' };
const AVAILABLE = Array.from({ length: 31 }, (_, index) => 400 + index);
const BOOKINGS = 8_000;

let service: TestReservations;
let bus: Bus;
let inventory: { stop(): Promise<void> };
const requested: RequestOf<typeof summarizeDailyCapacity>[] = [];
const tenantId = newId();
const guarded = newId();
beforeAll(async () => {
  const log = testLogger();
  service = await startReservations();
  bus = await connectBus({ url: useServers().natsUrl, name: 'neighbours', identity: testIdentity(), log });
  const unitNights = AVAILABLE.reduce((sum, units) => sum + units, 0);
  inventory = await serve(bus, { group: 'inventory', log }, [
    on(summarizeCapacity, async () =>
      ok({ capacity: [{ currency: 'EUR', unitNights: unitNights + 7, blockedUnitNights: 7 }] }),
    ),
    on(summarizeDailyCapacity, async (request, ctx) => {
      requested.push(request);
      if (ctx.tenantId === guarded) return refuse('range_too_large', 'too many room types');
      return ok({
        capacity: [{ currency: 'EUR', roomTypeId: null, roomTypeName: null, availableUnits: AVAILABLE }],
      });
    }),
  ]);
  await insertBookings(service.probe, tenantId, BOOKINGS);
});
afterAll(async () => {
  await inventory.stop();
  await bus.drain();
  await service.close();
});

const days = (request: Partial<RequestOf<typeof contract.summarizeDays>> = {}, as = tenantId) =>
  service.request(contract.summarizeDays, { ...MARCH, by: 'total', ...request }, as);

it.each(['total', 'source'] as const)('days by %s add up to the summary of the same dates', async (by) => {
  const { series } = valueOf(await days({ by }));
  const summary = valueOf(
    await service.request(contract.summarizePeriod, { ...MARCH, timezone: 'UTC' }, tenantId),
  );
  const figures = series.flatMap((one) => one.days.map((day) => ({ ...day, currency: one.currency })));
  for (const total of summary.totals) {
    const same = figures.filter(({ currency }) => currency === total.currency);
    const revenue = same.reduce((sum, day) => sum + BigInt(day.revenueMinorUnits), 0n);
    expect(String(revenue)).toBe(total.revenueMinorUnits);
    expect(same.reduce((sum, day) => sum + day.roomNightsSold, 0)).toBe(total.roomNightsSold);
  }
  expect(summary.totals.length).toBe(3);
  const { confirmed, checkedIn, checkedOut } = summary.bookings;
  expect(figures.reduce((sum, day) => sum + day.arrivals, 0)).toBe(confirmed + checkedIn + checkedOut);
  expect(confirmed).toBeGreaterThan(50);
  const [euro] = series.filter(({ currency }) => currency === 'EUR');
  expect(euro?.days.map((day) => day.roomNightsAvailable)).toEqual(AVAILABLE);
  expect(summary.totals.find(({ currency }) => currency === 'EUR')?.roomNightsAvailable).toBe(
    AVAILABLE.reduce((sum, units) => sum + units, 0),
  );
});

it('room types are requested of inventory, and its refusal is passed on', async () => {
  const { series } = valueOf(await days({ ...MARCH, to: '2026-03-02', by: 'roomType' }));
  expect(requested.at(-1)).toEqual({ ...MARCH, to: '2026-03-02', byRoomType: true, most: 10_000 });
  expect(new Set(series.map(({ key }) => key)).size).toBe(series.length);
  expect(outcomeOf(await days({ by: 'roomType' }, guarded))).toBe('range_too_large');
});

it('more days than an answer has are refused', async () => {
  // Each booking of the test has a room type of its own.
  const year = { from: '2026-01-01', to: '2027-01-01', by: 'roomType' as const };
  expect(outcomeOf(await days(year))).toBe('range_too_large');
});

it.each([
  ['2027-03-01', '2027-03-01', 'invalid_window'],
  ['2027-01-01', '2028-01-03', 'range_too_large'],
])('from %s to %s is %s', async (from, to, code) => {
  expect(outcomeOf(await days({ from, to }))).toBe(code);
});
