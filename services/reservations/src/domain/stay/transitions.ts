import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { AppliedChange, StayOfChange } from './stay-of-change.ts';
import type { RefundObligation } from './refund-obligation.ts';
import { asOf } from './reservation.ts';
import type { Reservation, ConfirmedReservation } from './reservation.ts';
import type { Settlement } from './settlement.ts';
import { checkTransition, illegalTransition } from './states.ts';
import type { IllegalTransition } from './states.ts';

export interface ReservationEvent {
  readonly verb:
    | 'created'
    | 'confirmed'
    | 'cancelled'
    | 'expired'
    | 'checked-in'
    | 'checked-out'
    | 'no-show'
    | 'updated'
    | 'changed';
  /** The reservation after the whole change: two events of one change carry the same record. */
  readonly reservation: Reservation;
  /** Of an update, and of a change of the stay: the names of the fields. */
  readonly changes?: readonly string[];
  /** The stay before a change. */
  readonly previous?: StayOfChange;
}

/**
 * The result of a transition, which is one commit: the new record, the events to publish, and the money that goes back.
 * Work after the commit that none of them records is lost where the process ends.
 */
export interface StateChange {
  readonly next: Reservation;
  readonly events: readonly ReservationEvent[];
  readonly refund: RefundObligation | null;
  /** The settlement of a booking that ends here. Absent: no money moves. */
  readonly settlement?: Settlement;
  /** The change of the stay that this commits. */
  readonly stayChange?: AppliedChange;
}

export type Transition = (
  reservation: Reservation,
  at: Temporal.Instant,
) => Result<StateChange, IllegalTransition>;

/** The units of a pending reservation are claimed. */
export const hold: Transition = (reservation, at) => {
  const legal = checkTransition(reservation.state, 'held');
  if (!legal.ok) return legal;
  // Only `pending` may become `held`; the check narrows the type, which the table of states cannot.
  if (reservation.state !== 'pending') throw new Error('only a pending reservation can become held');
  const { attempt: _, ...rest } = reservation;
  return change(reservation, { ...rest, state: 'held' }, at, ['created']);
};

/** Paid in time, or created as paid. A pending reservation has published no event yet, so it is `created` first. */
export const confirm: Transition = (reservation, at) =>
  endHold(
    reservation,
    'confirmed',
    at,
    reservation.state === 'pending' ? ['created', 'confirmed'] : ['confirmed'],
  );

/**
 * Confirms a hold whose payment succeeded after its end, once its units are claimed again. The only way back from
 * `expired`; no request can make this transition, and nothing makes it once the payment goes back.
 */
export function confirmLatePayment(
  reservation: Reservation,
  at: Temporal.Instant,
): Result<StateChange, IllegalTransition> {
  if (asOf(reservation, at).state !== 'expired') return confirm(reservation, at);
  if (reservation.state === 'expired' && reservation.refundDecided)
    return illegalTransition('expired', 'confirmed');
  return change(reservation, { ...reservation, state: 'confirmed', holdExpiresAt: null }, at, ['confirmed']);
}

/** Keeps `holdExpiresAt`: it distinguishes a cancelled hold from a cancelled booking. */
export const cancel: Transition = (reservation, at) => {
  const legal = checkTransition(asOf(reservation, at).state, 'cancelled');
  if (!legal.ok) return legal;
  return change(reservation, { ...reservation, state: 'cancelled' }, at, ['cancelled']);
};

/** The end of a hold that was not paid. */
export const expire: Transition = (reservation, at) => {
  const legal = checkTransition(reservation.state, 'expired');
  if (!legal.ok) return legal;
  if (reservation.holdExpiresAt === null) throw new Error('only a hold with an end can expire');
  const { holdExpiresAt } = reservation;
  const next = { ...reservation, state: 'expired', holdExpiresAt, refundDecided: false } as const;
  return change(reservation, next, at, ['expired']);
};

export const checkIn: Transition = (reservation, at) =>
  endHold(reservation, 'checked_in', at, ['checked-in']);
export const checkOut: Transition = (reservation, at) =>
  endHold(reservation, 'checked_out', at, ['checked-out']);
export const recordNoShow: Transition = (reservation, at) => endHold(reservation, 'no_show', at, ['no-show']);

/** No change and no event: the reservation is in the requested state already. */
export function unchanged(reservation: Reservation): { readonly ok: true; readonly value: StateChange } {
  return ok({ next: reservation, events: [], refund: null });
}

function endHold(
  reservation: Reservation,
  state: ConfirmedReservation['state'],
  at: Temporal.Instant,
  verbs: readonly ReservationEvent['verb'][],
): Result<StateChange, IllegalTransition> {
  const legal = checkTransition(asOf(reservation, at).state, state);
  if (!legal.ok) return legal;
  return change(reservation, { ...reservation, state, holdExpiresAt: null }, at, verbs);
}

/** Each event takes a version of its own; a change without events takes one version. */
function change(
  from: Reservation,
  to: Reservation,
  at: Temporal.Instant,
  verbs: readonly ReservationEvent['verb'][],
): { readonly ok: true; readonly value: StateChange } {
  const next = { ...to, version: from.version + Math.max(1, verbs.length), updatedAt: at };
  return ok({ next, events: verbs.map((verb) => ({ verb, reservation: next })), refund: null });
}
