import type { RequestContext } from '@lodging/kit-runtime';
import { endPayment } from './end-payment.ts';
import type { EndPaymentDeps } from './end-payment.ts';
import { refundPayment } from './refund-payment.ts';
import type { RefundPaymentDeps } from './refund-payment.ts';

export interface HandleCancellationDeps extends EndPaymentDeps, RefundPaymentDeps {}

export interface CancelledReservation {
  readonly reservationId: string;
  /** False where the reservation was a confirmed stay. */
  readonly wasHold: boolean;
}

/**
 * Ends the payment of a cancelled reservation. Money that came in for a hold is refunded; what is refunded of a confirmed
 * stay is the operator's decision.
 */
export async function handleCancellation(
  deps: HandleCancellationDeps,
  ctx: RequestContext,
  { reservationId, wasHold }: CancelledReservation,
): Promise<void> {
  const outcome = await endPayment(deps, ctx, { reservationId });
  if (outcome === 'succeeded' && wasHold)
    await refundPayment(deps, ctx, { reservationId, reason: 'cancelled' });
}
