import { ok, refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { Reservation } from '../../domain/stay/reservation.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';
import type { DuePayment } from '../../ports/neighbours.ts';
import { readObligation } from './read-booking-payments.ts';

export type FindDuePaymentDeps = Pick<ReservationsDeps, 'payments' | 'reservations'>;

export interface PayBooking {
  readonly reservationId: string;
  readonly idempotencyKey: string;
  /** Undefined: all that is due. */
  readonly amountMinorUnits?: string | undefined;
}

/** In a state that allows no payment nothing is due; payments still answers a repeated request with its first answer. */
export async function findDuePayment(
  deps: FindDuePaymentDeps,
  ctx: RequestContext,
  { reservationId, idempotencyKey, amountMinorUnits }: PayBooking,
): Promise<Result<{ readonly due: DuePayment; readonly reservation: Reservation }>> {
  if (amountMinorUnits !== undefined && BigInt(amountMinorUnits) === 0n) return amountMissing();
  const booking = await readObligation(deps, ctx, reservationId);
  if (!booking.ok) return booking;
  const { reservation, purpose, obligation } = booking.value;
  const isPayable = purpose !== null;
  const due = {
    reservationId,
    idempotencyKey,
    purpose: purpose ?? ('balance' as const),
    obligation: isPayable ? obligation : { ...obligation, dueByNow: 0n },
    amountMinorUnits,
    currency: reservation.total.currency,
  };
  return ok({ due, reservation });
}

export function amountMissing() {
  const errors = [{ pointer: '/amountMinorUnits', message: 'must be above 0' }];
  return refuse('validation_failed', 'The amount is zero.', { errors });
}
