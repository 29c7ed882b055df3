import { returnInFull } from '../cancellation/return-money.ts';
import type { ReturnOptions } from '../cancellation/return-money.ts';
import type { Decision, Ledger } from '../ledger/ledger.ts';
import { isAutomatic } from '../ledger/refund.ts';
import type { Refund } from '../ledger/refund.ts';
import { closeChange } from '../ledger/stay-change.ts';
import { paidPaymentOf } from './change-payment.ts';

/** Reserves the return of what was paid for a change that was not applied, once. Under a settlement that is the rule. */
export function returnChangePayment(
  ledger: Ledger,
  changeId: string,
  options: ReturnOptions,
): Decision<undefined> {
  if (ledger.settlement !== null) return { ledger, result: undefined };
  const closed = closeChange(ledger, changeId, options.now);
  const paid = paidPaymentOf(closed, changeId);
  const isReturned = paid === undefined || findReturn(closed, changeId) !== undefined;
  return { ledger: isReturned ? closed : returnInFull(closed, paid, options), result: undefined };
}

/** The last refund of a change that was not applied. */
export function findReturn(ledger: Ledger, changeId: string): Refund | undefined {
  const paid = paidPaymentOf(ledger, changeId);
  return ledger.refunds.findLast(({ paymentId, reason }) => paymentId === paid?.id && isAutomatic(reason));
}
