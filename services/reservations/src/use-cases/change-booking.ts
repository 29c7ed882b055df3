import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { changeDetails } from '../domain/booking-details.ts';
import { checkPrecondition } from '../domain/precondition.ts';
import { asOf } from '../domain/reservation.ts';
import type { ReservationState } from '../domain/states.ts';
import { authorOf } from './author.ts';
import { changesGuest, moveBooking } from './move-booking.ts';
import type { MoveBooking, MoveBookingDeps } from './move-booking.ts';
import type { BookingWithTerms } from './read-booking.ts';
import { bookingNotFound } from './refusals.ts';

export type ChangeBookingDeps = MoveBookingDeps;

/** Without a state, fields alone are changed. */
export interface ChangeBooking extends Omit<MoveBooking, 'state'> {
  readonly state: ReservationState | undefined;
}

export function changeBooking(
  deps: ChangeBookingDeps,
  ctx: RequestContext,
  { state, ...input }: ChangeBooking,
): Promise<Result<BookingWithTerms>> {
  return state === undefined ? changeFields(deps, ctx, input) : moveBooking(deps, ctx, { ...input, state });
}

async function changeFields(
  { reservations }: ChangeBookingDeps,
  ctx: RequestContext,
  { reservationId, ifMatch, details }: Omit<MoveBooking, 'state'>,
): Promise<Result<BookingWithTerms>> {
  const snapshot = await reservations.findWithTerms(ctx.tenantId, reservationId);
  if (snapshot === undefined || snapshot.reservation.state === 'pending') return bookingNotFound();
  const updated = await reservations.update(
    ctx.tenantId,
    reservationId,
    (current, at) => {
      const unchanged = checkPrecondition(ifMatch, current);
      return unchanged.ok ? changeDetails(current, details, at) : unchanged;
    },
    { author: authorOf(ctx), changesGuest: changesGuest(details), isQueued: true },
  );
  if (updated === undefined) return bookingNotFound();
  if (!updated.ok) return updated;
  const { reservation, at } = updated.value;
  const { terms, cancellation, balanceState } = snapshot;
  return ok({ reservation: asOf(reservation, at), terms, cancellation, balanceState });
}
