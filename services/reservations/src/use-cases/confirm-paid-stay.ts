import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { confirmPaidHold, refundPaidHold } from '../domain/paid-hold.ts';
import type { Author, ToldEvent } from '../domain/history.ts';
import { resourceLocked } from '../domain/reservation-creation.ts';
import { isCancelledHold } from '../domain/reservation.ts';
import type { Reservation } from '../domain/reservation.ts';
import type { InventoryClient } from '../ports/inventory.ts';
import type { PaymentsClient } from '../ports/payments.ts';
import type { InboxMark, ReservationRepository } from '../ports/reservations.ts';
import { sendOwedRefund } from './send-owed-refunds.ts';
import type { SendOwedRefundDeps } from './send-owed-refunds.ts';

export interface ConfirmPaidStayDeps extends SendOwedRefundDeps {
  readonly reservations: Pick<ReservationRepository, 'update'>;
  readonly inventory: Pick<InventoryClient, 'confirmClaim' | 'release'>;
  readonly payments: Pick<PaymentsClient, 'end' | 'returnPayment'>;
}

export interface PaidStay {
  readonly reservation: Reservation;
  readonly author: Author;
  /** The event that reported the payment. */
  readonly mark?: InboxMark;
  /** The same event, which the history tells with the decision. */
  readonly told?: ToldEvent | undefined;
}

/** A payment decides about it. Else it is confirmed, or was: its refunds are the operator's decision. */
export function awaitsPayment(reservation: Reservation): boolean {
  const { state } = reservation;
  return state === 'held' || state === 'expired' || isCancelledHold(reservation);
}

/**
 * Makes the claim permanent, then confirms the reservation; where the units are taken, decides that the payment goes back.
 * One transaction decides between the two, and both are final. Every step may be repeated. Refuses only while another
 * request locks the resource (`resource_locked`).
 */
export async function confirmPaidStay(
  deps: ConfirmPaidStayDeps,
  ctx: RequestContext,
  { reservation, author, mark, told }: PaidStay,
): Promise<Result<Reservation>> {
  const { tenantId, id, state } = reservation;
  if (state === 'pending') throw new Error(`reservation ${id} was paid before it was held`);
  if (!awaitsPayment(reservation)) return ok(reservation);
  const claimed = (await mayBeConfirmed(deps, ctx, reservation))
    ? await deps.inventory.confirmClaim(ctx, reservation)
    : undefined;
  if (claimed?.ok === false && claimed.refusal.code === 'resource_locked') return resourceLocked();

  const decide = claimed?.ok === true ? confirmPaidHold : refundPaidHold;
  const updated = await deps.reservations.update(tenantId, id, decide, { author, mark, told });
  if (updated === undefined) throw new Error(`reservation ${id} was deleted while it was confirmed`);
  if (!updated.ok) return updated;
  const { reservation: after, owed } = updated.value;
  if (owed !== null) await sendOwedRefund(deps, owed);
  return ok(after);
}

/**
 * Payments is asked about a hold that has expired: a refund that an operator made, or that was made before refunds were
 * recorded here, must not be followed by a confirmation.
 */
async function mayBeConfirmed(
  { payments }: ConfirmPaidStayDeps,
  ctx: RequestContext,
  reservation: Reservation,
): Promise<boolean> {
  if (reservation.state !== 'expired') return reservation.state === 'held';
  return !reservation.refundDecided && (await payments.end(ctx, reservation.id)) === 'succeeded';
}
