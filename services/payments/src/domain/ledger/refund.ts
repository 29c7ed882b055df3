import type { Lease, Payment } from './payment.ts';
import type { Requester } from './requester.ts';
import type { SettlementReason } from './settlement.ts';

/** `late`: the money came after the hold ended; `cancelled`: the paid hold was cancelled. */
export type AutomaticReason = 'late' | 'cancelled';
export type RefundState = 'pending' | 'succeeded' | 'failed';

/** `provider`: made in the provider's dashboard; `requested`: made by the operator through the API. */
export type RefundReason = AutomaticReason | SettlementReason | 'change' | 'requested' | 'provider';

/** The Idempotency-Key of the client's request. An amount that takes several payments is cut into parts that share it. */
export interface RequestKey {
  readonly key: string;
  readonly part: number;
  /** Of the request. Null: all that could be refunded. */
  readonly amountMinorUnits: bigint | null;
}

export interface Refund {
  readonly id: string;
  readonly paymentId: string;
  readonly amountMinorUnits: bigint;
  readonly currency: string;
  readonly state: RefundState;
  readonly reason: RefundReason;
  /** Null until the provider has created it. */
  readonly providerRefundId: string | null;
  /** Null for a refund that was made in the provider's dashboard. */
  readonly providerIdempotencyKey: string | null;
  /** The settlement that returns the money; null for every other refund. */
  readonly settlementId: string | null;
  /** The change of the stay that returns the money; null, or absent, for every other refund. */
  readonly changeId?: string | null;
  /** Null for a refund that was not requested here. */
  readonly requestedBy?: Requester | null;
  /** Null where the request had no key, or the key is forgotten. */
  readonly requestKey?: RequestKey | null;
  readonly lease: Lease | null;
  readonly createdAt: Temporal.Instant;
  readonly version: number;
}

/** The part of the payment that no refund has reserved. */
export function refundableMinorUnits(refunds: readonly Refund[], payment: Payment): bigint {
  return payment.amountMinorUnits - reservedMinorUnits(refunds, payment.id);
}

/** Every refund that has not failed reserves its amount. */
export function reservedMinorUnits(refunds: readonly Refund[], paymentId: string): bigint {
  return sum(refunds.filter((refund) => refund.paymentId === paymentId && isReturning(refund)));
}

export function refundedMinorUnits(refunds: readonly Refund[], paymentId: string): bigint {
  return sum(refunds.filter((refund) => refund.paymentId === paymentId && refund.state === 'succeeded'));
}

/** The money went back, or may be on its way. */
export function isReturning({ state }: Refund): boolean {
  return state !== 'failed';
}

/** The provider is not known to have it: it is sent, or resent, under its own key. */
export function isUnsent({ state, providerRefundId, providerIdempotencyKey }: Refund): boolean {
  return state === 'pending' && providerRefundId === null && providerIdempotencyKey !== null;
}

/** The provider refused it, and so it never was. */
export function wasRefused({ state, providerRefundId }: Refund): boolean {
  return state === 'failed' && providerRefundId === null;
}

function sum(refunds: readonly Refund[]): bigint {
  return refunds.reduce((total, refund) => total + refund.amountMinorUnits, 0n);
}

/** Automatic refunds return the money of a stay that cannot be honoured. */
export function isAutomatic(reason: RefundReason): reason is AutomaticReason {
  return reason === 'late' || reason === 'cancelled';
}

/** Decided without the operator: where the provider refuses it, the money is still owed. */
export function isOwed(reason: RefundReason): boolean {
  return reason !== 'requested' && reason !== 'provider';
}
