import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { changeDetails, changesGuest, withDetails } from '../../domain/bookings/booking-details.ts';
import type { BookingChange } from '../../domain/bookings/booking-details.ts';
import { checkPrecondition } from '../../domain/stay/precondition.ts';
import { asOf } from '../../domain/stay/reservation.ts';
import { requestTransition } from '../../domain/stay/requested-transition.ts';
import type { ReservationState } from '../../domain/stay/states.ts';
import { authorOf } from '../../domain/history/author.ts';
import type { Decide } from '../../ports/stay.ts';
import type { BookingWithTerms } from './read-booking.ts';
import { bookingNotFound } from '../../domain/stay/refusals.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';

export type ChangeBookingDeps = Pick<ReservationsDeps, 'reservations'>;

export interface ChangeBooking extends BookingChange {
  readonly reservationId: string;
  /** A check-in or a check-out; another state is an illegal transition. Undefined: fields alone are changed. */
  readonly state: Exclude<ReservationState, 'cancelled' | 'no_show'> | undefined;
}

export async function changeBooking(
  { reservations }: ChangeBookingDeps,
  ctx: RequestContext,
  { reservationId, ...change }: ChangeBooking,
): Promise<Result<BookingWithTerms>> {
  const { tenantId } = ctx;
  const snapshot = await reservations.findWithTerms(tenantId, reservationId);
  if (snapshot === undefined || snapshot.reservation.state === 'pending') return bookingNotFound();
  const options = { author: authorOf(ctx), changesGuest: changesGuest(change.details), isQueued: true };
  const updated = await reservations.update(tenantId, reservationId, decisionOn(change), options);
  if (updated === undefined) return bookingNotFound();
  if (!updated.ok) return updated;
  const { reservation, at } = updated.value;
  const { terms, cancellation, balanceState } = snapshot;
  return ok({ reservation: asOf(reservation, at), terms, cancellation, balanceState });
}

function decisionOn({ state: to, ifMatch, details, reason }: Omit<ChangeBooking, 'reservationId'>): Decide {
  return (current, at) => {
    const unchanged = checkPrecondition(ifMatch, current);
    if (!unchanged.ok) return unchanged;
    if (to === undefined) return changeDetails(current, details, at);
    const transited = requestTransition(current, to, at);
    return transited.ok ? withDetails(transited.value, { reason, details }, at) : transited;
  };
}
