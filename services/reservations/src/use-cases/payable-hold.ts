import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { firstPayment } from '../domain/reservation-terms.ts';
import type { FirstPayment } from '../domain/reservation-terms.ts';
import { asOf, isFree } from '../domain/reservation.ts';
import type { HeldReservation } from '../domain/reservation.ts';
import type { PaymentsClient } from '../ports/payments.ts';
import type { ReservationRepository } from '../ports/reservations.ts';
import { alreadyPaid, holdNotFound, notHoldable, nothingToPay } from './refusals.ts';

export interface PayableHoldDeps {
  readonly reservations: Pick<ReservationRepository, 'find' | 'findWithTerms'>;
  readonly payments: Pick<PaymentsClient, 'settle'>;
}

export interface PayableHold extends FirstPayment {
  readonly hold: HeldReservation;
}

/** The hold, where a payment can be opened for it. */
export async function payableHold(
  deps: PayableHoldDeps,
  ctx: RequestContext,
  reservationId: string,
): Promise<Result<PayableHold>> {
  const snapshot = await deps.reservations.findWithTerms(ctx.tenantId, reservationId);
  if (snapshot === undefined || snapshot.reservation.state === 'pending') return holdNotFound();
  const reservation = asOf(snapshot.reservation, snapshot.at);
  if (reservation.state === 'held')
    return isFree(reservation)
      ? nothingToPay()
      : ok({ hold: reservation, ...firstPayment(reservation, snapshot.terms) });
  if (reservation.state === 'expired' || reservation.state === 'cancelled') return notHoldable();
  // A booking that was paid offline has no payment.
  const payment = await deps.payments.settle(ctx, reservationId);
  return payment === 'succeeded' || payment === 'refunded' ? alreadyPaid() : notHoldable();
}
