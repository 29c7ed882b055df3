import type { RequestContext } from '@lodging/kit-runtime';
// read-booking: the operator's view of one reservation, as it is at this moment.
import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import { asSeenAt } from '../domain/reservation.ts';
import type { Reservation } from '../domain/reservation.ts';
import { bookingNotFound } from './hold-refusals.ts';
import type { ReservationStore } from './ports.ts';

export interface ReadBookingDeps {
  readonly reservations: Pick<ReservationStore, 'find'>;
}

export async function readBooking(
  deps: ReadBookingDeps,
  ctx: RequestContext,
  query: { readonly reservationId: string },
): Promise<Result<Reservation>> {
  const sighting = await deps.reservations.find(ctx.tenantId, query.reservationId);
  if (sighting === undefined || sighting.reservation.state === 'pending') return bookingNotFound();
  return ok(asSeenAt(sighting.reservation, sighting.at));
}
