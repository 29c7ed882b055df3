import type { Ledger } from './ledger.ts';
import { isPaid } from './payment.ts';
import { isReturning, refundableMinorUnits } from './refund.ts';

/** Everything that came in for the reservation, whatever went back since. */
export function collectedMinorUnits({ payments, settlement }: Ledger): bigint {
  return sumOf(payments.filter(isPaid)) + (settlement?.offlineMinorUnits ?? 0n);
}

/** Everything that went back or is on its way: every refund that has not failed. */
export function returnedMinorUnits({ refunds }: Ledger): bigint {
  return sumOf(refunds.filter(isReturning));
}

export function netMinorUnits(ledger: Ledger): bigint {
  return collectedMinorUnits(ledger) - returnedMinorUnits(ledger);
}

/** What the provider can still give back. */
export function returnableMinorUnits({ payments, refunds }: Ledger): bigint {
  return payments
    .filter(isPaid)
    .reduce((total, payment) => total + refundableMinorUnits(refunds, payment), 0n);
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
