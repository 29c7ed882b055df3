import type { RequestContext } from '@lodging/kit-runtime';
// refund-booking: whether there is such a booking and who may give its money back; how much, payments decides.
import type { Refund } from '@lodging/contract-payments';
import { refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import { bookingNotFound } from './hold-refusals.ts';
import type { Payments, ReservationStore } from './ports.ts';

export interface RefundBookingDeps {
  readonly reservations: Pick<ReservationStore, 'find'>;
  readonly payments: Pick<Payments, 'refund'>;
}

const PERMISSION = 'payment:refund:create';

export async function refundBooking(
  deps: RefundBookingDeps,
  ctx: RequestContext,
  command: { readonly reservationId: string; readonly amountMinorUnits?: string | undefined },
): Promise<Result<Refund>> {
  // What a key may do comes before what there is.
  if (!mayRefund(ctx)) return refuse('insufficient_permission', `The key lacks ${PERMISSION}.`);
  const { reservationId, amountMinorUnits } = command;
  const sighting = await deps.reservations.find(ctx.tenantId, reservationId);
  if (sighting === undefined || sighting.reservation.state === 'pending') return bookingNotFound();
  const amount = amountMinorUnits === undefined ? undefined : BigInt(amountMinorUnits);
  return deps.payments.refund(ctx, reservationId, amount);
}

function mayRefund({ caller }: RequestContext): boolean {
  return caller.kind === 'operator' || (caller.kind === 'secret' && caller.permissions.includes(PERMISSION));
}
