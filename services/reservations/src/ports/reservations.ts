import type { Refusal, Result } from '@lodging/kernel';
import type { Author, ToldEvent } from '../domain/history.ts';
import type { Reservation } from '../domain/reservation.ts';
import type { BalanceState } from '../domain/scheduled-payment.ts';
import type { Agreement, CancellationRecord, Settlement } from '../domain/settlement.ts';
import type { StateChange } from '../domain/transitions.ts';
import type { OwedRefund } from './due-work.ts';

/**
 * An event that a change is the effect of. The mark is committed with the change, and the event is not handled again: so
 * everything that its handler owes beyond the commit must be in the change, as an event or as a refund.
 */
export interface InboxMark {
  readonly consumer: string;
  readonly eventId: string;
}

/** A reservation and the database's time of the read; only that clock decides what has expired. */
export interface ReservationSnapshot {
  readonly reservation: Reservation;
  readonly at: Temporal.Instant;
}

/** A reservation with what was agreed, and what became of it. */
export interface AgreedReservation extends ReservationSnapshot, Agreement {
  readonly cancellation: CancellationRecord | null;
  readonly balanceState: BalanceState;
}

export interface UpdatedReservation extends ReservationSnapshot {
  /** The refund that this update has decided. It is recorded, and a timer sends it; the caller may send it at once. */
  readonly owed: OwedRefund | null;
  /** What this update has decided to keep. It is recorded, and a timer asks payments; the caller may ask at once. */
  readonly settlement?: Settlement | undefined;
}

/** Synchronous, so that no remote call fits inside a transaction. */
export type Decide = (reservation: Reservation, at: Temporal.Instant) => Result<StateChange, Refusal>;

export interface UpdateOptions {
  /** Of the history's entries; the service itself where absent. */
  readonly author?: Author | undefined;
  readonly mark?: InboxMark | undefined;
  /** Told by the history in the same commit, also where nothing is updated. */
  readonly told?: ToldEvent | undefined;
  /** Waits in the process for other such changes of the reservation, and not on a connection. */
  readonly isQueued?: boolean | undefined;
  /** Name or phone of the guest may change. */
  readonly changesGuest?: boolean | undefined;
  /**
   * The attempt that created the reservation and gives up: its Idempotency-Key becomes free. Nothing is updated where
   * another attempt has begun since.
   */
  readonly abandonedAttempt?: number | undefined;
}

export interface ReservationRepository {
  find(tenantId: string, id: string): Promise<ReservationSnapshot | undefined>;
  findWithTerms(tenantId: string, id: string): Promise<AgreedReservation | undefined>;
  /** Row, events, history and refund in one commit; the row is locked while `decide` runs. Undefined: there is no such row. */
  update(
    tenantId: string,
    id: string,
    decide: Decide,
    options?: UpdateOptions,
  ): Promise<Result<UpdatedReservation, Refusal> | undefined>;
  /** Records that the units of a no-show were released. */
  recordUnitsReleased(tenantId: string, id: string): Promise<void>;
}
