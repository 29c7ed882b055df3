import type { Lease, Payment } from './payment.ts';

export type ReturnReason = 'late' | 'cancelled';
export type RefundState = 'pending' | 'succeeded' | 'failed';

/** `provider`: made in the provider's own dashboard; `requested`: asked for by the operator. */
export type RefundReason = ReturnReason | 'requested' | 'provider';

export interface Refund {
  readonly id: string;
  readonly paymentId: string;
  readonly amountMinorUnits: bigint;
  readonly currency: string;
  readonly state: RefundState;
  readonly reason: RefundReason;
  /** Null until the provider has it. */
  readonly providerRefundId: string | null;
  /** Null for a refund that the provider made by itself. */
  readonly providerKey: string | null;
  readonly lease: Lease | null;
  readonly createdAt: Temporal.Instant;
  readonly version: number;
}

/** What no refund has reserved yet. */
export function remainingMinorUnits(refunds: readonly Refund[], payment: Payment): bigint {
  return payment.amountMinorUnits - reservedMinorUnits(refunds, payment.id);
}

/** A refund that failed gave nothing back; any other has its amount reserved. */
export function reservedMinorUnits(refunds: readonly Refund[], paymentId: string): bigint {
  return sum(refunds.filter((refund) => refund.paymentId === paymentId && refund.state !== 'failed'));
}

export function returnedMinorUnits(refunds: readonly Refund[], paymentId: string): bigint {
  return sum(refunds.filter((refund) => refund.paymentId === paymentId && refund.state === 'succeeded'));
}

function sum(refunds: readonly Refund[]): bigint {
  return refunds.reduce((total, refund) => total + refund.amountMinorUnits, 0n);
}

/** Automatic refunds are those nobody asked for: the stay could not be honoured. */
export function isAutomatic(refund: Refund): boolean {
  return isReturn(refund.reason);
}

export function isReturn(reason: RefundReason): reason is ReturnReason {
  return reason === 'late' || reason === 'cancelled';
}
