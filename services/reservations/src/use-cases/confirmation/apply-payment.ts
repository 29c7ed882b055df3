import type { InboxMark, RequestContext } from '@lodging/kit-runtime';
import type { Author, HistoryEvent } from '../../domain/history/history.ts';
import type { Reservation } from '../../domain/stay/reservation.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';
import { awaitsPayment, confirmPaidStay } from './confirm-paid-stay.ts';

export type ApplyPaymentDeps = Pick<
  ReservationsDeps,
  | 'reservations'
  | 'history'
  | 'settlements'
  | 'scheduledPayments'
  | 'inventory'
  | 'payments'
  | 'refundObligations'
  | 'logFailure'
>;

export interface SucceededPayment {
  readonly reservationId: string;
  readonly author: Author;
  readonly mark: InboxMark;
  readonly historyEvent?: HistoryEvent;
}

/**
 * Handles `payment.succeeded`. Throws where the stay cannot be confirmed yet, so that the event is redelivered. The history
 * entry is written in the commit that decides about the stay, or with the mark where no decision is due.
 */
export async function applyPayment(
  deps: ApplyPaymentDeps,
  ctx: RequestContext,
  payment: SucceededPayment,
): Promise<void> {
  const { reservationId, author, mark, historyEvent } = payment;
  const { tenantId } = ctx;
  const snapshot = await deps.reservations.find(tenantId, reservationId);
  if (snapshot === undefined) throw new Error(`a payment succeeded for unknown reservation ${reservationId}`);
  const { reservation } = snapshot;
  if (!awaitsPayment(reservation) && reservation.state !== 'pending')
    return recordFurtherPayment(deps, tenantId, payment, reservation);
  if (reservation.state === 'cancelled') await deps.settlements.recheck(tenantId, reservationId);
  try {
    const confirmed = await confirmPaidStay(deps, ctx, { reservation, author, mark, historyEvent });
    if (!confirmed.ok)
      throw new Error(`reservation ${reservationId} cannot be confirmed yet: ${confirmed.refusal.code}`);
  } catch (error) {
    // The stay may stay unconfirmed for long: its history shows the payment at once.
    if (historyEvent !== undefined) await deps.history.record(tenantId, historyEvent);
    throw error;
  }
}

/** The stay is decided: the payment counts for its balance or its settlement. */
async function recordFurtherPayment(
  { history, settlements, scheduledPayments }: ApplyPaymentDeps,
  tenantId: string,
  { reservationId, mark, historyEvent }: SucceededPayment,
  { state }: Reservation,
): Promise<void> {
  if (state === 'cancelled' || state === 'no_show') {
    await settlements.recheck(tenantId, reservationId);
    if (historyEvent !== undefined) await history.record(tenantId, historyEvent, mark);
  } else if (historyEvent === undefined) await scheduledPayments.recheck(tenantId, reservationId);
  else await history.recordPayment(tenantId, historyEvent, mark);
}
