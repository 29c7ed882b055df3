/** Why a reservation was settled. The refunds of the settlement have the same reason. */
export type SettlementReason = 'cancellation' | 'no_show';

/** What is kept of a reservation that was cancelled, or whose guest did not come. Reservations decides it once. */
export interface Settlement {
  readonly id: string;
  readonly reason: SettlementReason;
  readonly keepMinorUnits: bigint;
  /** Paid to the operator outside of this service when the booking was made. No refund of ours returns it. */
  readonly offlineMinorUnits: bigint;
  /** What was missing of the amount to keep. It falls with what comes in, and never rises again. */
  readonly dueMinorUnits: bigint;
  readonly createdAt: Temporal.Instant;
}

export function isSettlementReason(reason: string): reason is SettlementReason {
  return reason === 'cancellation' || reason === 'no_show';
}
