import { refuse } from '@lodging/kernel';
import type { Refusal } from '@lodging/kernel';
import { newAttempt } from '../attempts/open-attempt.ts';
import type { AttemptRequest, OpenResult } from '../attempts/open-attempt.ts';
import { paymentLimit } from '../ledger/ledger-limits.ts';
import { hasStayEnded, livePayment, withPayment } from '../ledger/ledger.ts';
import type { Decision, Ledger } from '../ledger/ledger.ts';
import { isCreated, isLeased } from '../ledger/payment.ts';
import type { CreatingPayment } from '../ledger/payment.ts';
import { findChange } from '../ledger/stay-change.ts';
import { livePaymentOf, paidPaymentOf } from './change-payment.ts';

/** A payment for a change of the stay, which waits for it. */
export interface ChangeAttemptRequest extends Omit<
  AttemptRequest,
  'idempotencyKey' | 'keyReservationId' | 'purpose'
> {
  readonly changeId: string;
}

export type ChangeRefusal =
  | 'nothing_due'
  | 'payment_already_initiated'
  | 'provider_not_configured'
  | 'limit_reached';

/** Opens the payment of a change as the one live payment of the reservation, or joins the open or the paid one. */
export function openChangeAttempt(
  ledger: Ledger,
  request: ChangeAttemptRequest,
): Decision<OpenResult<ChangeRefusal>> {
  const { changeId, accountId, kind } = request;
  const paid = paidPaymentOf(ledger, changeId);
  if (paid !== undefined)
    return { ledger, result: { kind: 'existing', payment: paid, outcome: 'already_open' } };
  if (findChange(ledger, changeId) !== undefined || hasStayEnded(ledger))
    return refused(ledger, refuse('nothing_due', 'The change can no longer be paid.'));
  const live = livePaymentOf(ledger, changeId);
  if (live !== undefined && live.kind === kind) {
    if (isCreated(live))
      return { ledger, result: { kind: 'existing', payment: live, outcome: 'already_open' } };
    if (isLeased(live.lease, request.now)) return { ledger, result: { kind: 'wait' } };
    return callProvider(ledger, { ...live, lease: request.lease }, true);
  }
  if (livePayment(ledger) !== undefined)
    return refused(
      ledger,
      refuse('payment_already_initiated', 'Another payment is open for the reservation.'),
    );
  const limit = paymentLimit(ledger);
  if (limit !== undefined) return refused(ledger, { refusal: limit });
  if (accountId === null)
    return refused(ledger, refuse('provider_not_configured', 'The tenant has no payment account.'));
  return callProvider(ledger, newAttempt(ledger, { ...request, purpose: 'change', accountId }), false);
}

function callProvider(
  ledger: Ledger,
  payment: CreatingPayment,
  resumed: boolean,
): Decision<OpenResult<ChangeRefusal>> {
  return { ledger: withPayment(ledger, payment), result: { kind: 'call-provider', payment, resumed } };
}

function refused(
  ledger: Ledger,
  { refusal }: { readonly refusal: Refusal<ChangeRefusal> },
): Decision<OpenResult<ChangeRefusal>> {
  return { ledger, result: { kind: 'refused', refusal } };
}
