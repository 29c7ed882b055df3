import type { RequestContext } from '@lodging/kit-runtime';
import { endPayment } from './end-payment.ts';
import type { EndPaymentDeps } from './end-payment.ts';
import { refundPayment } from './refund-payment.ts';
import type { RefundPaymentDeps } from './refund-payment.ts';
import { settleReservation } from './settle-reservation.ts';
import type { SettleReservation, SettleReservationDeps } from './settle-reservation.ts';

export interface HandleCancellationDeps extends EndPaymentDeps, RefundPaymentDeps, SettleReservationDeps {}

export interface CancelledReservation {
  readonly reservationId: string;
  /** False where the reservation was a confirmed stay. */
  readonly wasHold: boolean;
  readonly endedAt: Temporal.Instant;
  /** What the terms of the stay keep. Null where it has none. */
  readonly settlement: Omit<SettleReservation, 'reservationId'> | null;
}

/**
 * Ends the payment of a reservation that was cancelled, or whose guest did not come. Money that came in for a hold is refunded; what is refunded of a confirmed
 * stay is decided by its settlement, else by the operator.
 */
export async function handleCancellation(
  deps: HandleCancellationDeps,
  ctx: RequestContext,
  { reservationId, wasHold, endedAt, settlement }: CancelledReservation,
): Promise<void> {
  if (settlement !== null) {
    await settleReservation(deps, ctx, { reservationId, ...settlement });
    return;
  }
  const outcome = await endPayment(deps, ctx, { reservationId, what: 'stay', endedAt });
  if (outcome === 'succeeded' && wasHold)
    await refundPayment(deps, ctx, { reservationId, reason: 'cancelled' });
}
