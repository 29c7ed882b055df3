import { describe, expect, it } from 'vitest';
import { changedEnds, datesOf, earliestDates, faultOf, nearbyDates } from './days.ts';
import type { BookedStay } from './days.ts';

const stay = (changes: Partial<BookedStay> = {}): BookedStay => ({
  startsAt: '2027-03-26T14:00:00.000Z',
  endsAt: '2027-03-28T08:00:00.000Z',
  timezone: 'Europe/Vienna',
  state: 'confirmed',
  ...changes,
});
const now = Date.parse('2027-03-01T10:00:00Z');

describe('the ends of a changed stay', () => {
  it('are at the booked times of day, also beyond a change of the clocks', () => {
    expect(datesOf(stay())).toEqual({ from: '2027-03-26', to: '2027-03-28' });
    expect(changedEnds(stay(), { from: '2027-03-27', to: '2027-03-31' })).toEqual({
      from: '2027-03-27T14:00:00.000Z',
      to: '2027-03-31T08:00:00.000Z',
    });
    expect(changedEnds(stay(), { from: '2027-03-26', to: '2027-03-27' })).toEqual({
      to: '2027-03-27T09:00:00.000Z',
    });
  });

  it('are on the dates of the property, however far its zone is from UTC', () => {
    const far = stay({
      startsAt: '2027-03-26T01:00:00.000Z',
      endsAt: '2027-03-27T20:00:00.000Z',
      timezone: 'Pacific/Kiritimati',
    });
    expect(datesOf(far)).toEqual({ from: '2027-03-26', to: '2027-03-28' });
    expect(changedEnds(far, { from: '2027-03-26', to: '2027-03-29' })).toEqual({
      to: '2027-03-28T20:00:00.000Z',
    });
  });

  it('are none where nothing differs', () => {
    expect(changedEnds(stay(), datesOf(stay()))).toEqual({});
  });
});

describe('earliest dates', () => {
  const dates = datesOf(stay());

  it('are today, or the booked arrival where it is past, and the day after the arrival that is entered', () => {
    expect(earliestDates(stay(), dates, now)).toEqual({ from: '2027-03-01', to: '2027-03-27' });
    expect(earliestDates(stay(), { ...dates, from: '2027-03-10' }, now).to).toBe('2027-03-11');
    expect(earliestDates(stay(), { ...dates, from: '' }, now).to).toBe('2027-03-01');
  });

  it('of a guest who comes late, or has arrived, keep the arrival; the departure may be today', () => {
    const today = Date.parse('2027-03-27T10:00:00Z');
    for (const state of ['confirmed', 'checked_in'] as const)
      expect(earliestDates(stay({ state }), dates, today)).toEqual({ from: '2027-03-26', to: '2027-03-27' });
  });
});

describe('the fault of dates', () => {
  it.for([
    ['2027-03-10', '2027-03-12', null],
    ['2027-03-01', '2027-03-02', null],
    ['', '2027-03-12', { field: 'from', kind: 'missing' }],
    ['2027-03-10', '2027-02-30', { field: 'to', kind: 'missing' }],
    ['2027-02-28', '2027-03-12', { field: 'from', kind: 'arrivalPast' }],
    ['2027-03-10', '2027-03-10', { field: 'to', kind: 'departureFirst' }],
    ['2027-03-10', '2027-03-05', { field: 'to', kind: 'departureFirst' }],
  ] as const)('%s to %s: %o', ([from, to, fault]) => {
    expect(faultOf(stay(), { from, to }, now)).toEqual(fault);
  });

  it('is none in a stay of some hours', () => {
    const hours = stay({ startsAt: '2027-03-26T08:00:00.000Z', endsAt: '2027-03-26T14:00:00.000Z' });
    const dates = { from: '2027-03-10', to: '2027-03-10' };
    expect(faultOf(hours, dates, now)).toBeNull();
    expect(earliestDates(hours, dates, now).to).toBe('2027-03-10');
  });

  it('is none in a booked arrival that is past; the departure is not', () => {
    const today = Date.parse('2027-03-28T10:00:00Z');
    expect(faultOf(stay(), { from: '2027-03-26', to: '2027-03-28' }, today)).toBeNull();
    expect(faultOf(stay(), { from: '2027-03-26', to: '2027-03-27' }, today)).toEqual({
      field: 'to',
      kind: 'departurePast',
    });
    expect(faultOf(stay(), { from: '2027-03-27', to: '2027-03-29' }, today)?.kind).toBe('arrivalPast');
  });
});

describe('stays nearby', () => {
  it('are moved or shorter, never in the past, and never the booked one', () => {
    const nearby = nearbyDates(stay(), { from: '2027-03-27', to: '2027-03-29' }, now);
    expect(nearby).toEqual([
      { from: '2027-03-28', to: '2027-03-30' },
      { from: '2027-03-25', to: '2027-03-27' },
      { from: '2027-03-29', to: '2027-03-31' },
      { from: '2027-03-27', to: '2027-03-28' },
      { from: '2027-03-28', to: '2027-03-29' },
    ]);
    const tonight = Date.parse('2027-03-27T10:00:00Z');
    const soon = nearbyDates(stay(), { from: '2027-03-27', to: '2027-03-28' }, tonight);
    expect(soon).toEqual([
      { from: '2027-03-28', to: '2027-03-29' },
      { from: '2027-03-29', to: '2027-03-30' },
    ]);
  });

  it('of a guest who has arrived keep the arrival', () => {
    const arrived = stay({ state: 'checked_in' });
    const tonight = Date.parse('2027-03-27T10:00:00Z');
    expect(nearbyDates(arrived, { from: '2027-03-26', to: '2027-03-30' }, tonight)).toEqual([
      { from: '2027-03-26', to: '2027-03-29' },
      { from: '2027-03-26', to: '2027-03-31' },
      { from: '2027-03-26', to: '2027-04-01' },
    ]);
  });
});
