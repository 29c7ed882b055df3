// Guards the matrix of moves, and what each move tells.
import { describe, expect, it } from 'vitest';
import * as moves from './moves.ts';
import { asSeenAt } from './reservation.ts';
import { legalMovesFrom, reservationStates } from './states.ts';
import type { ReservationState } from './states.ts';
import { aReservation, noon } from '../../test/reservation.ts';

const inTime = noon.add({ minutes: 1 });
const tooLate = noon.add({ minutes: 15 });

const moveTo: Partial<Record<ReservationState, moves.Move>> = {
  held: moves.hold,
  confirmed: moves.confirm,
  cancelled: moves.cancel,
  expired: moves.expire,
  checked_in: moves.checkIn,
  checked_out: moves.checkOut,
  no_show: moves.recordNoShow,
};

describe('the matrix', () => {
  it('is the one that operators were told', () => {
    const matrix = Object.fromEntries(reservationStates.map((state) => [state, legalMovesFrom(state)]));
    expect(matrix).toEqual({
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
    Object.entries(moveTo).map(([to, move]) => ({ from, to: to as ReservationState, move })),
  );
  it.each(pairs)('$from → $to is made or refused as the matrix says', ({ from, to, move }) => {
    const current = aReservation(from);
    const result = move(current, inTime);
    if (legalMovesFrom(from).includes(to)) {
      expect(result).toMatchObject({ ok: true, value: { next: { state: to, updatedAt: inTime } } });
    } else {
      const extra = { from, to, allowed: legalMovesFrom(from) };
      expect(result).toMatchObject({ ok: false, refusal: { code: 'illegal_transition', extra } });
    }
  });
});

describe('a move', () => {
  it.each([
    { from: 'pending', move: moves.hold, verbs: ['created'], version: 4 },
    { from: 'pending', move: moves.confirm, verbs: ['created', 'confirmed'], version: 5 },
    { from: 'held', move: moves.confirm, verbs: ['confirmed'], version: 4 },
    { from: 'held', move: moves.cancel, verbs: ['cancelled'], version: 4 },
    { from: 'held', move: moves.expire, verbs: ['expired'], version: 4 },
    { from: 'confirmed', move: moves.cancel, verbs: ['cancelled'], version: 4 },
    { from: 'confirmed', move: moves.checkIn, verbs: [], version: 4 },
  ] as const)('from $from tells $verbs and raises the version', ({ from, move, verbs, version }) => {
    const result = move(aReservation(from), inTime);
    if (!result.ok) throw new Error(result.refusal.detail);
    expect(result.value.events.map(({ verb }) => verb)).toEqual(verbs);
    expect(result.value.next.version).toBe(version);
    for (const event of result.value.events) expect(event.reservation).toBe(result.value.next);
  });

  it('takes the end of the hold away once the stay is confirmed', () => {
    expect(moves.confirm(aReservation('held'), inTime)).toMatchObject({
      ok: true,
      value: { next: { holdExpiresAt: null } },
    });
  });
});

describe('a hold past its end', () => {
  it('is expired to every reader at the very instant, and held just before', () => {
    const held = aReservation('held');
    expect(asSeenAt(held, tooLate).state).toBe('expired');
    expect(asSeenAt(held, tooLate.subtract({ nanoseconds: 1 })).state).toBe('held');
  });

  it.each([moves.confirm, moves.cancel])('can neither be confirmed nor cancelled by request', (move) => {
    const extra = { from: 'expired', allowed: [] };
    expect(move(aReservation('held'), tooLate)).toMatchObject({
      ok: false,
      refusal: { code: 'illegal_transition', extra },
    });
  });

  it('can still be ended, and that is what the timer does', () => {
    expect(moves.expire(aReservation('held'), tooLate)).toMatchObject({ ok: true });
  });
});

describe('money that came late', () => {
  it.each(['held', 'expired'] as const)('brings a %s reservation past its end back', (state) => {
    const result = moves.honourLatePayment(aReservation(state), tooLate);
    expect(result).toMatchObject({
      ok: true,
      value: { next: { state: 'confirmed', holdExpiresAt: null }, events: [{ verb: 'confirmed' }] },
    });
  });

  it('does not bring back what was cancelled', () => {
    expect(moves.honourLatePayment(aReservation('cancelled'), tooLate)).toMatchObject({ ok: false });
  });
});
