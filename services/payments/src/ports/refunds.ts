import type { RefundReason, RefundState } from '../domain/ledger/refund.ts';

/** Counts refunds that no client requested, by tenant and hour. */
export interface AutomaticRefundBudget {
  /**
   * Before the refund is sent. Once admitted it stays so, however often its call is repeated. One that is stopped is due
   * again in the next hour.
   */
  admit(tenantId: string, refundId: string): Promise<RefundAdmission>;
  /** Deletes counts that are older than 7 days. */
  purgeOld(): Promise<void>;
}

export type RefundAdmission =
  | { readonly kind: 'counted-before' }
  /** `sent`: of the tenant in this hour, with this one. */
  | { readonly kind: 'counted'; readonly sent: number }
  | { readonly kind: 'stopped'; readonly sent: number; readonly isFirst: boolean };

/** Refunds of all tenants that the provider has and that were not requested here, by their last change. */
export interface UnrequestedRefundRepository {
  list(after: ChangedAfter | null, limit: number): Promise<UnrequestedRefund[]>;
}

export interface ChangedAfter {
  /** As the repository gave it: exact to the microsecond. */
  readonly changedAt: string;
  readonly id: string;
}

export interface UnrequestedRefund extends ChangedAfter {
  readonly tenantId: string;
  readonly reservationId: string;
  readonly amountMinorUnits: bigint;
  readonly currency: string;
  readonly state: RefundState;
  readonly reason: RefundReason;
  readonly createdAt: Temporal.Instant;
  /** No refund that changed earlier can still appear. */
  readonly isFinal: boolean;
}
