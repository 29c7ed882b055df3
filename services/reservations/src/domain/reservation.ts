import type { StayWindow } from '@lodging/kernel';
import type { ReservationState } from './states.ts';

export interface Stay {
  readonly resourceId: string;
  readonly roomTypeId: string | null;
  readonly ratePlanId: string | null;
  readonly window: StayWindow;
  /** The resource's zone when the stay was sold: its nights are dates there. */
  readonly timeZone: string;
  readonly quantity: number;
}

export interface Money {
  readonly minorUnits: bigint;
  readonly currency: string;
}

export interface Occupancy {
  readonly adults: number | null;
  readonly children: number;
}

interface Common {
  readonly tenantId: string;
  readonly id: string;
  readonly livemode: boolean;
  readonly stay: Stay;
  readonly total: Money;
  readonly occupancy: Occupancy;
  /** `direct` for a hold from a quote, `manual` for a booking entered by the operator's own system. */
  readonly source: 'direct' | 'manual';
  /** Personal data: in no event and in no log line. */
  readonly guestEmail: string | null;
  /** Grows with every move; the events of a move carry it. */
  readonly version: number;
  readonly createdAt: Temporal.Instant;
  readonly updatedAt: Temporal.Instant;
}

/** Who is at work on a pending reservation, and until when he may be thought alive. The number fences off the dead. */
export interface Attempt {
  readonly number: number;
  readonly until: Temporal.Instant;
}

/** Written down, but its units are not claimed yet: nothing to anybody outside. */
export interface PendingReservation extends Common {
  readonly state: 'pending';
  readonly holdExpiresAt: Temporal.Instant;
  readonly attempt: Attempt;
}

export interface HeldReservation extends Common {
  readonly state: 'held';
  readonly holdExpiresAt: Temporal.Instant;
}

export interface ExpiredReservation extends Common {
  readonly state: 'expired';
  readonly holdExpiresAt: Temporal.Instant;
}

/** A cancelled hold still shows when it would have ended. */
export interface CancelledReservation extends Common {
  readonly state: 'cancelled';
  readonly holdExpiresAt: Temporal.Instant | null;
}

export interface SettledReservation extends Common {
  readonly state: Exclude<ReservationState, 'pending' | 'held' | 'expired' | 'cancelled'>;
  readonly holdExpiresAt: null;
}

export type Reservation =
  | PendingReservation
  | HeldReservation
  | ExpiredReservation
  | CancelledReservation
  | SettledReservation;

export function isOverdue(
  reservation: Reservation,
  at: Temporal.Instant,
): reservation is PendingReservation | HeldReservation {
  const { state } = reservation;
  if (state !== 'held' && state !== 'pending') return false;
  return Temporal.Instant.compare(reservation.holdExpiresAt, at) <= 0;
}

/** Its money bought nothing: what is cancelled after it was confirmed has no end of its hold any more. */
export function isCancelledHold(reservation: Reservation): boolean {
  return reservation.state === 'cancelled' && reservation.holdExpiresAt !== null;
}

/** No provider takes a payment of nothing, so such a stay needs none. */
export function costsNothing({ total }: { readonly total: Money }): boolean {
  return total.minorUnits === 0n;
}

/** What a reader sees: a hold past its end is expired at once, whether or not the timer has been there. */
export function asSeenAt(reservation: Reservation, at: Temporal.Instant): Reservation {
  return reservation.state === 'held' && isOverdue(reservation, at)
    ? { ...reservation, state: 'expired' }
    : reservation;
}
