import { ok, refuse } from '@lodging/kernel';
import type { Refusal, RefusedWith, Result } from '@lodging/kernel';

const TRANSITIONS = {
  pending: ['held', 'confirmed', 'cancelled', 'expired'],
  held: ['confirmed', 'cancelled', 'expired'],
  confirmed: ['checked_in', 'no_show', 'cancelled'],
  checked_in: ['checked_out'],
  checked_out: [],
  cancelled: [],
  no_show: [],
  expired: [],
} as const satisfies Record<string, readonly string[]>;

export type ReservationState = keyof typeof TRANSITIONS;
export const reservationStates = Object.keys(TRANSITIONS) as readonly ReservationState[];

export function allowedTransitions(from: ReservationState): readonly ReservationState[] {
  return TRANSITIONS[from];
}

export type IllegalTransition = Refusal<'illegal_transition'>;

/** Refuses the state that the reservation is in already, too. */
export function checkTransition(
  from: ReservationState,
  to: ReservationState,
): Result<null, IllegalTransition> {
  return allowedTransitions(from).includes(to) ? ok(null) : illegalTransition(from, to);
}

export function illegalTransition(
  from: ReservationState,
  to: ReservationState,
): RefusedWith<IllegalTransition> {
  const allowed = allowedTransitions(from);
  return refuse('illegal_transition', `A ${from} reservation cannot become ${to}.`, { from, to, allowed });
}
