import type { components } from '@lodging/client';
import { describe, expect, it } from 'vitest';
import { changedLines, changeOf, planAt } from './stay-change.ts';

type Schemas = components['schemas'];

const plan = (id: string, code: string, enabled = true) => ({ id, code, enabled }) as Schemas['RatePlan'];
const place = (id: string, plans: Schemas['RatePlan'][], checkInTime = '15:00') => ({
  id,
  timezone: 'Europe/Berlin',
  checkInTime,
  checkOutTime: '11:00',
  roomType: { id: 'dbl' } as Schemas['RoomType'],
  ratePlans: plans,
});
const ROOM = place('101', [plan('flex-101', 'FLEX')]);
const OTHER = place('102', [plan('nrf-102', 'NRF'), plan('flex-102', 'FLEX')], '14:00');
const BOOKED = {
  startsAt: '2027-06-10T14:30:00.000Z',
  endsAt: '2027-06-12T09:00:00.000Z',
  resourceId: '101',
  ratePlanId: 'flex-101',
  occupancyAdults: 2,
  occupancyChildren: 0,
  quantity: 1,
};
const AS_BOOKED = {
  arrival: '2027-06-10',
  departure: '2027-06-12',
  resourceId: '101',
  ratePlanId: 'flex-101',
  adults: 2,
  children: 0,
  ages: [],
  quantity: 1,
};

describe('a change', () => {
  it('has nothing where the stay is as it was', () => {
    expect(changeOf(AS_BOOKED, BOOKED, ROOM)).toEqual({});
  });

  it('has the new departure alone, at the time that was booked', () => {
    const change = changeOf({ ...AS_BOOKED, departure: '2027-11-12' }, BOOKED, ROOM);
    // Winter time by then.
    expect(change).toEqual({ to: '2027-11-12T10:00:00Z' });
  });

  it('to another room has its times and the same plan there', () => {
    const ratePlanId = planAt(OTHER, ROOM, 'flex-101');
    expect(changeOf({ ...AS_BOOKED, resourceId: '102', ratePlanId }, BOOKED, OTHER)).toEqual({
      from: '2027-06-10T12:00:00Z',
      resourceId: '102',
      ratePlanId: 'flex-102',
    });
  });
});

it('a changed party has all of its numbers, and the ages that are known', () => {
  expect(changeOf({ ...AS_BOOKED, adults: 3 }, BOOKED, ROOM)).toEqual({ partySize: 3, occupancyChildren: 0 });
  expect(changeOf({ ...AS_BOOKED, children: 2, ages: [9, null] }, BOOKED, ROOM)).toEqual({
    partySize: 4,
    occupancyChildren: 2,
    childAges: [9, 0],
  });
  expect(changeOf({ ...AS_BOOKED, quantity: 2 }, BOOKED, ROOM)).toEqual({ quantity: 2 });
});

it('the ages that were booked stay, and the others are added to them', () => {
  const booked = { ...BOOKED, occupancyChildren: 2, bill: { childAges: [12, 9] } };
  const wanted = { ...AS_BOOKED, children: 2, ages: [12, 9] };
  expect(changeOf(wanted, booked, ROOM)).toEqual({});
  expect(changeOf({ ...wanted, children: 3, ages: [12, 9, 4] }, booked, ROOM)).toEqual({
    partySize: 5,
    occupancyChildren: 3,
    childAges: [12, 9, 4],
  });
  expect(changeOf({ ...wanted, adults: 3 }, booked, ROOM)).toMatchObject({ childAges: [12, 9] });
});

it('a room without the plan gets the first one that is sold there', () => {
  expect(planAt(place('103', [plan('a', 'A', false), plan('b', 'B')]), ROOM, 'flex-101')).toBe('b');
  expect(planAt(place('103', []), ROOM, 'flex-101')).toBeNull();
});

it('two bills differ in the nights and lines that only one has, or that have another amount', () => {
  const bill = (nights: Record<string, string>, tax: string) =>
    ({
      nights: Object.entries(nights).map(([date, amountMinorUnits]) => ({ date, amountMinorUnits })),
      lines: [{ kind: 'tax', code: 'VAT', name: 'VAT 7 %', amountMinorUnits: tax }],
    }) as Schemas['Bill'];
  const before = bill({ '2027-06-10': '100', '2027-06-11': '100' }, '14');
  const after = bill({ '2027-06-11': '100', '2027-06-12': '120' }, '15');
  expect(changedLines(before, after)).toMatchObject([
    { date: '2027-06-10', before: '100', after: null },
    { date: '2027-06-12', before: null, after: '120' },
    { name: 'VAT 7 %', before: '14', after: '15' },
  ]);
  expect(changedLines(before, before)).toEqual([]);
});
