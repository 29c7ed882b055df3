import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { changeDetails } from '../../domain/bookings/booking-details.ts';
import type { RequestedEnd } from '../../domain/cancellation/end-stay.ts';
import { checkOverrideAmount, checkOverridePermission } from '../../domain/cancellation/penalty-override.ts';
import type { EndState } from '../../domain/cancellation/settle.ts';
import { checkPrecondition } from '../../domain/stay/precondition.ts';
import { bookingNotFound } from '../../domain/stay/refusals.ts';
import { requestTransition } from '../../domain/stay/requested-transition.ts';
import { asOf } from '../../domain/stay/reservation.ts';
import type { ReservationState } from '../../domain/stay/states.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';
import type { AgreedReservation } from '../../ports/stay.ts';

export interface EndableBooking {
  readonly snapshot: AgreedReservation;
  readonly from: ReservationState;
}

/** Refuses before any money is touched. The update checks again, under the lock of the row. */
export async function findEndableBooking(
  { reservations }: Pick<ReservationsDeps, 'reservations'>,
  ctx: RequestContext,
  { reservationId, ifMatch, penalty, details }: RequestedEnd,
  to: EndState,
): Promise<Result<EndableBooking>> {
  const permitted = checkOverridePermission(penalty, ctx.caller.permissions);
  if (!permitted.ok) return permitted;
  const snapshot = await reservations.findWithTerms(ctx.tenantId, reservationId);
  if (snapshot === undefined || snapshot.reservation.state === 'pending') return bookingNotFound();
  const { reservation, at } = snapshot;
  const unchanged = checkPrecondition(ifMatch, reservation);
  if (!unchanged.ok) return unchanged;
  const affordable = checkOverrideAmount(penalty, reservation);
  if (!affordable.ok) return affordable;
  const current = asOf(reservation, at);
  const legal = requestTransition(current, to, at);
  if (!legal.ok) return legal;
  const fits = changeDetails(current, details, at);
  return fits.ok ? ok({ snapshot, from: current.state }) : fits;
}
