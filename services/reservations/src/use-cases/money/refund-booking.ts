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

const PERMISSION = 'payment:refund:create';

/** Checks the permission and the booking; payments decides on the amount. */
export async function refundBooking(
  deps: RefundBookingDeps,
  ctx: RequestContext,
  { reservationId, ...refund }: RefundBooking,
): Promise<Result<Replayable<Refund>>> {
  // The permission is checked first: a key without it must not learn which bookings exist.
  if (!mayRefund(ctx)) return refuse('insufficient_permission', `The key or operator lacks ${PERMISSION}.`);
  const snapshot = await deps.reservations.find(ctx.tenantId, reservationId);
  if (snapshot === undefined || snapshot.reservation.state === 'pending') return bookingNotFound();
  return deps.payments.refund(ctx, reservationId, refund);
}

/** Of keys and operators alike: the role of an operator is no more than its permissions here. */
function mayRefund({ caller: { kind, permissions } }: RequestContext): boolean {
  return (kind === 'secret' || kind === 'operator') && permissions.includes(PERMISSION);
}
