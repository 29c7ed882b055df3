import type { RequestContext } from '@lodging/kit-runtime';
import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import { expire, honourLatePayment, unmoved } from '../domain/moves.ts';
import { stillRunning } from '../domain/opening.ts';
import { isCancelledHold } from '../domain/reservation.ts';
import type { Reservation } from '../domain/reservation.ts';
import type { Decide, Inventory, Payments, ReservationStore, Seen } from './ports.ts';

export interface ConfirmPaidStayDeps {
  readonly reservations: Pick<ReservationStore, 'change'>;
  readonly inventory: Pick<Inventory, 'confirmClaim' | 'release'>;
  readonly payments: Pick<Payments, 'giveBack'>;
}

/**
 * Every step may be repeated: the claim is made permanent, then the row; an end without the units gives the money back.
 * Refuses only where another request holds the resource (`resource_locked`).
 */
export async function confirmPaidStay(
  deps: ConfirmPaidStayDeps,
  ctx: RequestContext,
  reservation: Reservation,
  seen?: Seen,
): Promise<Result<Reservation>> {
  switch (reservation.state) {
    case 'held':
    case 'expired':
      return confirmIfFree(deps, ctx, reservation, seen);
    case 'cancelled':
      // News of the money that confirmed a stay may come after it was cancelled: then it stays the operator's to give back.
      if (isCancelledHold(reservation)) await deps.payments.giveBack(ctx, reservation.id, 'cancelled');
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
  seen: Seen | undefined,
): Promise<Result<Reservation>> {
  const { tenantId, id } = reservation;
  const claimed = await deps.inventory.confirmClaim(ctx, reservation);
  if (!claimed.ok && claimed.refusal.code === 'resource_locked') return stillRunning();

  const decide = claimed.ok ? confirmUnlessEnded : endWithoutUnits;
  const changed = await deps.reservations.change(tenantId, id, decide, { seen });
  if (changed === undefined) throw new Error(`reservation ${id} has vanished`);
  if (!changed.ok) return changed;

  const after = changed.value.reservation;
  if (after.state === 'cancelled') {
    // Cancelled while the claim was made permanent.
    if (claimed.ok) await deps.inventory.release(ctx, { id, resourceId: after.stay.resourceId }, 'cancelled');
    if (isCancelledHold(after)) await deps.payments.giveBack(ctx, id, 'cancelled');
  }
  if (after.state === 'expired') await deps.payments.giveBack(ctx, id, 'late');
  return ok(after);
}

const confirmUnlessEnded: Decide = (current, at) =>
  current.state === 'held' || current.state === 'expired' ? honourLatePayment(current, at) : unmoved(current);

const endWithoutUnits: Decide = (current, at) =>
  current.state === 'held' ? expire(current, at) : unmoved(current);
