import * as contract from '@lodging/contract-reservations';
import { newId } from '@lodging/kit-runtime';
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { valueOf } from './guest-requests.ts';
import { startReservations } from './start-reservations.ts';
import type { TestReservations } from './start-reservations.ts';

let service: TestReservations;
beforeAll(async () => {
  service = await startReservations();
});
afterAll(() => service.close());

type Query = Partial<z.input<typeof contract.listBookings.request>>;
type Page = z.output<typeof contract.listBookings.response>;

const list = async (query: Query, tenantId: string): Promise<Page> => {
  const request = contract.listBookings.request.parse({ limit: 100, after: null, ...query });
  return valueOf(await service.request(contract.listBookings, request, tenantId));
};
const idsOf = async (query: Query, tenantId: string) =>
  (await list(query, tenantId)).bookings.map(({ id }) => id);

async function pagedIds(query: Query, tenantId: string, limit = 1): Promise<string[]> {
  const ids: string[] = [];
  for (let after: Page['nextAfter'] = null; ;) {
    const page = await list({ ...query, limit, after }, tenantId);
    ids.push(...page.bookings.map(({ id }) => id));
    after = page.nextAfter;
    if (after === null) return ids;
  }
}

interface Row {
  readonly state?: string;
  readonly from?: string;
  readonly to?: string;
  readonly createdAt?: string;
  readonly timeZone?: string;
  readonly balance?: 'scheduled' | 'due' | 'paid' | 'void';
  readonly isOverdue?: boolean;
}

async function insert(tenantId: string, row: Row = {}): Promise<string> {
  const { state = 'confirmed', from = '2027-03-01T14:00:00Z', to = '2027-03-03T10:00:00Z' } = row;
  const { createdAt = '2027-01-01T00:00:00Z', timeZone = 'UTC', balance, isOverdue = false } = row;
  const id = randomUUID();
  await service.probe.sql(
    `INSERT INTO reservations (tenant_id, id, livemode, state, version, resource_id, starts_at, ends_at, time_zone,
       quantity, occupancy_children, total_minor_units, currency, source, hold_expires_at, attempt_until, created_at, updated_at)
     VALUES ($1, $2, true, $3, 2, $4, $5, $6, $7, 1, 0, 100, 'EUR', 'direct',
       CASE WHEN $3 IN ('held', 'expired') THEN now() + make_interval(hours => $9) END, now() + interval '1 hour', $8, now())`,
    [tenantId, id, state, randomUUID(), from, to, timeZone, createdAt, isOverdue ? -1 : 1],
  );
  if (balance !== undefined)
    await service.probe.sql(
      `INSERT INTO scheduled_payments (tenant_id, reservation_id, purpose, amount_minor_units, due_at, state, next_attempt_at)
       VALUES ($1, $2, 'balance', 70, 'infinity', $3, 'infinity')`,
      [tenantId, id, balance],
    );
  return id;
}

describe('a list in another order', () => {
  it('is by arrival or departure, and bookings of one moment are in the order of their ids', async () => {
    const tenantId = newId();
    const late = await insert(tenantId, { from: '2027-05-02T14:00:00Z', to: '2027-05-03T10:00:00Z' });
    const early = await insert(tenantId, { from: '2027-05-01T14:00:00Z', to: '2027-05-09T10:00:00Z' });
    const same = [
      await insert(tenantId, { from: '2027-05-01T18:00:00Z', to: '2027-05-04T10:00:00Z' }),
      await insert(tenantId, { from: '2027-05-01T18:00:00Z', to: '2027-05-04T10:00:00Z' }),
    ].toSorted();
    const byArrival = [early, ...same, late];
    const byDeparture = [late, ...same, early];
    for (const [sort, ids] of [
      ['arrival', byArrival],
      ['departure', byDeparture],
    ] as const) {
      expect(await idsOf({ sort }, tenantId)).toEqual(ids);
      expect(await pagedIds({ sort }, tenantId)).toEqual(ids);
      expect(await pagedIds({ sort, order: 'desc' }, tenantId)).toEqual(ids.toReversed());
      expect(await pagedIds({ sort, state: ['confirmed', 'held'] }, tenantId)).toEqual(ids);
    }
    expect(await pagedIds({ sort: 'created' }, tenantId)).toEqual(await pagedIds({}, tenantId));
  });

  it('keeps to dates of the stays’ zones in every order', async () => {
    const tenantId = newId();
    // 23:30 UTC on the 1st of March is the 2nd in Berlin.
    const second = await insert(tenantId, { from: '2027-03-01T23:30:00Z', timeZone: 'Europe/Berlin' });
    const first = await insert(tenantId, { from: '2027-03-01T14:00:00Z', timeZone: 'Europe/Berlin' });
    const before = await insert(tenantId, { from: '2027-02-27T14:00:00Z', timeZone: 'Europe/Berlin' });
    for (const order of ['asc', 'desc'] as const)
      for (const sort of ['created', 'arrival', 'departure'] as const) {
        expect(await pagedIds({ sort, order, arrivalFrom: '2027-03-02' }, tenantId)).toEqual([second]);
        expect(
          await pagedIds({ sort, order, arrivalFrom: '2027-03-01', arrivalTo: '2027-03-02' }, tenantId),
        ).toEqual([first]);
        const earlier = await pagedIds(
          { sort, order, createdFrom: '2026-12-31', arrivalTo: '2027-03-01' },
          tenantId,
        );
        expect(earlier).toEqual([before]);
      }
  });
});

describe('a list of several states', () => {
  it('has the bookings of each, as readers see them, in one order', async () => {
    const tenantId = newId();
    const made = new Map<string, string>();
    const rows: [string, Row][] = [
      ['checked_in', { state: 'checked_in' }],
      ['overdue', { state: 'held', isOverdue: true }],
      ['confirmed', {}],
      ['held', { state: 'held' }],
      ['cancelled', { state: 'cancelled' }],
      ['expired', { state: 'expired' }],
      ['confirmed later', {}],
    ];
    for (const [index, [name, row]] of rows.entries())
      made.set(await insert(tenantId, { ...row, createdAt: `2027-01-0${index + 1}T00:00:00Z` }), name);
    const namesOf = async (query: Query) => (await pagedIds(query, tenantId, 2)).map((id) => made.get(id));
    expect(await namesOf({ state: ['confirmed', 'checked_in'] })).toEqual([
      'checked_in',
      'confirmed',
      'confirmed later',
    ]);
    expect(await namesOf({ state: ['held', 'expired'] })).toEqual(['overdue', 'held', 'expired']);
    expect(await namesOf({ state: ['expired', 'cancelled'], order: 'desc' })).toEqual([
      'expired',
      'cancelled',
      'overdue',
    ]);
    expect(await namesOf({ state: 'confirmed' })).toEqual(['confirmed', 'confirmed later']);
    expect(await namesOf({ state: ['confirmed'] })).toEqual(['confirmed', 'confirmed later']);
  });
});

describe('a list by balance', () => {
  it('has the bookings that show one of the requested states, whatever the combination', async () => {
    const tenantId = newId();
    const rows: Row[] = [
      {},
      { balance: 'scheduled' },
      { balance: 'due' },
      { balance: 'paid', state: 'checked_out' },
      { balance: 'void', state: 'cancelled' },
      { balance: 'due', state: 'no_show' },
      { balance: 'scheduled', state: 'held' },
      { balance: 'scheduled', state: 'held', isOverdue: true },
      { state: 'checked_in' },
    ];
    for (const row of rows) await insert(tenantId, row);
    await insert(newId(), { balance: 'due' });
    const all = (await list({}, tenantId)).bookings;
    expect(all).toHaveLength(rows.length);
    const counts = Map.groupBy(all, ({ balanceState }) => balanceState);
    expect(Object.fromEntries([...counts].map(([state, { length }]) => [state, length]))).toEqual({
      none: 5,
      scheduled: 2,
      due: 1,
      paid: 1,
    });
    const words = ['none', 'scheduled', 'due', 'paid'] as const;
    for (let mask = 1; mask < 16; mask += 1) {
      const balanceState = words.filter((_, bit) => mask & (1 << bit));
      const shown = all.filter((booking) => balanceState.includes(booking.balanceState)).map(({ id }) => id);
      expect(await pagedIds({ balanceState }, tenantId, 2), balanceState.join()).toEqual(shown);
    }
  });

  it('shows a row as the booking itself shows its balance', async () => {
    const { tenantId } = service;
    const due = await insert(tenantId, { balance: 'due' });
    const overdue = await insert(tenantId, { balance: 'scheduled', state: 'held', isOverdue: true });
    const rows = (await list({}, tenantId)).bookings;
    for (const id of [due, overdue]) {
      const one = valueOf(await service.request(contract.readBooking, { reservationId: id }));
      expect(rows.find((row) => row.id === id)?.balanceState).toBe(one.booking?.balanceState);
    }
  });
});

it('a row has the amount that the guest pays at the property', async () => {
  const tenantId = newId();
  const [billed, unbilled] = [await insert(tenantId), await insert(tenantId)];
  for (const [version, amount] of [
    [1, '700'],
    [2, '900'],
  ])
    await service.probe.sql(
      `INSERT INTO reservation_terms (tenant_id, reservation_id, version, bill, schedule, created_at)
       VALUES ($1, $2, $3, jsonb_build_object('dueAtPropertyMinorUnits', $4::text), '[]', now())`,
      [tenantId, billed, version, amount],
    );
  const amounts = new Map(
    (await list({}, tenantId)).bookings.map(({ id, dueAtPropertyMinorUnits }) => [
      id,
      dueAtPropertyMinorUnits,
    ]),
  );
  expect([amounts.get(billed), amounts.get(unbilled)]).toEqual(['900', '0']);
});
