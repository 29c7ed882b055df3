import type { RequestContext } from '@lodging/kit-runtime';
// apply-payment: payments tells that money came for a reservation. Told twice, it has its effect once.
import { confirmPaidStay } from './confirm-paid-stay.ts';
import type { ConfirmPaidStayDeps } from './confirm-paid-stay.ts';
import type { ReservationStore, Seen } from './ports.ts';

export interface ApplyPaymentDeps extends ConfirmPaidStayDeps {
  readonly reservations: Pick<ReservationStore, 'find' | 'change'>;
}

/** Throws where it cannot be done now, so that the event comes again. */
export async function applyPayment(
  deps: ApplyPaymentDeps,
  ctx: RequestContext,
  payment: { readonly reservationId: string },
  seen: Seen,
): Promise<void> {
  const sighting = await deps.reservations.find(ctx.tenantId, payment.reservationId);
  if (sighting === undefined)
    throw new Error(`money came for an unknown reservation ${payment.reservationId}`);
  const settled = await confirmPaidStay(deps, ctx, sighting.reservation, seen);
  if (!settled.ok) throw new Error(`not confirmed yet: ${settled.refusal.code}`);
}
