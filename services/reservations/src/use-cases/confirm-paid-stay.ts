import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { resourceLocked } from '../domain/reservation-creation.ts';
import { isCancelledHold } from '../domain/reservation.ts';
import type { Reservation } from '../domain/reservation.ts';
import { confirmLatePayment, expire, unchanged } from '../domain/transitions.ts';
import type { Decide, InboxMark, InventoryClient, PaymentsClient, ReservationRepository } from '../ports.ts';

export interface ConfirmPaidStayDeps {
  readonly reservations: Pick<ReservationRepository, 'update'>;
  readonly inventory: Pick<InventoryClient, 'confirmClaim' | 'release'>;
  readonly payments: Pick<PaymentsClient, 'returnPayment'>;
}

export interface PaidStay {
  readonly reservation: Reservation;
  /** The event that reported the payment. */
  readonly mark?: InboxMark;
}

/**
 * Makes the claim permanent, then confirms the reservation; where the units are taken, the payment is returned. Every
 * step may be repeated. Refuses only while another request locks the resource (`resource_locked`).
 */
export async function confirmPaidStay(
  deps: ConfirmPaidStayDeps,
  ctx: RequestContext,
  { reservation, mark }: PaidStay,
): Promise<Result<Reservation>> {
  switch (reservation.state) {
    case 'held':
    case 'expired':
      return confirmIfFree(deps, ctx, reservation, mark);
    case 'cancelled':
      // The event of the payment that confirmed a booking may arrive after its cancellation: that payment is refunded by
      // the operator, not returned here.
      if (isCancelledHold(reservation)) await deps.payments.returnPayment(ctx, reservation.id, 'cancelled');
      return ok(reservation);
    case 'pending':
      throw new Error(`reservation ${reservation.id} was paid before it was held`);
    default:
      return ok(reservation);
  }
}

async function confirmIfFree(
  deps: ConfirmPaidStayDeps,
  ctx: RequestContext,
  reservation: Reservation,
  mark: InboxMark | undefined,
): Promise<Result<Reservation>> {
  const { tenantId, id } = reservation;
  const claimed = await deps.inventory.confirmClaim(ctx, reservation);
  if (!claimed.ok && claimed.refusal.code === 'resource_locked') return resourceLocked();

  const decide = claimed.ok ? confirmUnlessEnded : expireHeld;
  const updated = await deps.reservations.update(tenantId, id, decide, { mark });
  if (updated === undefined) throw new Error(`reservation ${id} was deleted while it was confirmed`);
  if (!updated.ok) return updated;

  const after = updated.value.reservation;
  if (after.state === 'cancelled') {
    // Cancelled while the claim was made permanent.
    if (claimed.ok) await deps.inventory.release(ctx, { id, resourceId: after.stay.resourceId }, 'cancelled');
    if (isCancelledHold(after)) await deps.payments.returnPayment(ctx, id, 'cancelled');
  }
  if (after.state === 'expired') await deps.payments.returnPayment(ctx, id, 'late');
  return ok(after);
}

const confirmUnlessEnded: Decide = (current, at) =>
  current.state === 'held' || current.state === 'expired'
    ? confirmLatePayment(current, at)
    : unchanged(current);

const expireHeld: Decide = (current, at) =>
  current.state === 'held' ? expire(current, at) : unchanged(current);
