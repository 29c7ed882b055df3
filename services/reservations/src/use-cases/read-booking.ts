import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { ReservationTerms } from '../domain/reservation-terms.ts';
import { asOf } from '../domain/reservation.ts';
import type { Reservation } from '../domain/reservation.ts';
import type { ReservationRepository } from '../ports.ts';
import { bookingNotFound } from './refusals.ts';

export interface ReadBookingDeps {
  readonly reservations: Pick<ReservationRepository, 'findWithTerms'>;
}

export interface BookingWithTerms {
  readonly reservation: Reservation;
  readonly terms: ReservationTerms | null;
}

export async function readBooking(
  deps: ReadBookingDeps,
  ctx: RequestContext,
  { reservationId }: { readonly reservationId: string },
): Promise<Result<BookingWithTerms>> {
  const snapshot = await deps.reservations.findWithTerms(ctx.tenantId, reservationId);
  if (snapshot === undefined || snapshot.reservation.state === 'pending') return bookingNotFound();
  return ok({ reservation: asOf(snapshot.reservation, snapshot.at), terms: snapshot.terms });
}
