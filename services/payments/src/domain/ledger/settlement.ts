/** Why a reservation was settled. The refunds of the settlement have the same reason. */
export type SettlementReason = 'cancellation' | 'no_show';

/** The amount that a cancelled reservation, or a no-show, keeps. Reservations decides it once. */
export interface Settlement {
  readonly id: string;
  readonly reason: SettlementReason;
  readonly keepMinorUnits: bigint;
  /** Paid to the operator outside of this service when the booking was made. No refund of ours returns it. */
  readonly offlineMinorUnits: bigint;
  /** The missing part of the amount to keep. It falls with each payment, and never rises. */
  readonly dueMinorUnits: bigint;
  readonly createdAt: Temporal.Instant;
}

export function isSettlementReason(reason: string): reason is SettlementReason {
  return reason === 'cancellation' || reason === 'no_show';
}
