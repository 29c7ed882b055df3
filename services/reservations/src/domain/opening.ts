import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import { asSeenAt } from './reservation.ts';
import type { Attempt, HeldReservation, PendingReservation, Reservation } from './reservation.ts';

/** The request a reservation was opened by, kept in its row: the row itself is the idempotency record. */
export interface Opening {
  /** Null once the key is older than the time for which keys are kept. */
  readonly idempotencyKey: string | null;
  readonly fingerprint: string | null;
  readonly quoteId: string | null;
  /** A booking whose units are held, and whoever asked for it has not been handed a way to pay yet. */
  readonly awaitsPaymentHandle: boolean;
}

export interface OpenedReservation {
  readonly reservation: Reservation;
  readonly opening: Opening;
  readonly attempt: Attempt;
  /** The database's time when it was read: it alone decides what has lapsed. */
  readonly at: Temporal.Instant;
}

export interface OpeningRequest {
  readonly idempotencyKey: string;
  readonly fingerprint: string;
  readonly quoteExpiresAt: Temporal.Instant;
}

export type Standing =
  | { readonly kind: 'done'; readonly reservation: Reservation }
  | { readonly kind: 'running' }
  /** Whoever was at work on it has died or given up: the work may be taken over. */
  | { readonly kind: 'lapsed'; readonly reservation: PendingReservation };

type OpeningConflict = Refusal<'idempotency_key_conflict' | 'hold_conflict' | 'quote_expired'>;

export function idempotencyStatus(
  found: OpenedReservation,
  request: OpeningRequest,
): Result<Standing, OpeningConflict> {
  const { reservation, opening, at } = found;
  if (opening.idempotencyKey !== request.idempotencyKey) {
    const lapsed = Temporal.Instant.compare(request.quoteExpiresAt, at) <= 0;
    return lapsed ? quoteExpired() : refuse('hold_conflict', 'A hold was already made from this quote.');
  }
  if (!isSameRequest(found, request)) return otherBody();
  if (reservation.state !== 'pending') return ok({ kind: 'done', reservation });
  const running = Temporal.Instant.compare(reservation.attempt.until, at) > 0;
  return ok(running ? { kind: 'running' } : { kind: 'lapsed', reservation });
}

export type HandleStanding =
  /** Handed over, or nothing to pay. */
  | { readonly kind: 'settled' }
  | { readonly kind: 'running' }
  | { readonly kind: 'lapsed'; readonly reservation: HeldReservation };

/** How far the way to pay for a booking has come; of interest only while the booking is held. */
export function handleStandingOf({ reservation, opening, attempt, at }: OpenedReservation): HandleStanding {
  const seen = asSeenAt(reservation, at);
  if (!opening.awaitsPaymentHandle || seen.state !== 'held') return { kind: 'settled' };
  const running = Temporal.Instant.compare(attempt.until, at) > 0;
  return running ? { kind: 'running' } : { kind: 'lapsed', reservation: seen };
}

export function isSameRequest(
  { opening }: OpenedReservation,
  { fingerprint }: Pick<OpeningRequest, 'fingerprint'>,
): boolean {
  return opening.fingerprint === fingerprint;
}

export const otherBody = (): {
  readonly ok: false;
  readonly refusal: Refusal<'idempotency_key_conflict'>;
} => refuse('idempotency_key_conflict', 'The key was used for a request with another body.');

export const quoteExpired = (): { readonly ok: false; readonly refusal: Refusal<'quote_expired'> } =>
  refuse('quote_expired', 'The quote has expired; ask for a new one.');

export const stillRunning = (): { readonly ok: false; readonly refusal: Refusal<'resource_locked'> } =>
  refuse('resource_locked', 'Another request is working on this; try again in a moment.', {
    retryAfterSeconds: 1,
  });
