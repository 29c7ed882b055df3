import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import { asSeenAt } from './reservation.ts';
import type { Reservation, SettledReservation } from './reservation.ts';
import { checkMove } from './states.ts';
import type { IllegalTransition } from './states.ts';

export interface ReservationEvent {
  readonly verb: 'created' | 'confirmed' | 'cancelled' | 'expired' | 'checked-out';
  /** The record as it is after the whole move. */
  readonly reservation: Reservation;
}

export interface Moved {
  readonly next: Reservation;
  readonly events: readonly ReservationEvent[];
}

export type Move = (reservation: Reservation, at: Temporal.Instant) => Result<Moved, IllegalTransition>;

/** The units of a pending reservation are claimed. */
export const hold: Move = (reservation, at) => {
  const legal = checkMove(reservation.state, 'held');
  if (!legal.ok) return legal;
  // Only a pending reservation may become held, and that one knows its end.
  if (reservation.state !== 'pending') throw new Error('a hold without an end');
  const { attempt: _, ...rest } = reservation;
  return moved(reservation, { ...rest, state: 'held' }, at, ['created']);
};

/** Paid in time, or entered as paid. What nobody has heard of yet is announced as created first. */
export const confirm: Move = (reservation, at) =>
  settle(
    reservation,
    'confirmed',
    at,
    reservation.state === 'pending' ? ['created', 'confirmed'] : ['confirmed'],
  );

/**
 * Money that landed after the hold's end, over units that are claimed again: the one way back from `expired`, and no
 * move that a request can ask for.
 */
export function honourLatePayment(
  reservation: Reservation,
  at: Temporal.Instant,
): Result<Moved, IllegalTransition> {
  if (asSeenAt(reservation, at).state !== 'expired') return confirm(reservation, at);
  return moved(reservation, { ...reservation, state: 'confirmed', holdExpiresAt: null }, at, ['confirmed']);
}

export const cancel: Move = (reservation, at) => {
  const legal = checkMove(asSeenAt(reservation, at).state, 'cancelled');
  if (!legal.ok) return legal;
  return moved(reservation, { ...reservation, state: 'cancelled' }, at, ['cancelled']);
};

/** The end of a hold nobody paid for. */
export const expire: Move = (reservation, at) => {
  const legal = checkMove(reservation.state, 'expired');
  if (!legal.ok) return legal;
  if (reservation.holdExpiresAt === null) throw new Error('an expiry without an end');
  const { holdExpiresAt } = reservation;
  return moved(reservation, { ...reservation, state: 'expired', holdExpiresAt }, at, ['expired']);
};

export const checkIn: Move = (reservation, at) => settle(reservation, 'checked_in', at, []);
export const checkOut: Move = (reservation, at) => settle(reservation, 'checked_out', at, ['checked-out']);
export const recordNoShow: Move = (reservation, at) => settle(reservation, 'no_show', at, []);

/** Nothing to do, and nothing to tell: the answer to asking for what already is. */
export function unmoved(reservation: Reservation): { readonly ok: true; readonly value: Moved } {
  return ok({ next: reservation, events: [] });
}

function settle(
  reservation: Reservation,
  state: SettledReservation['state'],
  at: Temporal.Instant,
  verbs: readonly ReservationEvent['verb'][],
): Result<Moved, IllegalTransition> {
  const legal = checkMove(asSeenAt(reservation, at).state, state);
  if (!legal.ok) return legal;
  return moved(reservation, { ...reservation, state, holdExpiresAt: null }, at, verbs);
}

/** Every event takes a version of its own, and a move without events takes one too. */
function moved(
  from: Reservation,
  to: Reservation,
  at: Temporal.Instant,
  verbs: readonly ReservationEvent['verb'][],
): { readonly ok: true; readonly value: Moved } {
  const next = { ...to, version: from.version + Math.max(1, verbs.length), updatedAt: at };
  return ok({ next, events: verbs.map((verb) => ({ verb, reservation: next })) });
}
