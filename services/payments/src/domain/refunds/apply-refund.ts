import { findPayment, withPayment, withRefund } from '../ledger/ledger.ts';
import type { Decision, Ledger, LedgerEvent } from '../ledger/ledger.ts';
import { isPaid } from '../ledger/payment.ts';
import { refundedMinorUnits } from '../ledger/refund.ts';
import type { Refund, RefundState } from '../ledger/refund.ts';

/** The statuses of a Stripe Refund. */
export type RefundStatus = 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled';

/** A refund as the provider reported it, in a notification or in a response. */
export interface RefundSnapshot {
  readonly providerRefundId: string;
  /** Our id, from the metadata of the refund. Null for a refund of the dashboard. */
  readonly refundId: string | null;
  readonly amountMinorUnits: bigint;
  readonly currency: string;
  readonly status: RefundStatus;
}

const STATES: Readonly<Record<RefundStatus, RefundState>> = {
  pending: 'pending',
  requires_action: 'pending',
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
};

export function isRefundStatus(text: string): text is RefundStatus {
  return Object.hasOwn(STATES, text);
}

/** A refund may fail after it succeeded, never the other way round. */
const RANKS: Readonly<Record<RefundState, number>> = { pending: 0, succeeded: 1, failed: 2 };

export type RefundResult =
  | { readonly kind: 'applied'; readonly refund: Refund }
  | {
      readonly kind: 'rejected';
      readonly reason: 'unknown_payment' | 'amount_mismatch' | 'currency_mismatch';
    };

/** For a refund that was made in the provider's dashboard and gets its row now. */
export interface NewRefund {
  readonly newRefundId: string;
  readonly now: Temporal.Instant;
}

export function applyRefund(
  ledger: Ledger,
  paymentId: string,
  snapshot: RefundSnapshot,
  created: NewRefund,
): Decision<RefundResult> {
  const payment = findPayment(ledger, paymentId);
  if (payment === undefined) return reject(ledger, 'unknown_payment');
  if (payment.currency !== snapshot.currency) return reject(ledger, 'currency_mismatch');
  const known = ledger.refunds.find((refund) => isSameRefund(refund, snapshot));
  const left = payment.amountMinorUnits - refundedMinorUnits(ledger.refunds, paymentId);
  const isPossible = snapshot.amountMinorUnits > 0n && snapshot.amountMinorUnits <= left;
  if (known === undefined ? !isPossible : known.amountMinorUnits !== snapshot.amountMinorUnits)
    return reject(ledger, 'amount_mismatch');

  const after = advance(known ?? dashboardRefund(paymentId, snapshot, created), snapshot);
  const next = after === known ? ledger : withPaymentState(withRefund(ledger, after), paymentId);
  return { ledger: next, events: findEvents(known, after), result: { kind: 'applied', refund: after } };
}

/**
 * `refund.created` is published once the provider has the refund and it has not failed by then; `refund.failed` only
 * after `refund.created`. A refund that the provider refused publishes nothing.
 */
function findEvents(known: Refund | undefined, after: Refund): LedgerEvent[] {
  const wasAtProvider = known !== undefined && known.providerRefundId !== null;
  if (after.state !== 'failed') return wasAtProvider ? [] : [{ type: 'refund.created', refund: after }];
  const wasPublished = wasAtProvider && known.state !== 'failed';
  return wasPublished ? [{ type: 'refund.failed', refund: after }] : [];
}

function isSameRefund(refund: Refund, snapshot: RefundSnapshot): boolean {
  if (refund.providerRefundId !== null) return refund.providerRefundId === snapshot.providerRefundId;
  return refund.id === snapshot.refundId;
}

function dashboardRefund(paymentId: string, snapshot: RefundSnapshot, created: NewRefund): Refund {
  return {
    id: created.newRefundId,
    paymentId,
    amountMinorUnits: snapshot.amountMinorUnits,
    currency: snapshot.currency,
    state: 'pending',
    reason: 'provider',
    providerRefundId: snapshot.providerRefundId,
    providerIdempotencyKey: null,
    settlementId: null,
    lease: null,
    createdAt: created.now,
    version: 0,
  };
}

function advance(refund: Refund, snapshot: RefundSnapshot): Refund {
  const state = STATES[snapshot.status];
  const risen = RANKS[state] > RANKS[refund.state] ? state : refund.state;
  if (risen === refund.state && refund.providerRefundId === snapshot.providerRefundId) return refund;
  return { ...refund, state: risen, providerRefundId: snapshot.providerRefundId, lease: null };
}

/** A payment is `refunded` while all of its money has been refunded. */
function withPaymentState(ledger: Ledger, paymentId: string): Ledger {
  const payment = findPayment(ledger, paymentId);
  if (payment === undefined || !isPaid(payment)) return ledger;
  const isRefunded = refundedMinorUnits(ledger.refunds, paymentId) >= payment.amountMinorUnits;
  const state = isRefunded ? 'refunded' : 'succeeded';
  return state === payment.state ? ledger : withPayment(ledger, { ...payment, state });
}

function reject(
  ledger: Ledger,
  reason: 'unknown_payment' | 'amount_mismatch' | 'currency_mismatch',
): Decision<RefundResult> {
  return { ledger, result: { kind: 'rejected', reason } };
}
