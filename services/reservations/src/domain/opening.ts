// Owns idempotent opening: what a reservation that is already there means to the request that found it.
import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import type { PendingReservation, Reservation } from './reservation.ts';

/** The request a reservation was opened by, kept in its row: the row itself is the idempotency record. */
export interface Opening {
  /** Null once the key is older than the time for which keys are kept. */
  readonly idempotencyKey: string | null;
  readonly fingerprint: string | null;
  readonly quoteId: string | null;
}

export interface OpenedReservation {
  readonly reservation: Reservation;
  readonly opening: Opening;
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

export function standingOf(
  found: OpenedReservation,
  request: OpeningRequest,
): Result<Standing, OpeningConflict> {
  const { reservation, opening, at } = found;
  if (opening.idempotencyKey !== request.idempotencyKey) {
    const lapsed = Temporal.Instant.compare(request.quoteExpiresAt, at) <= 0;
    return lapsed ? quoteExpired() : refuse('hold_conflict', 'A hold was already made from this quote.');
  }
  if (opening.fingerprint !== request.fingerprint)
    return refuse('idempotency_key_conflict', 'The key was used for a request with another body.');
  if (reservation.state !== 'pending') return ok({ kind: 'done', reservation });
  const running = Temporal.Instant.compare(reservation.attempt.until, at) > 0;
  return ok(running ? { kind: 'running' } : { kind: 'lapsed', reservation });
}

/** The answer of an earlier run of the same request, however long its token has been worthless. */
export function isReplay(found: OpenedReservation, request: Pick<OpeningRequest, 'fingerprint'>): boolean {
  return found.opening.fingerprint === request.fingerprint && found.reservation.state !== 'pending';
}

export const quoteExpired = (): { readonly ok: false; readonly refusal: Refusal<'quote_expired'> } =>
  refuse('quote_expired', 'The quote has expired; ask for a new one.');

export const stillRunning = (): { readonly ok: false; readonly refusal: Refusal<'resource_locked'> } =>
  refuse('resource_locked', 'Another request is working on this; try again in a moment.', {
    retryAfterSeconds: 1,
  });
