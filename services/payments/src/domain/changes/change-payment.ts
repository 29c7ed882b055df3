import type { Ledger } from '../ledger/ledger.ts';
import { isLive, isPaid } from '../ledger/payment.ts';
import type { LivePayment, PaidPayment, Payment } from '../ledger/payment.ts';

function paymentsOf({ payments }: Ledger, changeId: string): Payment[] {
  return payments.filter((payment) => payment.changeId === changeId);
}

export function livePaymentOf(ledger: Ledger, changeId: string): LivePayment | undefined {
  return paymentsOf(ledger, changeId).find(isLive);
}

export function paidPaymentOf(ledger: Ledger, changeId: string): PaidPayment | undefined {
  return paymentsOf(ledger, changeId).find(isPaid);
}

export function hasPayments(ledger: Ledger, changeId: string): boolean {
  return paymentsOf(ledger, changeId).length > 0;
}
