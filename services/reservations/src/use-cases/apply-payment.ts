import type { RequestContext } from '@lodging/kit-runtime';
import type { Author, ToldEvent } from '../domain/history.ts';
import type { HistoryRepository } from '../ports/history.ts';
import type { InboxMark, ReservationRepository } from '../ports/reservations.ts';
import type { ScheduledPaymentRepository, SettlementRepository } from '../ports/settlements.ts';
import { awaitsPayment, confirmPaidStay } from './confirm-paid-stay.ts';
import type { ConfirmPaidStayDeps } from './confirm-paid-stay.ts';

export interface ApplyPaymentDeps extends ConfirmPaidStayDeps {
  readonly reservations: Pick<ReservationRepository, 'find' | 'update'>;
  readonly history: Pick<HistoryRepository, 'tell'>;
  readonly settlements: Pick<SettlementRepository, 'askAgain'>;
  readonly scheduledPayments: Pick<ScheduledPaymentRepository, 'lookAgain'>;
}

export interface SucceededPayment {
  readonly reservationId: string;
  readonly author: Author;
  readonly mark: InboxMark;
  readonly told?: ToldEvent;
}

/**
 * Handles `payment.succeeded`. Throws where the stay cannot be confirmed yet, so that the event is delivered again. The history
 * tells of the payment in the commit that decides about the stay, and by itself where there is none.
 */
export async function applyPayment(
  deps: ApplyPaymentDeps,
  ctx: RequestContext,
  { reservationId, author, mark, told }: SucceededPayment,
): Promise<void> {
  const { tenantId } = ctx;
  const snapshot = await deps.reservations.find(tenantId, reservationId);
  if (snapshot === undefined) throw new Error(`a payment succeeded for unknown reservation ${reservationId}`);
  const { reservation } = snapshot;
  const { state } = reservation;
  if (told !== undefined && !awaitsPayment(reservation)) await deps.history.tell(tenantId, told);
  if (state === 'cancelled' || state === 'no_show') await deps.settlements.askAgain(tenantId, reservationId);
  else if (state !== 'held' && state !== 'expired')
    await deps.scheduledPayments.lookAgain(tenantId, reservationId);
  try {
    const settled = await confirmPaidStay(deps, ctx, { reservation, author, mark, told });
    if (!settled.ok)
      throw new Error(`reservation ${reservationId} cannot be confirmed yet: ${settled.refusal.code}`);
  } catch (error) {
    // The stay may wait for long: that it was paid is seen at once.
    if (told !== undefined) await deps.history.tell(tenantId, told);
    throw error;
  }
}
