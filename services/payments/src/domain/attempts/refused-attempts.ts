import type { Ledger } from '../ledger/ledger.ts';
import { paysForStay } from '../ledger/payment.ts';

/** Limits how often a visitor of a booking page makes the provider refuse the payment of one hold. */
const MAX_REFUSED = 10;

/** The provider has refused so many payments of the hold that it is not called for another one. */
export function isRefusedTooOften({ payments }: Pick<Ledger, 'payments'>): boolean {
  const refused = payments.filter((payment) => payment.state === 'refused' && paysForStay(payment));
  return refused.length >= MAX_REFUSED;
}
