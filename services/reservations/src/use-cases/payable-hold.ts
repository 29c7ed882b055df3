import type { RequestContext } from '@lodging/kit-runtime';
import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import { asSeenAt, costsNothing } from '../domain/reservation.ts';
import type { HeldReservation } from '../domain/reservation.ts';
import { alreadyPaid, holdNotFound, notHoldable, nothingToPay } from './hold-refusals.ts';
import type { Payments, ReservationStore } from './ports.ts';

export interface PayableHoldDeps {
  readonly reservations: Pick<ReservationStore, 'find'>;
  readonly payments: Pick<Payments, 'settle'>;
}

export async function payableHold(
  deps: PayableHoldDeps,
  ctx: RequestContext,
  reservationId: string,
): Promise<Result<HeldReservation>> {
  const sighting = await deps.reservations.find(ctx.tenantId, reservationId);
  if (sighting === undefined || sighting.reservation.state === 'pending') return holdNotFound();
  const reservation = asSeenAt(sighting.reservation, sighting.at);
  if (reservation.state === 'held') return costsNothing(reservation) ? nothingToPay() : ok(reservation);
  if (reservation.state === 'expired' || reservation.state === 'cancelled') return notHoldable();
  // A stay that was entered as paid offline has no payment of its own.
  const paid = await deps.payments.settle(ctx, reservationId);
  return paid === 'succeeded' || paid === 'refunded' ? alreadyPaid() : notHoldable();
}
