import type { EndOutcome, EndResult } from '../attempts/close-attempt.ts';
import { hasUnreturnedMoney } from '../cancellation/unclaimed-money.ts';
import { livePayment } from '../ledger/ledger.ts';
import type { Decision, Ledger } from '../ledger/ledger.ts';
import { paysForStay } from '../ledger/payment.ts';
import { refundableMinorUnits } from '../ledger/refund.ts';
import { closeChange } from '../ledger/stay-change.ts';
import { hasPayments, livePaymentOf, paidPaymentOf } from './change-payment.ts';

/**
 * Ends the attempt to pay for a change, or, without one, for the stay. The ledger goes on: another payment can be opened,
 * but none for the same change.
 */
export function cancelAttempt(
  ledger: Ledger,
  changeId: string | null,
  now: Temporal.Instant,
): Decision<EndResult> {
  const outcome = attemptOutcome(ledger, changeId);
  const closed = changeId === null ? ledger : closeChange(ledger, changeId, now);
  const live = changeId === null ? livePayment(ledger) : livePaymentOf(ledger, changeId);
  const isOther = live === undefined || (changeId === null && !paysForStay(live));
  const result: EndResult =
    isOther || outcome === 'succeeded' ? { kind: 'done', outcome } : { kind: 'cancel', payment: live };
  return { ledger: closed, result };
}

/** `succeeded`: it was paid, and the money is not on its way back. */
export function attemptOutcome(ledger: Ledger, changeId: string | null): EndOutcome {
  if (changeId === null) {
    if (hasUnreturnedMoney(ledger)) return 'succeeded';
    return ledger.payments.some(paysForStay) ? 'ended' : 'none';
  }
  const paid = paidPaymentOf(ledger, changeId);
  if (paid !== undefined && refundableMinorUnits(ledger.refunds, paid) > 0n) return 'succeeded';
  return hasPayments(ledger, changeId) ? 'ended' : 'none';
}
