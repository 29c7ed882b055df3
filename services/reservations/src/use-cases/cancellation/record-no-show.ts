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
import { endChangeFirst } from './end-change-first.ts';
import { releaseAndSettle } from './release-and-settle.ts';

export type RecordNoShowDeps = Pick<
  ReservationsDeps,
  'reservations' | 'changes' | 'payments' | 'inventory' | 'newId' | 'logFailure' | 'settlements'
>;

export type RecordNoShow = RequestedEnd;

/** Ends a confirmed booking whose guest did not come. Its settlement keeps the penalty of a no-show. */
export async function recordNoShow(
  deps: RecordNoShowDeps,
  ctx: RequestContext,
  request: RecordNoShow,
): Promise<Result<BookingWithTerms>> {
  const { reservationId, details } = request;
  const endable = await endChangeFirst(deps, ctx, request, 'no_show');
  if (!endable.ok) return endable;
  const { snapshot, from } = endable.value;
  const settlementId = deps.newId();
  const decide = endStay(request, {
    agreement: snapshot,
    from,
    to: 'no_show',
    settlementId,
    mayBePaid: false,
  });
  const updated = await deps.reservations.update(ctx.tenantId, reservationId, decide, {
    author: authorOf(ctx),
    changesGuest: changesGuest(details),
  });
  if (updated === undefined) return bookingNotFound();
  if (!updated.ok) return updated;
  const { terms } = snapshot;
  return ok({ ...(await releaseAndSettle(deps, updated.value)), terms, balanceState: 'none' });
}
