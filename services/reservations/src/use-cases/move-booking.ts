import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { checkPrecondition } from '../domain/precondition.ts';
import type { Precondition } from '../domain/precondition.ts';
import { requestTransition, requestTransitionFrom } from '../domain/requested-transition.ts';
import { asOf } from '../domain/reservation.ts';
import type { ReservationState } from '../domain/states.ts';
import type { Decide, InventoryClient, PaymentsClient, ReservationRepository } from '../ports.ts';
import { authorOf } from './author.ts';
import { endPayment } from './end-payment.ts';
import type { EndPaymentDeps } from './end-payment.ts';
import type { BookingWithTerms } from './read-booking.ts';
import { bookingNotFound } from './refusals.ts';
import { releaseUnits } from './release-units.ts';
import type { ReleaseUnitsDeps } from './release-units.ts';
import { sendOwedRefund } from './send-owed-refunds.ts';
import type { SendOwedRefundDeps } from './send-owed-refunds.ts';

export interface MoveBookingDeps extends EndPaymentDeps, ReleaseUnitsDeps, SendOwedRefundDeps {
  readonly reservations: Pick<ReservationRepository, 'findWithTerms' | 'update' | 'recordUnitsReleased'>;
  readonly payments: Pick<PaymentsClient, 'end' | 'returnPayment'>;
  readonly inventory: Pick<InventoryClient, 'release'>;
}

export interface MoveBooking {
  readonly reservationId: string;
  readonly state: ReservationState;
  readonly ifMatch?: Precondition;
  readonly reason?: string | undefined;
}

/** A transition that the operator requests: check-in, check-out, no-show or cancellation. */
export async function moveBooking(
  deps: MoveBookingDeps,
  ctx: RequestContext,
  { reservationId, state: to, reason, ifMatch }: MoveBooking,
): Promise<Result<BookingWithTerms>> {
  const snapshot = await deps.reservations.findWithTerms(ctx.tenantId, reservationId);
  if (snapshot === undefined || snapshot.reservation.state === 'pending') return bookingNotFound();
  const current = checkPrecondition(ifMatch, snapshot.reservation);
  if (!current.ok) return current;
  const before = asOf(snapshot.reservation, snapshot.at);
  const legal = requestTransition(before, to, snapshot.at);
  if (!legal.ok) return legal;

  // The payment of a hold ends before the hold does. That of a confirmed booking is not touched: a refund is a request
  // of its own.
  const payment = before.state === 'held' ? await endPayment(deps, ctx, reservationId) : 'ended';
  const transition = requestTransitionFrom(before.state, to, { mayBePaid: payment !== 'ended' });
  const decide: Decide = (locked, at) => {
    const unchanged = checkPrecondition(ifMatch, locked);
    return unchanged.ok ? transition(locked, at) : unchanged;
  };
  const updated = await deps.reservations.update(ctx.tenantId, reservationId, decide, {
    author: authorOf(ctx),
    reason,
  });
  if (updated === undefined) return bookingNotFound();
  if (!updated.ok) return updated;

  const { reservation, owed } = updated.value;
  // Where payments gave no answer a moment ago, the client does not wait for it again.
  const sendsNow = owed !== null && payment === 'succeeded';
  await (sendsNow ? sendOwedRefund(deps, owed) : releaseUnits(deps, reservation));
  return ok({ reservation, terms: snapshot.terms });
}
