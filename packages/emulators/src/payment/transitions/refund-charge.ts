import type Stripe from 'stripe';
import type { Cause, Provider } from '../provider.ts';
import { newRefund } from '../objects/refund.ts';
import { formatAmount } from '../protocol/check-amount.ts';
import { invalidParameter, invalidRequest } from '../protocol/api-error.ts';
import type { ChargeRecord, RefundRecord } from '../state/records.ts';

export interface RefundRequest {
  /** Undefined: the whole remaining amount. */
  readonly amount: number | undefined;
  readonly reason: Stripe.Refund.Reason | null;
  readonly metadata: Stripe.Metadata;
}

export function refundCharge(
  provider: Provider,
  cause: Cause,
  charge: ChargeRecord,
  request: RefundRequest,
): RefundRecord {
  const amount = refundableAmount(charge.object, request.amount);
  const isPending = charge.refundsBehave === 'pends';
  const refund = provider.store.refunds.put(cause.account, {
    object: newRefund({
      charge: charge.object,
      amount,
      created: provider.now(),
      reason: request.reason,
      metadata: request.metadata,
      status: isPending ? 'pending' : 'succeeded',
    }),
    livemode: charge.object.livemode,
    settlesAs: isPending ? 'succeeded' : charge.refundsBehave === 'fails' ? 'failed' : null,
  });
  const next = addRefunded(provider, cause, charge, amount);
  provider.emit(cause, refund.livemode, 'refund.created', refund.object);
  provider.emit(cause, refund.livemode, 'charge.refunded', next.object);
  if (refund.settlesAs !== null) settleRefundLater(provider, cause.account, refund.object.id);
  return refund;
}

/** Gives a refund its final status. The amount of a failed one can be refunded later. */
export function settleRefund(
  provider: Provider,
  cause: Cause,
  refund: RefundRecord,
  status: 'succeeded' | 'failed',
): RefundRecord {
  const before = refund.object.status;
  if (before !== 'pending' && before !== 'succeeded')
    throw invalidRequest(`This refund is ${before} already.`);
  const reason = status === 'failed' ? { failure_reason: 'lost_or_stolen_card' } : {};
  const object: Stripe.Refund = { ...refund.object, status, ...reason };
  const next = provider.store.refunds.put(cause.account, { ...refund, object, settlesAs: null });
  const charge = chargeOf(provider, cause, refund.object);
  if (status !== 'succeeded' && charge !== undefined)
    addRefunded(provider, cause, charge, -refund.object.amount);
  provider.emit(cause, refund.livemode, 'refund.updated', object);
  provider.emit(cause, refund.livemode, 'charge.refund.updated', object);
  if (status === 'failed') provider.emit(cause, refund.livemode, 'refund.failed', object);
  return next;
}

/** Called at start as well, for refunds that were pending when the process ended. */
export function settleRefundLater(provider: Provider, account: string, id: string): void {
  provider.settleLater(() => {
    const refund = provider.store.refunds.find(account, id);
    if (refund?.settlesAs) settleRefund(provider, { account, request: null }, refund, refund.settlesAs);
  });
}

function refundableAmount(charge: Stripe.Charge, requested: number | undefined): number {
  if (!charge.paid || !charge.captured) throw invalidRequest(`Charge ${charge.id} has not been captured.`);
  const remaining = charge.amount_captured - charge.amount_refunded;
  if (remaining === 0) {
    throw invalidRequest(
      `Charge ${charge.id} has already been refunded.`,
      undefined,
      'charge_already_refunded',
    );
  }
  if (requested === undefined) return remaining;
  if (requested < 1)
    throw invalidParameter('amount', 'Invalid positive integer', 'parameter_invalid_integer');
  if (requested > remaining) {
    const requestedText = formatAmount(requested, charge.currency);
    const left = formatAmount(remaining, charge.currency);
    throw invalidRequest(
      `Refund amount (${requestedText}) is greater than unrefunded amount on charge (${left})`,
      'amount',
    );
  }
  return requested;
}

function addRefunded(provider: Provider, cause: Cause, charge: ChargeRecord, amount: number): ChargeRecord {
  const total = charge.object.amount_refunded + amount;
  return provider.store.charges.put(cause.account, {
    ...charge,
    object: { ...charge.object, amount_refunded: total, refunded: total === charge.object.amount_captured },
  });
}

function chargeOf(provider: Provider, cause: Cause, refund: Stripe.Refund): ChargeRecord | undefined {
  return typeof refund.charge === 'string'
    ? provider.store.charges.find(cause.account, refund.charge)
    : undefined;
}
