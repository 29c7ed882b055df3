import { describe, expect, it } from 'vitest';
import { changedEnds, datesOf, earliestDates, nearbyDates } from './days.ts';
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
  it('are today and tomorrow; a guest who has arrived may leave today', () => {
    const today = Date.parse('2027-03-27T10:00:00Z');
    const dates = { from: '2027-03-26', to: '2027-03-28' };
    expect(earliestDates(stay(), dates, today)).toEqual({ from: '2027-03-27', to: '2027-03-28' });
    expect(earliestDates(stay({ state: 'checked_in' }), dates, today)).toEqual({
      from: '2027-03-26',
      to: '2027-03-27',
    });
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
