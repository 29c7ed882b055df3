import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { InboxMark, RequestContext } from '@lodging/kit-runtime';
import { confirmPaidHold, refundPaidHold } from '../../domain/confirmation/paid-hold.ts';
import type { Author, HistoryEvent } from '../../domain/history/history.ts';
import { resourceLocked } from '../../domain/creation/reservation-creation.ts';
import { isCancelledHold } from '../../domain/stay/reservation.ts';
import type { Reservation } from '../../domain/stay/reservation.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';
import { sendOwedRefund } from '../money/send-owed-refunds.ts';

export type ConfirmPaidStayDeps = Pick<
  ReservationsDeps,
  'reservations' | 'inventory' | 'payments' | 'refundObligations' | 'logFailure'
>;

export interface PaidStay {
  readonly reservation: Reservation;
  readonly author: Author;
  /** The event that reported the payment. */
  readonly mark?: InboxMark;
  /** The same event as a history entry, written with the decision. */
  readonly historyEvent?: HistoryEvent | undefined;
}

/** True while a payment decides about the stay. A stay that was confirmed is refunded by the operator. */
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
  { reservation, author, mark, historyEvent }: PaidStay,
): Promise<Result<Reservation>> {
  const { tenantId, id, state } = reservation;
  if (state === 'pending') throw new Error(`reservation ${id} was paid before it was held`);
  if (!awaitsPayment(reservation)) return ok(reservation);
  const claimed = (await mayBeConfirmed(deps, ctx, reservation))
    ? await deps.inventory.confirmClaim(ctx, reservation)
    : undefined;
  if (claimed?.ok === false && claimed.refusal.code === 'resource_locked') return resourceLocked();

  const decide = claimed?.ok === true ? confirmPaidHold : refundPaidHold;
  const updated = await deps.reservations.update(tenantId, id, decide, { author, mark, historyEvent });
  if (updated === undefined) throw new Error(`reservation ${id} was deleted while it was confirmed`);
  if (!updated.ok) return updated;
  const { reservation: after, owed } = updated.value;
  if (owed !== null) await sendOwedRefund(deps, owed);
  return ok(after);
}

/**
 * The payment of an expired hold is read from payments: it must not be confirmed after a refund by the operator, or a
 * refund that is not recorded here.
 */
async function mayBeConfirmed(
  { payments }: ConfirmPaidStayDeps,
  ctx: RequestContext,
  reservation: Reservation,
): Promise<boolean> {
  if (reservation.state !== 'expired') return reservation.state === 'held';
  return !reservation.refundDecided && (await payments.end(ctx, reservation.id)) === 'succeeded';
}
