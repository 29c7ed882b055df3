import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { changesGuest } from '../../domain/bookings/booking-details.ts';
import { endStay } from '../../domain/cancellation/end-stay.ts';
import type { RequestedEnd } from '../../domain/cancellation/end-stay.ts';
import { authorOf } from '../../domain/history/author.ts';
import { bookingNotFound } from '../../domain/stay/refusals.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';
import type { BookingWithTerms } from '../bookings/read-booking.ts';
import { sendOwedRefund } from '../money/send-owed-refunds.ts';
import { endPayment } from './end-payment.ts';
import { endChangeFirst } from './end-change-first.ts';
import { releaseAndSettle } from './release-and-settle.ts';

export type CancelBookingDeps = Pick<
  ReservationsDeps,
  | 'reservations'
  | 'changes'
  | 'payments'
  | 'inventory'
  | 'newId'
  | 'logFailure'
  | 'refundObligations'
  | 'settlements'
>;

export type CancelBooking = RequestedEnd;

/** Cancels a hold or a confirmed booking. What happens to its money: docs/cancellation.md. */
export async function cancelBooking(
  deps: CancelBookingDeps,
  ctx: RequestContext,
  request: CancelBooking,
): Promise<Result<BookingWithTerms>> {
  const { reservationId, details } = request;
  const endable = await endChangeFirst(deps, ctx, request, 'cancelled');
  if (!endable.ok) return endable;
  const { snapshot, from } = endable.value;

  // The payment of a hold ends before the hold does. That of a confirmed booking is not touched: its settlement moves the
  // money, or a refund does, which is a request of its own.
  const payment = from === 'held' ? await endPayment(deps, ctx, reservationId) : 'ended';
  const settlementId = deps.newId();
  const mayBePaid = payment !== 'ended';
  const decide = endStay(request, { agreement: snapshot, from, to: 'cancelled', settlementId, mayBePaid });
  const updated = await deps.reservations.update(ctx.tenantId, reservationId, decide, {
    author: authorOf(ctx),
    changesGuest: changesGuest(details),
  });
  if (updated === undefined) return bookingNotFound();
  if (!updated.ok) return updated;

  const { owed } = updated.value;
  const { terms } = snapshot;
  // If payments gave no answer a moment ago, the client does not wait for it again.
  if (owed !== null && payment === 'succeeded') {
    await sendOwedRefund(deps, owed);
    return ok({ ...updated.value, terms, cancellation: null, balanceState: 'none' });
  }
  return ok({ ...(await releaseAndSettle(deps, updated.value)), terms, balanceState: 'none' });
}
