import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { AutomaticReason, Refund } from '../../domain/ledger/refund.ts';
import { reserveAutomaticRefund } from '../../domain/refunds/reserve-refund.ts';
import { newRefundLease, sendRefund } from './send-refund.ts';
import type { PaymentsDeps } from '../../ports/deps.ts';

export type RefundPaymentDeps = Pick<
  PaymentsDeps,
  'alerts' | 'automaticRefunds' | 'automaticRefundsAlert' | 'provider' | 'ledgers' | 'clock' | 'newId'
>;

export interface RefundPayment {
  readonly reservationId: string;
  readonly reason: AutomaticReason;
}

/**
 * Refunds all that came in for a reservation that cannot be honoured, once: each of its payments. Null where there is
 * nothing to refund. A refund whose outcome is unknown, or that must wait, stays `pending` and is resumed by the reconciler.
 */
export async function refundPayment(
  deps: RefundPaymentDeps,
  ctx: RequestContext,
  { reservationId, reason }: RefundPayment,
): Promise<Result<Refund | null, Refusal<'payment_not_ended'>>> {
  const sent: Refund[] = [];
  for (;;) {
    const triedPayments = sent.map(({ paymentId }) => paymentId);
    const request = { ...newRefundLease(deps), reason, newRefundId: deps.newId(), triedPayments };
    const reserved = await deps.ledgers.change(ctx.tenantId, reservationId, (ledger) =>
      reserveAutomaticRefund(ledger, request),
    );
    if (reserved.kind === 'not-ended')
      return refuse('payment_not_ended', 'The payment of the reservation has not been ended.');
    if (reserved.kind !== 'call-provider')
      return ok(sent[0] ?? (reserved.kind === 'existing' ? reserved.refund : null));
    sent.push(await sendRefund(deps, ctx, { ...reserved, reservationId }));
  }
}
