import type { Ledger } from './ledger.ts';
import { isPaid, paysForStay } from './payment.ts';
import { isAutomatic, refundableMinorUnits } from './refund.ts';

/** Whether money is here that may still pay for the stay. Once an automatic refund or a settlement was decided, none is. */
export function hasUnreturnedMoney(ledger: Ledger): boolean {
  if (ledger.settlement !== null) return false;
  if (ledger.refunds.some(({ reason }) => isAutomatic(reason))) return false;
  return ledger.payments.some(
    (payment) =>
      isPaid(payment) &&
      paysForStay(payment) &&
      payment.state === 'succeeded' &&
      refundableMinorUnits(ledger.refunds, payment) > 0n,
  );
}

/** Money that is still here after the reservation has ended: reservations decides what becomes of it. */
export function isUnclaimed(ledger: Ledger): boolean {
  return ledger.endedAt !== null && hasUnreturnedMoney(ledger);
}
