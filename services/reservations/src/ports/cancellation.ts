import type { SettlementOutcome } from '../domain/cancellation/settle.ts';
import type { Settlement } from '../domain/stay/settlement.ts';
import type { CheckedBalance, KnownBalance } from '../domain/money/scheduled-payment.ts';
import type { Reservation } from '../domain/stay/reservation.ts';

/** A settlement to request from payments, as one attempt knows it. */
export interface OwedSettlement {
  readonly tenantId: string;
  readonly reservationId: string;
  readonly livemode: boolean;
  /** Fencing number: another attempt increments it. */
  readonly attempt: number;
  readonly settlement: Settlement;
}

/** Version and time of the booking after the outcome was recorded. */
export type RecordedOutcome = Pick<Reservation, 'version' | 'updatedAt'>;

export interface SettlementRepository {
  /** Across tenants. A leased row is due again after a time that grows with each attempt. */
  leaseOpen(limit: number): Promise<OwedSettlement[]>;
  /** Leases the settlement of one booking, settled or not, before its money changes. Undefined where it has none. */
  lease(tenantId: string, reservationId: string): Promise<OwedSettlement | undefined>;
  /** Undefined where the booking shows the outcome already, or another attempt has begun since. */
  recordOutcome(owed: OwedSettlement, outcome: SettlementOutcome): Promise<RecordedOutcome | undefined>;
  /** Makes the settlement due, because money of the booking has moved. Does nothing where it has none. */
  recheck(tenantId: string, reservationId: string): Promise<void>;
}

/** A balance that was not paid when it was leased. */
export interface OwedBalance extends KnownBalance {
  readonly tenantId: string;
  readonly reservationId: string;
  readonly livemode: boolean;
  readonly amountMinorUnits: bigint;
}

export interface ScheduledPaymentRepository {
  /** Across tenants. */
  leaseOpen(limit: number): Promise<OwedBalance[]>;
  /** Changes nothing where the balance is not the leased one any more. Publishes `payment.due` in the commit. */
  record(owed: OwedBalance, checked: CheckedBalance): Promise<void>;
  /** Makes the balance due for a check, because money of the booking has moved. */
  recheck(tenantId: string, reservationId: string): Promise<void>;
}
