import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { resourceLocked } from '../../domain/creation/reservation-creation.ts';
import { firstPayment } from '../../domain/stay/reservation-terms.ts';
import type { FirstPayment } from '../../domain/stay/reservation-terms.ts';
import { asOf, isFree } from '../../domain/stay/reservation.ts';
import type { HeldReservation } from '../../domain/stay/reservation.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';
import { alreadyPaid, holdNotFound, notHoldable, nothingToPay } from '../../domain/stay/refusals.ts';

export type FindPayableHoldDeps = Pick<ReservationsDeps, 'reservations' | 'payments'>;

export interface PayableHold extends FirstPayment {
  readonly hold: HeldReservation;
}

/** The hold, where a payment can be opened for it. */
export async function findPayableHold(
  deps: FindPayableHoldDeps,
  ctx: RequestContext,
  reservationId: string,
): Promise<Result<PayableHold>> {
  const snapshot = await deps.reservations.findWithTerms(ctx.tenantId, reservationId);
  if (snapshot === undefined || snapshot.reservation.state === 'pending') return holdNotFound();
  // Its price is about to be another one.
  if (snapshot.openChange?.state === 'applying') return resourceLocked();
  const reservation = asOf(snapshot.reservation, snapshot.at);
  if (reservation.state === 'held')
    return isFree(reservation)
      ? nothingToPay()
      : ok({ hold: reservation, ...firstPayment(reservation, snapshot.terms) });
  if (reservation.state === 'expired' || reservation.state === 'cancelled') return notHoldable();
  // A booking that was paid offline has no payment.
  const payment = await deps.payments.checkPayment(ctx, reservationId);
  return payment === 'succeeded' || payment === 'refunded' ? alreadyPaid() : notHoldable();
}
