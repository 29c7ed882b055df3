import { describe, expect, it } from 'vitest';
import type { Managed } from '../manage-api.ts';
import { outcomeOf } from './pending-change.ts';

const pending = {
  bookingId: '0197a205-3c4d-7a5e-8f60-718293a4b5c6',
  startsAt: '2027-06-10T13:00:00.000Z',
  endsAt: '2027-06-13T08:00:00.000Z',
  dueMinorUnits: '12000',
  until: '2027-06-01T10:15:00.000Z',
};
const inTime = Date.parse('2027-06-01T10:10:00Z');

function managed(booking: Partial<Managed['booking']> = {}, changeDates = false): Managed {
  const { bookingId: id, startsAt } = pending;
  const stay = { id, startsAt, endsAt: '2027-06-12T08:00:00.000Z', state: 'confirmed', ...booking };
  return { booking: stay, may: { cancel: true, changeDates, pay: true } } as Managed;
}

describe('a change that waits for its payment', () => {
  it('waits until its time is over', () => {
    expect(outcomeOf(pending, managed(), inTime)).toBe('waiting');
    expect(outcomeOf(pending, managed({ state: 'checked_in' }), inTime)).toBe('waiting');
    expect(outcomeOf(pending, managed(), Date.parse(pending.until))).toBe('unpaid');
  });

  it('is made where the booking has its dates', () => {
    expect(outcomeOf(pending, managed({ endsAt: '2027-06-13T08:00:00Z' }), inTime)).toBe('changed');
    expect(outcomeOf(pending, managed({ id: 'another' }), inTime)).toBe('of another booking');
  });

  it('was given up where another may be made', () => {
    expect(outcomeOf(pending, managed({}, true), inTime)).toBe('unpaid');
    expect(outcomeOf(pending, managed({ endsAt: '2027-06-13T08:00:00Z' }, true), inTime)).toBe('changed');
  });

  it.for(['cancelled', 'no_show', 'checked_out', 'expired'] as const)(
    'has ended with a %s booking',
    (state) => {
      expect(outcomeOf(pending, managed({ state }), inTime)).toBe('ended');
    },
  );
});
