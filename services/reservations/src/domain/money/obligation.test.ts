import { describe, expect, it } from 'vitest';
import { buildReservation } from '../../../test/build-reservation.ts';
import { duePurpose, obligationOf, scheduleOf, wasConfirmed } from './obligation.ts';
import type { Reservation } from '../stay/reservation.ts';
import type { ReservationState } from '../stay/states.ts';
import type { ScheduledPayment } from '../stay/reservation-terms.ts';

const NOW = Temporal.Instant.from('2027-03-01T00:00:00Z');
const schedule: ScheduledPayment[] = [
  { purpose: 'deposit', amountMinorUnits: '3000', dueAt: '2027-01-01T00:00:00.000Z' },
  { purpose: 'balance', amountMinorUnits: '7000', dueAt: '2027-03-01T00:00:00.000Z' },
];
const stay = (state: ReservationState, changes: Partial<Reservation> = {}) =>
  ({ ...buildReservation(state), ...changes }) as Reservation;

describe('the obligation of a booking', () => {
  it.each([
    ['a confirmed one', stay('confirmed'), 10_000n],
    ['one that is checked in', stay('checked_in'), 10_000n],
    ['one that is checked out', stay('checked_out'), 10_000n],
    ['a hold', stay('held', { holdExpiresAt: NOW }), 10_000n],
    ['a cancelled one', stay('cancelled'), 0n],
    ['a no-show', stay('no_show'), 0n],
    ['an expired hold', stay('expired', { holdExpiresAt: NOW }), 0n],
  ])('of %s is what its schedule says is due by now', (_what, reservation, dueByNow) => {
    expect(obligationOf(reservation, schedule, NOW).dueByNow).toBe(dueByNow);
  });

  it('leaves out what is due later, to the millisecond', () => {
    const before = NOW.subtract({ milliseconds: 1 });
    expect(obligationOf(stay('confirmed'), schedule, before).dueByNow).toBe(3_000n);
  });

  it('counts the price as paid offline where the operator had it and the booking is confirmed', () => {
    const total = stay('confirmed').total.minorUnits;
    expect(obligationOf(stay('confirmed', { paidOffline: true }), schedule, NOW).paidOffline).toBe(total);
    expect(obligationOf(stay('confirmed', { source: 'manual' }), schedule, NOW).paidOffline).toBe(0n);
    const held = stay('held', { paidOffline: true, holdExpiresAt: NOW });
    expect(obligationOf(held, schedule, NOW).paidOffline).toBe(0n);
  });

  it('of a booking without a schedule is its total, since it was made', () => {
    const old = stay('confirmed');
    expect(scheduleOf(old, undefined)).toEqual([
      { purpose: 'stay', amountMinorUnits: old.total.minorUnits.toString(), dueAt: expect.any(String) },
    ]);
  });
});

describe('a further payment', () => {
  it.each([
    ['confirmed', null, 'balance'],
    ['checked_in', null, 'balance'],
    ['checked_out', null, null],
    ['cancelled', null, 'penalty'],
    ['no_show', null, 'penalty'],
    ['cancelled', NOW, null],
    ['held', NOW, null],
    ['expired', NOW, null],
  ] as const)('in the state %s, with an end of the hold %s, is %s', (state, holdExpiresAt, purpose) => {
    const reservation = stay(state, { holdExpiresAt });
    expect(duePurpose(reservation, schedule, NOW)).toBe(purpose);
    expect(wasConfirmed(reservation)).toBe(holdExpiresAt === null);
  });

  it('is for what became due last: a change of the stay, or a balance after it', () => {
    const confirmed = stay('confirmed');
    const change = { purpose: 'change' as const, amountMinorUnits: '500', dueAt: '2027-02-01T00:00:00.000Z' };
    const [deposit, balance] = schedule as [ScheduledPayment, ScheduledPayment];
    const changed = [deposit, change, balance];
    expect(duePurpose(confirmed, changed, NOW.subtract({ milliseconds: 1 }))).toBe('change');
    expect(duePurpose(confirmed, changed, NOW)).toBe('balance');
    expect(duePurpose(confirmed, [balance, change], NOW)).toBe('balance');
  });
});
