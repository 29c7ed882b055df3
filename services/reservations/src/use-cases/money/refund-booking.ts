import type { Refund } from '@lodging/contract-payments';
import { refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { ReservationsDeps } from '../../ports/deps.ts';
import type { Replayable } from '../../ports/neighbours.ts';
import { bookingNotFound } from '../../domain/stay/refusals.ts';

export type RefundBookingDeps = Pick<ReservationsDeps, 'reservations' | 'payments'>;

export interface RefundBooking {
  readonly reservationId: string;
  /** Undefined: the amount that remains. */
  readonly minorUnits: bigint | undefined;
  /** A repeated request with the same key makes no second refund. */
  readonly idempotencyKey: string | undefined;
}

/** For clients alone. Checks the booking; payments checks the permission once more, and decides on the amount. */
export async function refundBooking(
  deps: RefundBookingDeps,
  ctx: RequestContext,
  { reservationId, ...refund }: RefundBooking,
): Promise<Result<Replayable<Refund>>> {
  if (ctx.caller.kind === 'platform')
    return refuse('insufficient_permission', 'A refund is requested by a key or an operator of the tenant.');
  const snapshot = await deps.reservations.find(ctx.tenantId, reservationId);
  if (snapshot === undefined || snapshot.reservation.state === 'pending') return bookingNotFound();
  return deps.payments.refund(ctx, reservationId, refund);
}
