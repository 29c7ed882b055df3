import { hasStayEnded, paidPayment, paidPayments } from './ledger.ts';
import type { Ledger } from './ledger.ts';
import { isPaid } from './payment.ts';
import type { PaidPayment } from './payment.ts';
import { isAutomatic, isOwed, isReturning, refundableMinorUnits } from './refund.ts';
import { lastSettled } from './stay-change.ts';

/** Everything that came in for the reservation, whatever went back since. */
export function collectedMinorUnits({ payments, offlinePayments, settlement }: Ledger): bigint {
  const atTheDesk = sumOf(offlinePayments.filter(({ returned }) => !returned));
  return sumOf(payments.filter(isPaid)) + atTheDesk + (settlement?.offlineMinorUnits ?? 0n);
}

/** Everything that went back or is on its way: every refund that has not failed, and what the operator handed back. */
export function returnedMinorUnits({ refunds, offlinePayments }: Ledger): bigint {
  return sumOf(refunds.filter(isReturning)) + sumOf(offlinePayments.filter(({ returned }) => returned));
}

/** The amounts that reservations computes from price and schedule. */
export interface Obligation {
  /** The part of the price that is due by now. */
  readonly dueByNowMinorUnits: bigint;
  /** The offline payment at the creation of the booking, unless a payment through us confirmed it. */
  readonly paidOfflineMinorUnits: bigint;
}

/** A settlement has it in its own sum. */
export function paidOfflineBefore(
  ledger: Ledger,
  { paidOfflineMinorUnits }: Pick<Obligation, 'paidOfflineMinorUnits'>,
): bigint {
  return ledger.settlement === null && paidPayment(ledger) === undefined ? paidOfflineMinorUnits : 0n;
}

/**
 * The paid amount. A refund by the operator does not make it due again, unless a change owed it; an automatic refund reduces
 * the amount.
 */
export function paidMinorUnits(ledger: Ledger): bigint {
  const returned = ledger.refunds.filter((refund) => isReturning(refund) && isOwed(refund.reason));
  return collectedMinorUnits(ledger) - sumOf(returned) - handedBackForChanges(ledger);
}

/** The amount that may be requested now. */
export function dueMinorUnits(ledger: Ledger, obligation: Obligation): bigint {
  if (ledger.settlement !== null) return ledger.settlement.dueMinorUnits;
  if (hasStayEnded(ledger)) return 0n;
  const paid = paidMinorUnits(ledger) + paidOfflineBefore(ledger, obligation);
  return atLeastZero(obligation.dueByNowMinorUnits - paid);
}

/**
 * The amount to return that no refund is sending: the settlement, or a change of the stay, keeps less, or the return of a
 * payment that bought nothing was refused.
 */
export function owedMinorUnits(ledger: Ledger): bigint {
  if (ledger.settlement !== null)
    return atLeastZero(netMinorUnits(ledger) - ledger.settlement.keepMinorUnits);
  const isOwedBack = (payment: PaidPayment) =>
    ledger.refunds.some(({ paymentId, reason }) => paymentId === payment.id && isAutomatic(reason));
  return paidPayments(ledger)
    .filter(isOwedBack)
    .reduce((total, payment) => total + refundableMinorUnits(ledger.refunds, payment), owedByChanges(ledger));
}

/** What the last change returns and no refund is sending. What the operator returned since is not returned again. */
export function owedByChanges(ledger: Ledger): bigint {
  return sinceLastChange(ledger).owed;
}

/** What the operator returned because changes of the stay owed it. */
export function handedBackForChanges(ledger: Ledger): bigint {
  return sinceLastChange(ledger).handedBack;
}

function sinceLastChange(ledger: Ledger): { readonly owed: bigint; readonly handedBack: bigint } {
  const settled = lastSettled(ledger)?.settled;
  if (settled === undefined) return { owed: 0n, handedBack: 0n };
  const open = atLeastZero(settled.totalMinorUnits - returnedByChanges(ledger));
  const byOperator = least(atLeastZero(returnedByOperator(ledger) - settled.returnedMinorUnits), open);
  return { owed: open - byOperator, handedBack: settled.handedBackMinorUnits + byOperator };
}

export function returnedByChanges({ refunds }: Ledger): bigint {
  return sumOf(refunds.filter((refund) => refund.reason === 'change' && isReturning(refund)));
}

/** By refunds that the operator requested or made in the dashboard, and at the desk. */
export function returnedByOperator({ refunds, offlinePayments }: Ledger): bigint {
  const byRefund = refunds.filter((refund) => !isOwed(refund.reason) && isReturning(refund));
  return sumOf(byRefund) + sumOf(offlinePayments.filter(({ returned }) => returned));
}

export function netMinorUnits(ledger: Ledger): bigint {
  return collectedMinorUnits(ledger) - returnedMinorUnits(ledger);
}

/**
 * The most that the operator may have sent back: not what was handed over at the desk already. What a booking was paid
 * outside of us is not known here without a settlement, so of one that no payment of ours confirmed every payment counts.
 */
export function requestableMinorUnits(ledger: Ledger): bigint {
  const returnable = returnableMinorUnits(ledger);
  const isComplete = ledger.settlement !== null || paidPayment(ledger) !== undefined;
  return isComplete ? least(returnable, atLeastZero(netMinorUnits(ledger))) : returnable;
}

/** The amount that the provider can still refund. */
export function returnableMinorUnits(ledger: Ledger): bigint {
  return paidPayments(ledger).reduce(
    (total, payment) => total + refundableMinorUnits(ledger.refunds, payment),
    0n,
  );
}

export function sumOf(items: readonly { readonly amountMinorUnits: bigint }[]): bigint {
  return items.reduce((total, { amountMinorUnits }) => total + amountMinorUnits, 0n);
}

export function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

export function atLeastZero(amount: bigint): bigint {
  return amount < 0n ? 0n : amount;
}
