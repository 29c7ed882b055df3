import type { Author } from '../domain/history.ts';
import type { NewReservation, ReservationCreation } from '../domain/reservation-creation.ts';
import type { PendingReservation } from '../domain/reservation.ts';
import type { StateChange } from '../domain/transitions.ts';

export type CreateOutcome =
  | { readonly kind: 'created'; readonly reservation: PendingReservation }
  /** The key or the quote has a reservation already; that of the key comes first. */
  | { readonly kind: 'exists'; readonly existing: ReservationCreation }
  /** The key or the quote had a reservation that was discarded since. */
  | { readonly kind: 'discarded' }
  /** Another booking has its external reference. */
  | { readonly kind: 'reference_taken'; readonly reservationId: string }
  | { readonly kind: 'expired' }
  /** Its client holds as much as it may. */
  | { readonly kind: 'limited'; readonly retryAfterSeconds: number };

/** A reservation from its insert as `pending` to its first event, and on to the payment handle of a booking. */
export interface ReservationCreationRepository {
  create(tenantId: string, reservation: NewReservation): Promise<CreateOutcome>;
  /** Whether `create` would have another outcome than `created` now. */
  hasObstacle(tenantId: string, reservation: NewReservation): Promise<boolean>;
  findByKey(tenantId: string, idempotencyKey: string): Promise<ReservationCreation | undefined>;
  /** Takes over a pending reservation whose attempt has expired. Undefined where another caller took it over first. */
  takeOver(tenantId: string, id: string, expiredAttempt: number): Promise<PendingReservation | undefined>;
  /** Ends an attempt: row, events and history in one commit. False where another attempt took over: nothing is written. */
  complete(pending: PendingReservation, change: StateChange, author?: Author): Promise<boolean>;
  /** Takes over the payment setup of an expired attempt; gives the number of the new attempt to one of several callers. */
  takeOverPaymentSetup(tenantId: string, id: string, expiredAttempt: number): Promise<number | undefined>;
  /** The creator has received the payment handle. */
  completePaymentSetup(tenantId: string, id: string, attempt: number): Promise<void>;
  /** Expires the attempt, so that the next request can take over at once. */
  endAttempt(tenantId: string, id: string, attempt: number): Promise<void>;
  /** Deletes a pending reservation, unless another attempt took over. */
  discard(tenantId: string, id: string, attempt: number): Promise<void>;
}
