import { paymentOf, withPayment } from './ledger.ts';
import type { Decision, Ledger } from './ledger.ts';

/** The outcome is unknown: the row stays, and the next caller may ask again at once under the same provider key. */
export function releaseAttempt(ledger: Ledger, paymentId: string, owner: string): Decision<void> {
  const payment = paymentOf(ledger, paymentId);
  if (payment?.state !== 'creating' || payment.lease?.owner !== owner) return { ledger, answer: undefined };
  return { ledger: withPayment(ledger, { ...payment, lease: null }), answer: undefined };
}

/** The provider said no: the row is history, and the caller's key is free for another try. */
export function refuseAttempt(ledger: Ledger, paymentId: string): Decision<void> {
  const payment = paymentOf(ledger, paymentId);
  if (payment?.state !== 'creating') return { ledger, answer: undefined };
  const { lease: _lease, ...terms } = payment;
  const next = withPayment(ledger, { ...terms, state: 'refused' });
  return {
    ledger: { ...next, keys: next.keys.filter((bound) => bound.paymentId !== paymentId) },
    answer: undefined,
  };
}
