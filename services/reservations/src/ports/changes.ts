import type { ListPosition, Page, Refusal, Result } from '@lodging/kernel';
import type { ChangeRefund, NewStayChange, QuotedChange, StayChange } from '../domain/changes/stay-change.ts';
import type { Author } from '../domain/history/history.ts';
import type { Reservation } from '../domain/stay/reservation.ts';

export interface ChangeTokens {
  sign(change: QuotedChange, at: Temporal.Instant): Promise<string>;
  /** Undefined unless this service signed it for a change. Its expiry is not checked. */
  read(token: string): Promise<QuotedChange | undefined>;
}

/** Under the lock of the reservation, as of now. */
export type DecideChange = (reservation: Reservation, at: Temporal.Instant) => Result<NewStayChange, Refusal>;

export type BeginOutcome =
  | { readonly kind: 'begun'; readonly change: StayChange; readonly reservation: Reservation }
  /** The key has a change already. */
  | { readonly kind: 'exists'; readonly change: StayChange }
  /** Another change is being applied. */
  | { readonly kind: 'busy' }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

export interface ChangeAttempt {
  readonly tenantId: string;
  readonly id: string;
  readonly reservationId: string;
  readonly attempt: number;
}

export interface ListedChange {
  readonly change: StayChange;
  readonly position: ListPosition;
}

/** A change with the database's time of the read. */
export interface ChangeSnapshot {
  readonly change: StayChange;
  readonly at: Temporal.Instant;
}

export type EndState = 'expired' | 'cancelled' | 'refused';

/** Each write of an attempt does nothing where another attempt has begun since; it is false then. */
export interface ChangeRepository {
  find(tenantId: string, id: string): Promise<ChangeSnapshot | undefined>;
  findByKey(tenantId: string, idempotencyKey: string): Promise<ChangeSnapshot | undefined>;
  /** Of those that are shown, oldest first. */
  list(tenantId: string, reservationId: string, page: Page): Promise<ListedChange[]>;
  /** The change that awaits its payment; undefined where there is none. */
  findOpen(tenantId: string, reservationId: string): Promise<StayChange | undefined>;
  begin(
    tenantId: string,
    reservationId: string,
    idempotencyKey: string,
    decide: DecideChange,
  ): Promise<BeginOutcome>;
  /** Takes over an attempt whose lease has ended. */
  takeOver(attempt: ChangeAttempt): Promise<StayChange | undefined>;
  /** The client has a payment handle: the change waits until it ends. */
  awaitPayment(attempt: ChangeAttempt, author: Author): Promise<boolean>;
  /**
   * Money came in: the change is applied next, where `allows` the reservation still. `refused`: it awaited its payment,
   * and has ended; its leases are ended by the caller. Undefined: it had ended before.
   */
  resume(
    change: StayChange,
    allows: (reservation: Reservation, at: Temporal.Instant) => boolean,
  ): Promise<StayChange | 'busy' | 'refused' | undefined>;
  /** Its leases and its payment are ended by a timer, unless the caller does it. */
  end(attempt: ChangeAttempt, state: EndState, author: Author): Promise<boolean>;
  /** Deletes a change that did nothing. */
  forget(attempt: ChangeAttempt): Promise<boolean>;
  /** Nothing is left to do; with refunds, what payments has reported of them. */
  finish(attempt: ChangeAttempt, refunds?: readonly ChangeRefund[]): Promise<void>;
  /** Ends the lease of a worker that failed. */
  release(attempt: ChangeAttempt): Promise<void>;
  /** Across tenants. A leased row is due again after a time. */
  leaseDue(limit: number): Promise<ChangeSnapshot[]>;
  /** Takes away Idempotency-Keys that are older than 30 days. */
  purgeKeys(): Promise<void>;
}
