import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Refused, Result } from '@lodging/kernel';
import type { LimitedHold } from '../guests/client-limits.ts';
import type { ReservationTerms, ScheduledPayment } from '../stay/reservation-terms.ts';
import type { BalanceState } from '../money/scheduled-payment.ts';
import type { CancellationRecord } from '../cancellation/settle.ts';
import { asOf } from '../stay/reservation.ts';
import type {
  Attempt,
  BookingDetails,
  HeldReservation,
  PendingReservation,
  Reservation,
  ReservationFields,
} from '../stay/reservation.ts';

/** The Idempotency-Key of a create request, and the hash of its body. */
export interface IdempotentRequest {
  readonly idempotencyKey: string;
  readonly fingerprint: string;
  /** When the request may no longer create anything: the end of its quote, or `NO_EXPIRY`. */
  readonly expiresAt: Temporal.Instant;
}

/** A booking is not made from a quote, so nothing expires before it is created. */
export const NO_EXPIRY = Temporal.Instant.from('9999-12-31T00:00:00Z');

/** A reservation to insert as `pending`. */
export interface NewReservation
  extends
    BookingDetails,
    Pick<ReservationFields, 'id' | 'livemode' | 'stay' | 'total' | 'occupancy' | 'source' | 'paidOffline'> {
  readonly quoteId: string | null;
  readonly terms: ReservationTerms | null;
  /** The entries of the schedule that are paid after the stay is confirmed; absent: the balance after a deposit. */
  readonly laterPayments?: readonly ScheduledPayment[];
  /** The creator is to receive a payment handle once the reservation is held. */
  readonly awaitsPaymentHandle: boolean;
  readonly request: IdempotentRequest;
  /** Null where no limit applies. */
  readonly limited: LimitedHold | null;
  readonly holdSeconds: number;
}

/** A reservation with the request that created it: its row is the idempotency record of that request. */
export interface ReservationCreation {
  readonly reservation: Reservation;
  readonly terms: ReservationTerms | null;
  readonly cancellation: CancellationRecord | null;
  readonly balanceState: BalanceState;
  /** Null once the key was purged. */
  readonly idempotencyKey: string | null;
  /** True if the request that created the reservation had this fingerprint. */
  readonly hasFingerprint: (fingerprint: string) => boolean;
  /** The reservation is held, but its creator has not received a payment handle yet. */
  readonly awaitsPaymentHandle: boolean;
  readonly attempt: Attempt;
  /** The database's time of the read; only that clock decides what has expired. */
  readonly at: Temporal.Instant;
}

/** An Idempotency-Key is kept as long; used again later, it is a new one. */
export const KEY_DAYS = 30;

export function isKeyOld({ reservation, at }: Pick<ReservationCreation, 'reservation' | 'at'>): boolean {
  const end = reservation.createdAt.add({ hours: 24 * KEY_DAYS });
  return Temporal.Instant.compare(end, at) <= 0;
}

export type IdempotencyStatus =
  | { readonly kind: 'completed'; readonly reservation: Reservation }
  | { readonly kind: 'in_progress' }
  /** The attempt has ended or expired, so another request may take over. */
  | { readonly kind: 'abandoned'; readonly reservation: PendingReservation };

type CreationConflict = Refusal<'idempotency_key_conflict' | 'hold_conflict' | 'quote_expired'>;

/** The reservation that an Idempotency-Key, or a quote, has already, as a create request finds it. */
export function idempotencyStatus(
  existing: ReservationCreation,
  request: IdempotentRequest,
): Result<IdempotencyStatus, CreationConflict> {
  const { reservation, attempt, at } = existing;
  if (existing.idempotencyKey !== request.idempotencyKey) {
    const isExpired = Temporal.Instant.compare(request.expiresAt, at) <= 0;
    return isExpired ? quoteExpired() : refuse('hold_conflict', 'The quote was already used for a hold.');
  }
  if (!existing.hasFingerprint(request.fingerprint)) return idempotencyKeyConflict();
  if (reservation.state !== 'pending') return ok({ kind: 'completed', reservation });
  return ok(isRunning(attempt, at) ? { kind: 'in_progress' } : { kind: 'abandoned', reservation });
}

export type PaymentSetupStatus =
  /** The handle was delivered, or there is nothing to pay. */
  | { readonly kind: 'completed' }
  | { readonly kind: 'in_progress' }
  | { readonly kind: 'abandoned'; readonly reservation: HeldReservation };

/** The progress of the payment setup of a created booking; it only matters while the booking is held. */
export function paymentSetupStatus(existing: ReservationCreation): PaymentSetupStatus {
  const { attempt, at } = existing;
  const reservation = asOf(existing.reservation, at);
  if (!existing.awaitsPaymentHandle || reservation.state !== 'held') return { kind: 'completed' };
  return isRunning(attempt, at) ? { kind: 'in_progress' } : { kind: 'abandoned', reservation };
}

function isRunning({ until }: Attempt, at: Temporal.Instant): boolean {
  return Temporal.Instant.compare(until, at) > 0;
}

export const idempotencyKeyConflict = (): {
  readonly ok: false;
  readonly refusal: Refusal<'idempotency_key_conflict'>;
} => refuse('idempotency_key_conflict', 'The key was used for a request with another body.');

export const referenceTaken = (reservationId: string): Refused<'external_reference_taken'> =>
  refuse('external_reference_taken', 'Another booking has this external reference.', { reservationId });

export const quoteExpired = (): Refused<'quote_expired'> =>
  refuse('quote_expired', 'The quote has expired; request a new one.');

export const resourceLocked = (): Refused<'resource_locked'> =>
  refuse('resource_locked', 'Another request is changing the same record; retry in a moment.', {
    retryAfterSeconds: 1,
  });
