import { paidPayment, withRefund } from './ledger.ts';
import type { Decision, Ledger } from './ledger.ts';
import { isLeased } from './payment.ts';
import type { Lease, Paid } from './payment.ts';
import { isAutomatic, remainingMinorUnits } from './refund.ts';
import type { Refund, ReturnReason } from './refund.ts';

export interface ReturnRequest {
  readonly reason: ReturnReason;
  readonly newRefundId: string;
  readonly lease: Lease;
  readonly now: Temporal.Instant;
}

export type ReturnAnswer =
  | { readonly kind: 'nothing' }
  /** Already on its way, or back. */
  | { readonly kind: 'known'; readonly refund: Refund }
  /** The amount is reserved; the caller holds the lease and asks the provider now. */
  | { readonly kind: 'ask-provider'; readonly refund: Refund; readonly payment: Paid };

export function returnMoney(ledger: Ledger, request: ReturnRequest): Decision<ReturnAnswer> {
  const payment = paidPayment(ledger);
  if (payment === undefined) return { ledger, answer: { kind: 'nothing' } };
  const automatic = ledger.refunds.filter((refund) => refund.paymentId === payment.id && isAutomatic(refund));
  const standing = automatic.find((refund) => refund.state !== 'failed');
  if (standing !== undefined) return resume(ledger, payment, standing, request);

  const remaining = remainingMinorUnits(ledger.refunds, payment);
  if (remaining <= 0n) return { ledger, answer: { kind: 'nothing' } };
  const refund: Refund = {
    id: request.newRefundId,
    paymentId: payment.id,
    amountMinorUnits: remaining,
    currency: payment.currency,
    state: 'pending',
    reason: request.reason,
    providerRefundId: null,
    providerKey: providerKey(payment, automatic.length),
    lease: request.lease,
    createdAt: request.now,
    version: 0,
  };
  return { ledger: withRefund(ledger, refund), answer: { kind: 'ask-provider', refund, payment } };
}

/** The provider repeats its answer to a key, a refusal too; so a refund after a refused one needs a key of its own. */
function providerKey(payment: Paid, refused: number): string {
  return refused === 0 ? `late:${payment.intentId}` : `late:${payment.intentId}:${refused + 1}`;
}

/** A refund whose provider call was lost is asked for again under its own key, by one caller at a time. */
function resume(
  ledger: Ledger,
  payment: Paid,
  refund: Refund,
  request: ReturnRequest,
): Decision<ReturnAnswer> {
  const isAsked = refund.providerRefundId !== null || refund.state !== 'pending';
  if (isAsked || isLeased(refund.lease, request.now)) return { ledger, answer: { kind: 'known', refund } };
  const taken: Refund = { ...refund, lease: request.lease };
  return { ledger: withRefund(ledger, taken), answer: { kind: 'ask-provider', refund: taken, payment } };
}
