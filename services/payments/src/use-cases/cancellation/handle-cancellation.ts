import type { RequestContext } from '@lodging/kit-runtime';
import { endAttempts } from '../attempts/end-attempts.ts';
import { refundPayment } from '../refunds/refund-payment.ts';
import type { PaymentsDeps } from '../../ports/deps.ts';

export type HandleCancellationDeps = Pick<
  PaymentsDeps,
  | 'clock'
  | 'provider'
  | 'ledgers'
  | 'vault'
  | 'alerts'
  | 'automaticRefunds'
  | 'automaticRefundsAlert'
  | 'newId'
>;

export interface CancelledReservation {
  readonly reservationId: string;
  /** False where the reservation was a confirmed stay. */
  readonly wasHold: boolean;
  readonly endedAt: Temporal.Instant;
}

/**
 * Ends the payment of a reservation that was cancelled without a settlement, or of such a no-show. The payment of a hold
 * is refunded; an operator decides about that of a confirmed stay.
 */
export async function handleCancellation(
  deps: HandleCancellationDeps,
  ctx: RequestContext,
  { reservationId, wasHold, endedAt }: CancelledReservation,
): Promise<void> {
  const outcome = await endAttempts(deps, ctx, { reservationId, what: 'stay', endedAt });
  if (outcome !== 'succeeded' || !wasHold) return;
  const refunded = await refundPayment(deps, ctx, { reservationId, reason: 'cancelled' });
  if (!refunded.ok) throw new Error(refunded.refusal.detail);
}
