import type { Result } from '@lodging/kernel';
import { asOf } from './reservation.ts';
import type { Reservation } from './reservation.ts';
import { illegalTransition } from './states.ts';
import type { IllegalTransition, ReservationState } from './states.ts';
import { cancelPaidHold } from './cancel-paid-hold.ts';
import { cancel, checkIn, checkOut, recordNoShow } from './transitions.ts';
import type { StateChange, Transition } from './transitions.ts';

/** Units make a stay `held`, a payment `confirmed` and time `expired`, so an operator cannot request those states. */
const TRANSITION_TO: Partial<Record<ReservationState, Transition>> = {
  cancelled: cancel,
  checked_in: checkIn,
  checked_out: checkOut,
  no_show: recordNoShow,
};

export function requestTransition(
  reservation: Reservation,
  to: ReservationState,
  at: Temporal.Instant,
): Result<StateChange, IllegalTransition> {
  const transition = TRANSITION_TO[to];
  return transition === undefined
    ? illegalTransition(asOf(reservation, at).state, to)
    : transition(reservation, at);
}

/**
 * Optimistic concurrency: refuses when the state is no longer `expected`, even where the transition from the new state
 * would be legal. An operator who cancels a hold that was paid a moment ago would otherwise cancel a confirmed booking.
 */
export function requestTransitionFrom(
  expected: ReservationState,
  to: ReservationState,
  { mayBePaid }: { readonly mayBePaid: boolean },
): Transition {
  return (current, at) => {
    const { state } = asOf(current, at);
    if (state !== expected) return illegalTransition(state, to);
    return mayBePaid && to === 'cancelled' ? cancelPaidHold(current, at) : requestTransition(current, to, at);
  };
}
