import type { Result } from '@lodging/kernel';
import { cancel, checkIn, checkOut, recordNoShow } from './moves.ts';
import type { Move, Moved } from './moves.ts';
import { asSeenAt } from './reservation.ts';
import type { Reservation } from './reservation.ts';
import { illegalTransition } from './states.ts';
import type { IllegalTransition, ReservationState } from './states.ts';

/** A stay is held by its units, confirmed by its money and expired by time: nobody asks for those. */
const MOVES: Partial<Record<ReservationState, Move>> = {
  cancelled: cancel,
  checked_in: checkIn,
  checked_out: checkOut,
  no_show: recordNoShow,
};

export function moveOnRequest(
  reservation: Reservation,
  to: ReservationState,
  at: Temporal.Instant,
): Result<Moved, IllegalTransition> {
  const move = MOVES[to];
  return move === undefined ? illegalTransition(asSeenAt(reservation, at).state, to) : move(reservation, at);
}

/**
 * The row decides a race: a request that was made in sight of another state has lost, even where the new state would
 * allow the move. Whoever cancels a hold that has just been paid for must learn that he would cancel a confirmed stay.
 */
export function moveIfStill(
  seen: ReservationState,
  to: ReservationState,
): (current: Reservation, at: Temporal.Instant) => Result<Moved, IllegalTransition> {
  return (current, at) => {
    const { state } = asSeenAt(current, at);
    return state === seen ? moveOnRequest(current, to, at) : illegalTransition(state, to);
  };
}
