import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { asOf } from '../domain/reservation.ts';
import type { Reservation } from '../domain/reservation.ts';
import type { ReservationRepository } from '../ports.ts';
import { bookingNotFound } from './refusals.ts';

export interface ReadBookingDeps {
  readonly reservations: Pick<ReservationRepository, 'find'>;
}

export async function readBooking(
  deps: ReadBookingDeps,
  ctx: RequestContext,
  { reservationId }: { readonly reservationId: string },
): Promise<Result<Reservation>> {
  const snapshot = await deps.reservations.find(ctx.tenantId, reservationId);
  if (snapshot === undefined || snapshot.reservation.state === 'pending') return bookingNotFound();
  return ok(asOf(snapshot.reservation, snapshot.at));
}
