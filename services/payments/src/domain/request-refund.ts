import { refuse } from '@lodging/kernel';
import type { Refusal } from '@lodging/kernel';
import { paidPayment, withRefund } from './ledger.ts';
import type { Decision, Ledger } from './ledger.ts';
import { isLeased, isPaid } from './payment.ts';
import type { Lease, Paid } from './payment.ts';
import { remainingMinorUnits } from './refund.ts';
import type { Refund } from './refund.ts';

export interface RefundRequest {
  /** Null: all that remains. */
  readonly amountMinorUnits: bigint | null;
  /** Whether the tenant still has an account to be paid on. */
  readonly hasAccount: boolean;
  readonly newRefundId: string;
  readonly lease: Lease;
  readonly now: Temporal.Instant;
}

export type RefundRefusal =
  | 'no_succeeded_payment'
  | 'provider_not_configured'
  | 'nothing_to_refund'
  | 'refund_exceeds_payment';

export interface AskForIt {
  readonly kind: 'ask-provider';
  readonly refund: Refund;
  readonly payment: Paid;
}

export type RequestAnswer =
  | { readonly kind: 'refused'; readonly refusal: Refusal<RefundRefusal> }
  /** The amount is reserved; the caller holds the lease and asks the provider now. */
  | AskForIt;

export function requestRefund(ledger: Ledger, request: RefundRequest): Decision<RequestAnswer> {
  const payment = paidPayment(ledger);
  if (payment === undefined) return refused(ledger, 'no_succeeded_payment', 'Nothing has been paid.');
  if (!request.hasAccount)
    return refused(ledger, 'provider_not_configured', 'The tenant has no payment account any more.');
  const remaining = remainingMinorUnits(ledger.refunds, payment);
  const amountMinorUnits = request.amountMinorUnits ?? remaining;
  if (remaining <= 0n || amountMinorUnits === 0n)
    return refused(ledger, 'nothing_to_refund', 'There is nothing to give back.');
  if (amountMinorUnits > remaining)
    return refused(ledger, 'refund_exceeds_payment', `At most ${remaining} can be given back.`);
  const refund: Refund = {
    id: request.newRefundId,
    paymentId: payment.id,
    amountMinorUnits,
    currency: payment.currency,
    state: 'pending',
    reason: 'requested',
    providerRefundId: null,
    providerKey: `refund:${request.newRefundId}`,
    lease: request.lease,
    createdAt: request.now,
    version: 0,
  };
  return { ledger: withRefund(ledger, refund), answer: { kind: 'ask-provider', refund, payment } };
}

/** A refund whose provider call was lost is asked for again under its own key, by one caller at a time. */
export function resumeRefund(
  ledger: Ledger,
  refundId: string,
  lease: Lease,
  now: Temporal.Instant,
): Decision<AskForIt | { readonly kind: 'settled' }> {
  const refund = ledger.refunds.find((one) => one.id === refundId);
  const payment = ledger.payments.find((one) => one.id === refund?.paymentId);
  const isLost =
    refund?.state === 'pending' && refund.providerRefundId === null && refund.providerKey !== null;
  if (!isLost || payment === undefined || !isPaid(payment) || isLeased(refund.lease, now))
    return { ledger, answer: { kind: 'settled' } };
  const taken: Refund = { ...refund, lease };
  return { ledger: withRefund(ledger, taken), answer: { kind: 'ask-provider', refund: taken, payment } };
}

function refused(ledger: Ledger, code: RefundRefusal, detail: string): Decision<RequestAnswer> {
  return { ledger, answer: { kind: 'refused', refusal: refuse(code, detail).refusal } };
}
