import { refuse } from '@lodging/kernel';
import type { Author, HistoryAction } from '../history/history.ts';
import type { ReservationTerms } from '../stay/reservation-terms.ts';
import type { Money, Occupancy, Stay } from '../stay/reservation.ts';
import type { ChangedField, StayOfChange } from '../stay/stay-of-change.ts';

/** A changed stay with its price and terms, as it was quoted. */
export interface Proposal {
  readonly stay: Stay;
  readonly occupancy: Occupancy;
  readonly total: Money;
  /** With its floor, and all that changes have retained. */
  readonly terms: ReservationTerms;
  readonly changes: readonly ChangedField[];
  readonly previous: StayOfChange;
  readonly removed: bigint;
  readonly retained: bigint;
}

/** A proposal that is promised until `expiresAt`. It is not stored; the change token carries it. */
export interface QuotedChange extends Proposal {
  readonly tenantId: string;
  readonly reservationId: string;
  /** Of the reservation. */
  readonly version: number;
  readonly expiresAt: Temporal.Instant;
}

export type ChangeState = 'applying' | 'awaiting_payment' | 'applied' | 'expired' | 'cancelled' | 'refused';
export type SettleMode = 'now' | 'later';

/** A refund of a change, as payments reported it last. */
export interface ChangeRefund {
  readonly id: string;
  readonly reservationId: string;
  readonly amountMinorUnits: string;
  readonly currency: string;
  readonly state: 'pending' | 'succeeded' | 'failed';
  readonly providerRefundId: string | null;
}

/** A change to insert. */
export interface NewStayChange {
  readonly id: string;
  readonly reservationId: string;
  readonly livemode: boolean;
  readonly idempotencyKey: string;
  readonly fingerprint: string;
  readonly state: 'applying' | 'awaiting_payment';
  readonly settle: SettleMode;
  readonly proposal: Proposal;
  readonly refund: bigint;
  readonly due: bigint;
  /** False where only plan or party change. */
  readonly movesUnits: boolean;
  readonly partIds: readonly string[];
  readonly author: Author;
  readonly action: Extract<HistoryAction, 'changed' | 'relocated'>;
  readonly expiresAt: Temporal.Instant | null;
}

export interface StayChange extends Omit<NewStayChange, 'state' | 'idempotencyKey'> {
  readonly tenantId: string;
  readonly idempotencyKey: string | null;
  readonly state: ChangeState;
  /** Its client has what it takes to pay for it. */
  readonly isPayable: boolean;
  /** Money came in for it. */
  readonly isPaid: boolean;
  /** Null until payments has answered. */
  readonly refunds: readonly ChangeRefund[] | null;
  readonly createdAt: Temporal.Instant;
  /** Fences off a worker whose lease has ended. */
  readonly attempt: number;
  /** The end of the lease, or when something is left to do; null: nothing is. */
  readonly nextAttemptAt: Temporal.Instant | null;
}

/** One that is being prepared or applied is not shown yet, unless it was shown before it was paid. */
export function isVisible(change: Pick<StayChange, 'state' | 'isPayable' | 'isPaid'>): boolean {
  if (change.state === 'applying') return change.isPaid;
  return change.state !== 'awaiting_payment' || change.isPayable;
}

export const changeNotFound = () => refuse('change_not_found', 'The booking has no such change.');

export const changePending = (changeId: string) =>
  refuse('change_pending', 'Another change of the booking awaits its payment.', { changeId });

export const changeOutdated = (currentVersion: number) =>
  refuse('change_outdated', 'The booking has changed since the quote.', { currentVersion });

export const invalidChangeToken = () =>
  refuse(
    'invalid_change_token',
    'The change token is malformed, was changed, or belongs to another booking.',
  );

export const changeQuoteExpired = () =>
  refuse('change_quote_expired', 'The quote of the change has expired; request a new one.');
