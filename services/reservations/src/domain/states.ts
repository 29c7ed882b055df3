import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';

const MOVES = {
  pending: ['held', 'confirmed', 'cancelled', 'expired'],
  held: ['confirmed', 'cancelled', 'expired'],
  confirmed: ['checked_in', 'no_show', 'cancelled'],
  checked_in: ['checked_out'],
  checked_out: [],
  cancelled: [],
  no_show: [],
  expired: [],
} as const satisfies Record<string, readonly string[]>;

export type ReservationState = keyof typeof MOVES;
export const reservationStates = Object.keys(MOVES) as readonly ReservationState[];

export function legalMovesFrom(state: ReservationState): readonly ReservationState[] {
  return MOVES[state];
}

export type IllegalTransition = Refusal<'illegal_transition'>;

/** The same state again is no move either. */
export function checkMove(from: ReservationState, to: ReservationState): Result<null, IllegalTransition> {
  return legalMovesFrom(from).includes(to) ? ok(null) : illegalTransition(from, to);
}

export function illegalTransition(
  from: ReservationState,
  to: ReservationState,
): { readonly ok: false; readonly refusal: IllegalTransition } {
  const allowed = legalMovesFrom(from);
  return refuse('illegal_transition', `A ${from} reservation cannot become ${to}.`, { from, to, allowed });
}
