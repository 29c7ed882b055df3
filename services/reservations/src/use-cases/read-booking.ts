import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { FrozenBill } from '../domain/frozen-bill.ts';
import { asOf } from '../domain/reservation.ts';
import type { Reservation } from '../domain/reservation.ts';
import type { ReservationRepository } from '../ports.ts';
import { bookingNotFound } from './refusals.ts';

export interface ReadBookingDeps {
  readonly reservations: Pick<ReservationRepository, 'findWithBill'>;
}

export interface BookingWithBill {
  readonly reservation: Reservation;
  readonly bill: FrozenBill | null;
}

export async function readBooking(
  deps: ReadBookingDeps,
  ctx: RequestContext,
  { reservationId }: { readonly reservationId: string },
): Promise<Result<BookingWithBill>> {
  const snapshot = await deps.reservations.findWithBill(ctx.tenantId, reservationId);
  if (snapshot === undefined || snapshot.reservation.state === 'pending') return bookingNotFound();
  return ok({ reservation: asOf(snapshot.reservation, snapshot.at), bill: snapshot.bill });
}
