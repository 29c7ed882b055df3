// Guards what an operator may ask for by name, from every state, and who loses a race.
import { describe, expect, it } from 'vitest';
import { moveIfStill, moveOnRequest } from './requested-move.ts';
import { isCancelledHold } from './reservation.ts';
import { legalMovesFrom, reservationStates } from './states.ts';
import type { ReservationState } from './states.ts';
import { aReservation, noon } from '../../test/reservation.ts';

const at = noon.add({ minutes: 1 });
const MAY_ASK_FOR: readonly ReservationState[] = ['cancelled', 'checked_in', 'checked_out', 'no_show'];

describe('a move that is asked for', () => {
  const pairs = reservationStates.flatMap((from) => reservationStates.map((to) => ({ from, to })));
  it.each(pairs)('$from → $to is made or refused, with all that may be asked instead', ({ from, to }) => {
    const result = moveOnRequest(aReservation(from), to, at);
    const legal = MAY_ASK_FOR.includes(to) && legalMovesFrom(from).includes(to);
    if (legal) expect(result).toMatchObject({ ok: true, value: { next: { state: to, version: 4 } } });
    else
      expect(result).toMatchObject({
        refusal: { code: 'illegal_transition', extra: { from, to, allowed: legalMovesFrom(from) } },
      });
  });

  it('finds a hold past its end expired', () => {
    const extra = { from: 'expired', to: 'cancelled', allowed: [] };
    const late = noon.add({ minutes: 15 });
    expect(moveOnRequest(aReservation('held'), 'cancelled', late)).toMatchObject({ refusal: { extra } });
    expect(moveOnRequest(aReservation('held'), 'confirmed', late)).toMatchObject({
      refusal: { extra: { from: 'expired' } },
    });
  });

  it('tells of a cancellation, and within the house of a guest who has left, and of nothing else', () => {
    const verbs = (from: ReservationState, to: ReservationState) => {
      const result = moveOnRequest(aReservation(from), to, at);
      return result.ok ? result.value.events.map(({ verb }) => verb) : 'refused';
    };
    expect(verbs('held', 'cancelled')).toEqual(['cancelled']);
    expect(verbs('confirmed', 'cancelled')).toEqual(['cancelled']);
    expect(verbs('confirmed', 'checked_in')).toEqual([]);
    expect(verbs('confirmed', 'no_show')).toEqual([]);
    expect(verbs('checked_in', 'checked_out')).toEqual(['checked-out']);
  });
});

describe('a race', () => {
  it('is lost by whoever asked in sight of another state, even where the move would be legal', () => {
    const cancelTheHold = moveIfStill('held', 'cancelled');
    expect(cancelTheHold(aReservation('held'), at)).toMatchObject({ ok: true });
    expect(cancelTheHold(aReservation('confirmed'), at)).toMatchObject({
      refusal: { code: 'illegal_transition', extra: { from: 'confirmed', to: 'cancelled' } },
    });
    expect(moveIfStill('confirmed', 'cancelled')(aReservation('checked_in'), at)).toMatchObject({
      ok: false,
    });
  });
});

it('a cancelled hold is told from a cancelled stay, so that only the money of the first goes back by itself', () => {
  const cancelled = (from: ReservationState) => {
    const result = moveOnRequest(aReservation(from), 'cancelled', at);
    return result.ok && isCancelledHold(result.value.next);
  };
  expect(cancelled('held')).toBe(true);
  expect(cancelled('confirmed')).toBe(false);
});
