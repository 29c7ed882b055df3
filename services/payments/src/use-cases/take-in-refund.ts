import type { Clock, NewId } from '@lodging/kernel';
import { observeRefund } from '../domain/observe-refund.ts';
import type { RefundAnswer, RefundReport } from '../domain/observe-refund.ts';
import { isPaid } from '../domain/payment.ts';
import type { Paid, Payment } from '../domain/payment.ts';
import type { HearFromProvider } from './hear-from-provider.ts';
import type { Ledgers, PaymentPlace } from './ports.ts';

export interface TakeInPorts {
  readonly ledgers: Ledgers;
  readonly hear: HearFromProvider;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** A refund may be heard of before the payment that it gives back. */
export async function paidFor(
  { hear }: TakeInPorts,
  { tenantId, reservationId }: PaymentPlace,
  payment: Payment,
): Promise<Paid | undefined> {
  const now = isPaid(payment) ? payment : await hear.payment(tenantId, reservationId, payment);
  return isPaid(now) ? now : undefined;
}

export function takeInRefund(
  { ledgers, clock, newId }: TakeInPorts,
  { tenantId, reservationId, paymentId }: PaymentPlace,
  report: RefundReport,
): Promise<RefundAnswer> {
  const fresh = { newRefundId: newId(), now: clock.now() };
  return ledgers.change(tenantId, reservationId, (ledger) => observeRefund(ledger, paymentId, report, fresh));
}
