import { describe, expect, it } from 'vitest';
import * as transitions from './transitions.ts';
import { asOf } from './reservation.ts';
import { allowedTransitions, reservationStates } from './states.ts';
import type { ReservationState } from './states.ts';
import { buildReservation, noon } from '../../../test/build-reservation.ts';

const inTime = noon.add({ minutes: 1 });
const tooLate = noon.add({ minutes: 15 });

const transitionTo: Partial<Record<ReservationState, transitions.Transition>> = {
  held: transitions.hold,
  confirmed: transitions.confirm,
  cancelled: transitions.cancel,
  expired: transitions.expire,
  checked_in: transitions.checkIn,
  checked_out: transitions.checkOut,
  no_show: transitions.recordNoShow,
};

describe('the table of states', () => {
  it('has the documented transitions', () => {
    const table = Object.fromEntries(reservationStates.map((state) => [state, allowedTransitions(state)]));
    expect(table).toEqual({
      pending: ['held', 'confirmed', 'cancelled', 'expired'],
      held: ['confirmed', 'cancelled', 'expired'],
      confirmed: ['checked_in', 'no_show', 'cancelled'],
      checked_in: ['checked_out'],
      checked_out: [],
      cancelled: [],
      no_show: [],
      expired: [],
    });
  });

  const pairs = reservationStates.flatMap((from) =>
    Object.entries(transitionTo).map(([to, transition]) => ({
      from,
      to: to as ReservationState,
      transition,
    })),
  );
  it.each(pairs)('$from → $to is made or refused by the table', ({ from, to, transition }) => {
    const current = buildReservation(from);
    const result = transition(current, inTime);
    if (allowedTransitions(from).includes(to)) {
      expect(result).toMatchObject({ ok: true, value: { next: { state: to, updatedAt: inTime } } });
    } else {
      const extra = { from, to, allowed: allowedTransitions(from) };
      expect(result).toMatchObject({ ok: false, refusal: { code: 'illegal_transition', extra } });
    }
  });
});

describe('a transition', () => {
  it.each([
    { from: 'pending', transition: transitions.hold, verbs: ['created'], version: 4 },
    { from: 'pending', transition: transitions.confirm, verbs: ['created', 'confirmed'], version: 5 },
    { from: 'held', transition: transitions.confirm, verbs: ['confirmed'], version: 4 },
    { from: 'held', transition: transitions.cancel, verbs: ['cancelled'], version: 4 },
    { from: 'held', transition: transitions.expire, verbs: ['expired'], version: 4 },
    { from: 'confirmed', transition: transitions.cancel, verbs: ['cancelled'], version: 4 },
    { from: 'confirmed', transition: transitions.checkIn, verbs: ['checked-in'], version: 4 },
  ] as const)(
    'from $from has events $verbs and increments the version',
    ({ from, transition, verbs, version }) => {
      const result = transition(buildReservation(from), inTime);
      if (!result.ok) throw new Error(result.refusal.detail);
      expect(result.value.events.map(({ verb }) => verb)).toEqual(verbs);
      expect(result.value.next.version).toBe(version);
      for (const event of result.value.events) expect(event.reservation).toBe(result.value.next);
    },
  );

  it('to confirmed clears the end of the hold', () => {
    expect(transitions.confirm(buildReservation('held'), inTime)).toMatchObject({
      ok: true,
      value: { next: { holdExpiresAt: null } },
    });
  });
});

describe('a hold past its end', () => {
  it('reads as expired from that instant on, and as held before it', () => {
    const held = buildReservation('held');
    expect(asOf(held, tooLate).state).toBe('expired');
    expect(asOf(held, tooLate.subtract({ nanoseconds: 1 })).state).toBe('held');
  });

  it.each([transitions.confirm, transitions.cancel])('cannot be confirmed or cancelled', (transition) => {
    const extra = { from: 'expired', allowed: [] };
    expect(transition(buildReservation('held'), tooLate)).toMatchObject({
      ok: false,
      refusal: { code: 'illegal_transition', extra },
    });
  });

  it('can be expired by the timer', () => {
    expect(transitions.expire(buildReservation('held'), tooLate)).toMatchObject({ ok: true });
  });
});

describe('a late payment', () => {
  it.each(['held', 'expired'] as const)('confirms a %s reservation past its end', (state) => {
    const result = transitions.confirmLatePayment(buildReservation(state), tooLate);
    expect(result).toMatchObject({
      ok: true,
      value: { next: { state: 'confirmed', holdExpiresAt: null }, events: [{ verb: 'confirmed' }] },
    });
  });

  it('does not confirm a cancelled reservation', () => {
    expect(transitions.confirmLatePayment(buildReservation('cancelled'), tooLate)).toMatchObject({
      ok: false,
    });
  });
});
