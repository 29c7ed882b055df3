import type { RequestContext } from '@lodging/kit-runtime';
import type { Author } from '../domain/history.ts';
import type { InboxMark, ReservationRepository } from '../ports/reservations.ts';
import type { ScheduledPaymentRepository, SettlementRepository } from '../ports/settlements.ts';
import { confirmPaidStay } from './confirm-paid-stay.ts';
import type { ConfirmPaidStayDeps } from './confirm-paid-stay.ts';

export interface ApplyPaymentDeps extends ConfirmPaidStayDeps {
  readonly reservations: Pick<ReservationRepository, 'find' | 'update'>;
  readonly settlements: Pick<SettlementRepository, 'askAgain'>;
  readonly scheduledPayments: Pick<ScheduledPaymentRepository, 'lookAgain'>;
}

export interface SucceededPayment {
  readonly reservationId: string;
  readonly author: Author;
  readonly mark: InboxMark;
}

/** Handles `payment.succeeded`. Throws where the stay cannot be confirmed yet, so that the event is delivered again. */
export async function applyPayment(
  deps: ApplyPaymentDeps,
  ctx: RequestContext,
  { reservationId, author, mark }: SucceededPayment,
): Promise<void> {
  const snapshot = await deps.reservations.find(ctx.tenantId, reservationId);
  if (snapshot === undefined) throw new Error(`a payment succeeded for unknown reservation ${reservationId}`);
  const { state } = snapshot.reservation;
  if (state === 'cancelled' || state === 'no_show')
    await deps.settlements.askAgain(ctx.tenantId, reservationId);
  else if (state !== 'held' && state !== 'expired')
    await deps.scheduledPayments.lookAgain(ctx.tenantId, reservationId);
  const settled = await confirmPaidStay(deps, ctx, { reservation: snapshot.reservation, author, mark });
  if (!settled.ok)
    throw new Error(`reservation ${reservationId} cannot be confirmed yet: ${settled.refusal.code}`);
}
