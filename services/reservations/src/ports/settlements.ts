import type { Reservation } from '../domain/reservation.ts';
import type { ScheduledPaymentState } from '../domain/scheduled-payment.ts';
import type { Settlement, SettlementOutcome } from '../domain/settlement.ts';

/** A settlement that payments is to be asked for, as one attempt knows it. */
export interface OwedSettlement {
  readonly tenantId: string;
  readonly reservationId: string;
  readonly livemode: boolean;
  /** Fencing number: another attempt increments it. */
  readonly attempt: number;
  readonly settlement: Settlement;
}

/** What the record of the booking has since. */
export type RecordedOutcome = Pick<Reservation, 'version' | 'updatedAt'>;

export interface SettlementRepository {
  /** Across tenants. What is leased is due again after a time that grows with each attempt. */
  leaseOpen(limit: number): Promise<OwedSettlement[]>;
  /** That of one booking, settled or not: what payments answered is about to be old. Undefined where it has none. */
  lease(tenantId: string, reservationId: string): Promise<OwedSettlement | undefined>;
  /** Undefined where the booking shows the outcome already, or another attempt has begun since. */
  recordOutcome(owed: OwedSettlement, outcome: SettlementOutcome): Promise<RecordedOutcome | undefined>;
  /** Money of the booking has moved: what payments answered may be old. Nothing where it has no settlement. */
  askAgain(tenantId: string, reservationId: string): Promise<void>;
}

/** A balance that was not paid when it was leased. */
export interface OwedBalance {
  readonly tenantId: string;
  readonly reservationId: string;
  readonly livemode: boolean;
  readonly state: ScheduledPaymentState;
  readonly amountMinorUnits: bigint;
  readonly dueAt: Temporal.Instant;
}

export interface ScheduledPaymentRepository {
  /** Across tenants. */
  leaseOpen(limit: number): Promise<OwedBalance[]>;
  /** Changes nothing where the state is not the leased one any more. Tells `payment.due` in the commit. */
  record(owed: OwedBalance, to: ScheduledPaymentState): Promise<void>;
  /** Money of the booking has moved. */
  lookAgain(tenantId: string, reservationId: string): Promise<void>;
}
