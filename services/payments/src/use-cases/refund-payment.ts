import type { RequestContext } from '@lodging/kit-runtime';
import type { AutomaticReason, Refund } from '../domain/refund.ts';
import { reserveAutomaticRefund } from '../domain/reserve-refund.ts';
import type { AutomaticResult } from '../domain/reserve-refund.ts';
import { newRefundLease, sendRefund } from './send-refund.ts';
import type { SendRefundDeps } from './send-refund.ts';

export type RefundPaymentDeps = SendRefundDeps;

export interface RefundPayment {
  readonly reservationId: string;
  readonly reason: AutomaticReason;
}

/**
 * Refunds all that came in for a reservation that cannot be honoured, once: each of its payments. Null where there is
 * nothing to refund. A refund whose outcome is unknown stays `pending` and is resumed by the reconciler.
 */
export async function refundPayment(
  deps: RefundPaymentDeps,
  ctx: RequestContext,
  { reservationId, reason }: RefundPayment,
): Promise<Refund | null> {
  const sent: Refund[] = [];
  for (;;) {
    const triedPayments = sent.map(({ paymentId }) => paymentId);
    const request = { ...newRefundLease(deps), reason, newRefundId: deps.newId(), triedPayments };
    const reserved = await deps.ledgers.change(ctx.tenantId, reservationId, (ledger) =>
      reserveAutomaticRefund(ledger, request),
    );
    if (reserved.kind !== 'call-provider') return sent[0] ?? refundOf(reserved);
    sent.push(await sendRefund(deps, ctx, { ...reserved, reservationId }));
  }
}

function refundOf(result: Exclude<AutomaticResult, { kind: 'call-provider' }>): Refund | null {
  return result.kind === 'existing' ? result.refund : null;
}
