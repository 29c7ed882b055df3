import type { InboxMark } from '@lodging/kit-runtime';
import type { Refusal, Result } from '@lodging/kernel';
import type { Agreement, CancellationRecord } from '../domain/cancellation/settle.ts';
import type { Settlement } from '../domain/stay/settlement.ts';
import type { Author, HistoryEvent } from '../domain/history/history.ts';
import type { RefundCause } from '../domain/stay/refund-obligation.ts';
import type { BalanceState } from '../domain/money/scheduled-payment.ts';
import type { Reservation } from '../domain/stay/reservation.ts';
import type { StateChange } from '../domain/stay/transitions.ts';

/** Money that must go back, as one attempt to send it knows it. */
export interface OwedRefund extends DueRelease {
  readonly cause: RefundCause;
  /** Fencing number: another attempt, or another payment, increments it. */
  readonly attempt: number;
}

export interface DueReservation {
  readonly tenantId: string;
  readonly id: string;
  readonly livemode: boolean;
}

export interface DueRelease extends DueReservation {
  readonly resourceId: string;
}

export interface AbandonedCreation extends DueRelease {
  readonly attempt: number;
}

/** Work of the timers, across tenants. Each row is leased to one process for some seconds. */
export interface DueWorkRepository {
  leaseExpiredHolds(limit: number): Promise<DueReservation[]>;
  leaseAbandonedCreations(limit: number): Promise<AbandonedCreation[]>;
  /** No-shows whose units are still claimed. */
  leaseUnreleasedNoShows(limit: number): Promise<DueRelease[]>;
  /** Purges a limited number and returns how many. */
  purgeGuestCodes(): Promise<number>;
  purgeCodeSends(): Promise<number>;
}

/** A reservation and the database's time of the read; only that clock decides what has expired. */
export interface ReservationSnapshot {
  readonly reservation: Reservation;
  readonly at: Temporal.Instant;
}

/** A reservation with what was agreed, and what became of it. */
export interface AgreedReservation extends ReservationSnapshot, Agreement {
  readonly cancellation: CancellationRecord | null;
  /** The change of the stay that is being applied, or awaits its payment. */
  readonly openChange: { readonly id: string; readonly state: 'applying' | 'awaiting_payment' } | null;
  readonly balanceState: BalanceState;
}

export interface UpdatedReservation extends ReservationSnapshot {
  /** The refund that this update has decided. It is recorded and sent by a timer; the caller may send it at once. */
  readonly owed: OwedRefund | null;
  /** The settlement that this update has decided. It is recorded, and a timer requests it from payments; the caller may do so at once. */
  readonly settlement?: Settlement | undefined;
}

/** Synchronous, so that no remote call fits inside a transaction. */
export type Decide = (reservation: Reservation, at: Temporal.Instant) => Result<StateChange, Refusal>;

export interface UpdateOptions {
  /** Author of the history entries; absent: the service itself. */
  readonly author?: Author | undefined;
  /** Committed with the change; the event is not handled again, so all work that it causes must be in this change. */
  readonly mark?: InboxMark | undefined;
  /** Written to the history in the same commit, also where nothing is updated. */
  readonly historyEvent?: HistoryEvent | undefined;
  /** Waits in the process for other such changes of the reservation, and not on a connection. */
  readonly isQueued?: boolean | undefined;
  /** The change of the stay that is committed: no other is made while its units move. */
  readonly change?: { readonly id: string; readonly attempt: number } | undefined;
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
  /**
   * Row, events, history and refund in one commit; the row is locked while `decide` runs. Undefined: there is no such row.
   * Waits for a change of the stay that is being applied, for two seconds at most.
   */
  update(
    tenantId: string,
    id: string,
    decide: Decide,
    options?: UpdateOptions,
  ): Promise<Result<UpdatedReservation, Refusal> | undefined>;
  /** Records that the units of a no-show were released. */
  recordUnitsReleased(tenantId: string, id: string): Promise<void>;
}
