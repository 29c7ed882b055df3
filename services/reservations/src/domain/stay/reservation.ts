import type { StayWindow } from '@lodging/kernel';
import type { Metadata } from './metadata.ts';
import { noGuest } from './guest-details.ts';
import type { SealedGuest } from './guest-details.ts';
import type { ReservationState } from './states.ts';

export interface Stay {
  readonly resourceId: string;
  readonly roomTypeId: string | null;
  readonly ratePlanId: string | null;
  readonly window: StayWindow;
  /** The resource's IANA zone when the stay was sold; its nights are dates in that zone. */
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

/** Details that a request may have beside the stay. */
export interface BookingDetails extends SealedGuest {
  /** Personal data, as the sealed fields are: in no event and in no log line. */
  readonly guestLanguage: string | null;
  /** The operator's own name of the booking. */
  readonly externalReference: string | null;
  /** Free text, which may hold personal data: in no event. */
  readonly notes: string | null;
  readonly metadata: Metadata;
}

export const noBookingDetails: BookingDetails = {
  ...noGuest,
  guestLanguage: null,
  externalReference: null,
  notes: null,
  metadata: {},
};

export interface ReservationFields extends BookingDetails {
  /** Of the profile of the guest; null while the guest is not known. */
  readonly guestId: string | null;
  /** Why the operator moved it last. */
  readonly moveReason: string | null;
  readonly tenantId: string;
  readonly id: string;
  /** Its name for people, unique in the tenant. It never changes. */
  readonly reference: string;
  readonly livemode: boolean;
  readonly stay: Stay;
  readonly total: Money;
  /** What a booking that was paid to the operator cost then, where its price has changed since. */
  readonly offlineTotal?: bigint | null;
  readonly occupancy: Occupancy;
  /** `direct` for a hold from a quote, `manual` for a booking created by the operator. */
  readonly source: 'direct' | 'manual';
  /** The operator had the money when the booking was made. */
  readonly paidOffline: boolean;
  /** Grows with every change that a reader sees; events carry it. */
  readonly version: number;
  readonly createdAt: Temporal.Instant;
  readonly updatedAt: Temporal.Instant;
}

/** The worker that creates a reservation, until `until`. The number is a fencing token: it rejects an expired worker. */
export interface Attempt {
  readonly number: number;
  readonly until: Temporal.Instant;
}

/** The row exists, but its units are not claimed yet. Not visible outside this service. */
export interface PendingReservation extends ReservationFields {
  readonly state: 'pending';
  readonly holdExpiresAt: Temporal.Instant;
  readonly attempt: Attempt;
}

export interface HeldReservation extends ReservationFields {
  readonly state: 'held';
  readonly holdExpiresAt: Temporal.Instant;
}

export interface ExpiredReservation extends ReservationFields {
  readonly state: 'expired';
  readonly holdExpiresAt: Temporal.Instant;
  /** Its payment is refunded, so no payment confirms it any more. */
  readonly refundDecided: boolean;
}

/** A cancelled hold keeps its end; a booking that was confirmed before has none. */
export interface CancelledReservation extends ReservationFields {
  readonly state: 'cancelled';
  readonly holdExpiresAt: Temporal.Instant | null;
}

export interface ConfirmedReservation extends ReservationFields {
  readonly state: Exclude<ReservationState, 'pending' | 'held' | 'expired' | 'cancelled'>;
  readonly holdExpiresAt: null;
}

export type Reservation =
  | PendingReservation
  | HeldReservation
  | ExpiredReservation
  | CancelledReservation
  | ConfirmedReservation;

export function isHoldExpired(
  reservation: Reservation,
  at: Temporal.Instant,
): reservation is PendingReservation | HeldReservation {
  const { state } = reservation;
  if (state !== 'held' && state !== 'pending') return false;
  return Temporal.Instant.compare(reservation.holdExpiresAt, at) <= 0;
}

/** False for a booking that was confirmed before: its payment is not returned by itself. */
export function isCancelledHold(reservation: Reservation): boolean {
  return reservation.state === 'cancelled' && reservation.holdExpiresAt !== null;
}

/** What the operator has of a booking that was paid offline. */
export function offlineTotalOf({ total, offlineTotal }: Pick<Reservation, 'total' | 'offlineTotal'>): bigint {
  return offlineTotal ?? total.minorUnits;
}

/** Payment providers refuse an amount of zero, so a free stay is confirmed without a payment. */
export function isFree({ total }: { readonly total: Money }): boolean {
  return total.minorUnits === 0n;
}

/** A hold past its end reads as expired at once, before the timer has written it. */
export function asOf(reservation: Reservation, at: Temporal.Instant): Reservation {
  return reservation.state === 'held' && isHoldExpired(reservation, at)
    ? { ...reservation, state: 'expired', refundDecided: false }
    : reservation;
}
