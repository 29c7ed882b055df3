import type { Ledger } from '../ledger/ledger.ts';
import { isPaid, paysForStay } from '../ledger/payment.ts';
import { isAutomatic, refundableMinorUnits } from '../ledger/refund.ts';
import type { Refund } from '../ledger/refund.ts';

/** True if received money may still pay for the stay; false after an automatic refund or a settlement was decided. */
export function hasUnreturnedMoney(ledger: Ledger): boolean {
  if (ledger.settlement !== null) return false;
  const ofStay = ledger.payments.filter(paysForStay);
  const isOfStay = ({ paymentId }: Refund) => ofStay.some(({ id }) => id === paymentId);
  if (ledger.refunds.some((refund) => isAutomatic(refund.reason) && isOfStay(refund))) return false;
  return ofStay.some(
    (payment) =>
      isPaid(payment) && payment.state === 'succeeded' && refundableMinorUnits(ledger.refunds, payment) > 0n,
  );
}

/** Money that is still here after the reservation has ended: reservations decides what becomes of it. */
export function isUnclaimed(ledger: Ledger): boolean {
  return ledger.endedAt !== null && hasUnreturnedMoney(ledger);
}
