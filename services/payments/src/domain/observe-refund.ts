import { paymentOf, withPayment, withRefund } from './ledger.ts';
import type { Decision, Ledger, LedgerEvent } from './ledger.ts';
import { isPaid } from './payment.ts';
import { returnedMinorUnits } from './refund.ts';
import type { Refund, RefundState } from './refund.ts';

/** The provider's own words for a refund. */
export type RefundStatus = 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled';

export interface RefundReport {
  readonly providerRefundId: string;
  /** Our id, where the refund carries it. */
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

/** A refund may fail after it seemed to succeed, never the other way round. */
const RANKS: Readonly<Record<RefundState, number>> = { pending: 0, succeeded: 1, failed: 2 };

export type RefundAnswer =
  | { readonly kind: 'applied'; readonly refund: Refund }
  | {
      readonly kind: 'disbelieved';
      readonly reason: 'unknown_payment' | 'amount_mismatch' | 'currency_mismatch';
    };

export function observeRefund(
  ledger: Ledger,
  paymentId: string,
  report: RefundReport,
  fresh: { readonly newRefundId: string; readonly now: Temporal.Instant },
): Decision<RefundAnswer> {
  const payment = paymentOf(ledger, paymentId);
  if (payment === undefined) return disbelieve(ledger, 'unknown_payment');
  if (payment.currency !== report.currency) return disbelieve(ledger, 'currency_mismatch');
  const known = ledger.refunds.find((refund) => isSameRefund(refund, report));
  const left = payment.amountMinorUnits - returnedMinorUnits(ledger.refunds, paymentId);
  const isPossible = report.amountMinorUnits > 0n && report.amountMinorUnits <= left;
  if (known === undefined ? !isPossible : known.amountMinorUnits !== report.amountMinorUnits)
    return disbelieve(ledger, 'amount_mismatch');

  const before = known ?? madeByProvider(paymentId, report, fresh);
  const after = advance(before, report);
  const events = newsOf(known, after);
  const next = after === known ? ledger : settle(withRefund(ledger, after), paymentId);
  return { ledger: next, events, answer: { kind: 'applied', refund: after } };
}

/**
 * The world hears of a refund once the provider has it and it has not failed by then, and again only if it gave nothing
 * back after all. So nobody hears of a refund that was refused.
 */
function newsOf(known: Refund | undefined, after: Refund): LedgerEvent[] {
  const wasAtProvider = known !== undefined && known.providerRefundId !== null;
  if (after.state !== 'failed') return wasAtProvider ? [] : [{ type: 'refund.created', refund: after }];
  const wasTold = wasAtProvider && known.state !== 'failed';
  return wasTold ? [{ type: 'refund.failed', refund: after }] : [];
}

/** The provider said no to a refund of ours: nothing went back. */
export function refuseRefund(ledger: Ledger, refundId: string): Decision<Refund | undefined> {
  const refund = ledger.refunds.find((one) => one.id === refundId);
  if (refund === undefined || refund.state !== 'pending' || refund.providerRefundId !== null)
    return { ledger, answer: refund };
  const failed: Refund = { ...refund, state: 'failed', lease: null };
  return { ledger: withRefund(ledger, failed), answer: failed };
}

/** The outcome is unknown: the amount stays reserved, and the next caller may ask again under the same key. */
export function releaseRefund(ledger: Ledger, refundId: string, owner: string): Decision<Refund | undefined> {
  const refund = ledger.refunds.find((one) => one.id === refundId);
  if (refund?.lease?.owner !== owner) return { ledger, answer: refund };
  const released: Refund = { ...refund, lease: null };
  return { ledger: withRefund(ledger, released), answer: released };
}

function isSameRefund(refund: Refund, report: RefundReport): boolean {
  if (refund.providerRefundId !== null) return refund.providerRefundId === report.providerRefundId;
  return refund.id === report.refundId;
}

function madeByProvider(
  paymentId: string,
  report: RefundReport,
  fresh: { readonly newRefundId: string; readonly now: Temporal.Instant },
): Refund {
  return {
    id: fresh.newRefundId,
    paymentId,
    amountMinorUnits: report.amountMinorUnits,
    currency: report.currency,
    state: 'pending',
    reason: 'provider',
    providerRefundId: report.providerRefundId,
    providerKey: null,
    lease: null,
    createdAt: fresh.now,
    version: 0,
  };
}

function advance(refund: Refund, report: RefundReport): Refund {
  const state = STATES[report.status];
  const risen = RANKS[state] > RANKS[refund.state] ? state : refund.state;
  if (risen === refund.state && refund.providerRefundId === report.providerRefundId) return refund;
  return { ...refund, state: risen, providerRefundId: report.providerRefundId, lease: null };
}

/** Refunded is what a payment is while all of it has gone back. */
function settle(ledger: Ledger, paymentId: string): Ledger {
  const payment = paymentOf(ledger, paymentId);
  if (payment === undefined || !isPaid(payment)) return ledger;
  const isReturned = returnedMinorUnits(ledger.refunds, paymentId) >= payment.amountMinorUnits;
  const state = isReturned ? 'refunded' : 'succeeded';
  return state === payment.state ? ledger : withPayment(ledger, { ...payment, state });
}

function disbelieve(
  ledger: Ledger,
  reason: 'unknown_payment' | 'amount_mismatch' | 'currency_mismatch',
): Decision<RefundAnswer> {
  return { ledger, answer: { kind: 'disbelieved', reason } };
}
