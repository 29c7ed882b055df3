import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import { waitForTwin } from '@lodging/kit-runtime';
import type { RequestContext } from '@lodging/kit-runtime';
import { resourceLocked } from '../../domain/creation/reservation-creation.ts';
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
  deps: Pick<ReservationsDeps, 'reservations'>,
  ctx: RequestContext,
  { reservationId, ifMatch, penalty, details }: RequestedEnd,
  to: EndState,
): Promise<Result<EndableBooking>> {
  const permitted = checkOverridePermission(penalty, ctx.caller.permissions);
  if (!permitted.ok) return permitted;
  const snapshot = await findSettled(deps, ctx, reservationId);
  if (snapshot === undefined || snapshot.reservation.state === 'pending') return bookingNotFound();
  const { reservation, at, openChange } = snapshot;
  const unchanged = checkPrecondition(ifMatch, reservation);
  if (!unchanged.ok) return unchanged;
  const affordable = checkOverrideAmount(penalty, reservation);
  if (!affordable.ok) return affordable;
  const current = asOf(reservation, at);
  const legal = requestTransition(current, to, at);
  if (!legal.ok) return legal;
  const fits = changeDetails(current, details, at);
  if (!fits.ok) return fits;
  return openChange?.state === 'applying' ? resourceLocked() : ok({ snapshot, from: current.state });
}

/** A change that is being applied gives the stay another price and other terms. */
const CHANGE = { attempts: 40, everyMs: 50 };

async function findSettled(
  { reservations }: Pick<ReservationsDeps, 'reservations'>,
  { tenantId }: RequestContext,
  reservationId: string,
): Promise<AgreedReservation | undefined> {
  const settled = await waitForTwin(async () => {
    const snapshot = await reservations.findWithTerms(tenantId, reservationId);
    return snapshot?.openChange?.state === 'applying' ? 'wait' : { snapshot };
  }, CHANGE);
  return settled === 'wait' ? reservations.findWithTerms(tenantId, reservationId) : settled.snapshot;
}
