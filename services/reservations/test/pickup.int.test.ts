import * as contract from '@lodging/contract-reservations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeStay, changeTokenFor, LONGER } from './change-requests.ts';
import { outcomeOf, valueOf } from './guest-requests.ts';
import { createHeldBooking, createPaidBooking, moveBooking } from './operator-requests.ts';
import { startReservations } from './start-reservations.ts';
import type { TestReservations } from './start-reservations.ts';

let service: TestReservations;
beforeAll(async () => {
  service = await startReservations();
});
afterAll(() => service.close());

const MARCH = { from: '2027-03-01', to: '2027-03-06' };

async function daysSince(since: Temporal.Instant) {
  const request = { ...MARCH, since: since.toString({ smallestUnit: 'millisecond' }) };
  const { currencies } = valueOf(await service.request(contract.readPickup, request));
  return (currencies[0]?.days ?? []).map(({ roomNights, roomNightsThen, added, lost, ...revenue }) => [
    roomNights,
    roomNightsThen,
    added,
    lost,
    Number(revenue.revenueMinorUnits),
    Number(revenue.revenueThenMinorUnits),
  ]);
}
/** The history has the time of the database. */
async function now(): Promise<Temporal.Instant> {
  const [row] = await service.probe.sql<{ at: string }>(
    `SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at`,
  );
  return Temporal.Instant.from(row?.at ?? '').round({ smallestUnit: 'millisecond', roundingMode: 'ceil' });
}

describe('pickup', () => {
  it('has what each booking was at a moment: made, moved, cancelled, or not on the books', async () => {
    const beginning = await now();
    const longer = await createPaidBooking(service);
    const cancelled = await createPaidBooking(service);
    await createHeldBooking(service);
    // Three days each: 10000 as 3334, 3333, 3333.
    expect(await daysSince(beginning)).toEqual([
      [2, 0, 2, 0, 6_668, 0],
      [2, 0, 2, 0, 6_666, 0],
      [2, 0, 2, 0, 6_666, 0],
      [0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0],
    ]);
    const before = await now();
    const token = await changeTokenFor(service, longer.id, LONGER);
    valueOf(await changeStay(service, longer.id, token, { settle: 'later' }));
    valueOf(await moveBooking(service, cancelled.id, 'cancelled'));
    expect(await daysSince(before)).toEqual([
      [1, 2, 0, 1, 7_500, 6_668],
      [1, 2, 0, 1, 7_500, 6_666],
      [1, 2, 0, 1, 7_500, 6_666],
      [1, 0, 1, 0, 7_500, 0],
      [0, 0, 0, 0, 0, 0],
    ]);
    expect((await daysSince(await now())).map(([nights, then]) => [nights, then])).toEqual([
      [1, 1],
      [1, 1],
      [1, 1],
      [1, 1],
      [0, 0],
    ]);
  });

  it.each([
    ['2027-03-01', '2027-03-01', 'invalid_window'],
    ['2027-01-01', '2028-01-03', 'range_too_large'],
  ])('from %s to %s is %s', async (from, to, code) => {
    const request = { from, to, since: '2027-01-01T00:00:00.000Z' };
    expect(outcomeOf(await service.request(contract.readPickup, request))).toBe(code);
  });
});
