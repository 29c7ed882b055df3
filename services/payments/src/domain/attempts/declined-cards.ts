import { livePayment } from '../ledger/ledger.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { isCreated, paysForStay } from '../ledger/payment.ts';
import type { CreatedPayment, LivePayment } from '../ledger/payment.ts';

/** Limits how many stolen cards can be tried with a hold. */
const MOST_DECLINED = 5;

/** Notifications may arrive in another order, and be delivered again. */
export function hasDeclined(
  { lastFailure, declinedCharges }: Pick<CreatedPayment, 'lastFailure' | 'declinedCharges'>,
  charge: string | null,
): boolean {
  return charge === lastFailure || (charge !== null && declinedCharges.includes(charge));
}

/** Declined cards of other payments are not counted or limited. */
export function withDeclined<Declined extends CreatedPayment>(payment: Declined, charge: string): Declined {
  if (!paysForStay(payment)) return { ...payment, lastFailure: charge };
  return { ...payment, lastFailure: charge, declinedCharges: [...payment.declinedCharges, charge] };
}

/** The hold has had so many cards declined that it can be paid no more. */
export function isOutOfCards({ payments }: Pick<Ledger, 'payments'>): boolean {
  const ofHold = payments.filter((payment) => paysForStay(payment)).filter(isCreated);
  return ofHold.reduce((sum, { declinedCharges }) => sum + declinedCharges.length, 0) >= MOST_DECLINED;
}

/** The payment that has to be cancelled at the provider, so that it takes no further card. */
export function paymentToEnd(ledger: Ledger): LivePayment | undefined {
  const live = livePayment(ledger);
  return live !== undefined && paysForStay(live) && isOutOfCards(ledger) ? live : undefined;
}
