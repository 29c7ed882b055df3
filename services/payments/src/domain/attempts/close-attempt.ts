import { findPayment, hasEndedFor, livePayment, withPayment } from '../ledger/ledger.ts';
import type { Decision, Ledger } from '../ledger/ledger.ts';
import type { LivePayment } from '../ledger/payment.ts';
import { hasUnreturnedMoney } from '../cancellation/unclaimed-money.ts';

/** `succeeded`: it was paid, and the money is neither back nor on its way back. */
export type EndOutcome = 'none' | 'ended' | 'succeeded';

export type EndResult =
  | { readonly kind: 'done'; readonly outcome: EndOutcome }
  /** Money can move until the provider has cancelled this payment. */
  | { readonly kind: 'cancel'; readonly payment: LivePayment };

/**
 * Marks the ledger as ended since then, so that no payment can be opened any more. The end of a hold leaves what is due of a stay
 * that was confirmed nevertheless.
 */
export function endLedger(
  ledger: Ledger,
  endedAt: Temporal.Instant,
  what: 'hold' | 'stay' = 'hold',
): Decision<EndResult> {
  const ended = markEnded(ledger, endedAt, what);
  const live = livePayment(ledger);
  // A penalty is paid after the end.
  const result: EndResult =
    live === undefined || live.purpose === 'penalty' || !hasEndedFor(ended, live)
      ? { kind: 'done', outcome: endOutcome(ledger) }
      : { kind: 'cancel', payment: live };
  return { ledger: ended, result };
}

function markEnded(ledger: Ledger, endedAt: Temporal.Instant, what: 'hold' | 'stay'): Ledger {
  if (ledger.endedAt === null) return { ...ledger, endedAt, onlyHoldEnded: what === 'hold' };
  return what === 'stay' && ledger.onlyHoldEnded ? { ...ledger, endedAt, onlyHoldEnded: false } : ledger;
}

export function endOutcome(ledger: Ledger): EndOutcome {
  if (hasUnreturnedMoney(ledger)) return 'succeeded';
  return ledger.payments.length === 0 ? 'none' : 'ended';
}

/** The outcome of the provider call is unknown: the next caller may repeat it at once under the same key. */
export function releaseAttempt(ledger: Ledger, paymentId: string, owner: string): Decision<void> {
  const payment = findPayment(ledger, paymentId);
  if (payment?.state !== 'creating' || payment.lease?.owner !== owner) return { ledger, result: undefined };
  return { ledger: withPayment(ledger, { ...payment, lease: null }), result: undefined };
}

/** The provider refused the attempt. Its Idempotency-Keys are freed, so that a client may repeat its request. */
export function refuseAttempt(ledger: Ledger, paymentId: string): Decision<void> {
  const payment = findPayment(ledger, paymentId);
  if (payment?.state !== 'creating') return { ledger, result: undefined };
  const { lease: _lease, ...requested } = payment;
  const next = withPayment(ledger, { ...requested, state: 'refused' });
  const idempotencyKeys = next.idempotencyKeys.filter((bound) => bound.paymentId !== paymentId);
  return { ledger: { ...next, idempotencyKeys }, result: undefined };
}
