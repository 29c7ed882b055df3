import type { RequestContext } from '@lodging/kit-runtime';
// move-booking: the operator checks in, checks out, records a no-show or cancels. What ends before its time frees its units.
import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import { asSeenAt } from '../domain/reservation.ts';
import type { Reservation } from '../domain/reservation.ts';
import { moveIfStill, moveOnRequest } from '../domain/requested-move.ts';
import type { ReservationState } from '../domain/states.ts';
import { endPaymentOrLeave } from './end-payment-or-leave.ts';
import type { EndPaymentDeps } from './end-payment-or-leave.ts';
import { freeUnits } from './free-units.ts';
import type { FreeUnitsDeps } from './free-units.ts';
import { bookingNotFound } from './hold-refusals.ts';
import type { Payments, ReservationStore } from './ports.ts';

export interface MoveBookingDeps extends EndPaymentDeps, FreeUnitsDeps {
  readonly reservations: Pick<ReservationStore, 'find' | 'change' | 'recordFreed'>;
  readonly payments: Pick<Payments, 'end' | 'giveBack'>;
}

export interface MoveBooking {
  readonly reservationId: string;
  readonly state: ReservationState;
  readonly reason?: string | undefined;
}

export async function moveBooking(
  deps: MoveBookingDeps,
  ctx: RequestContext,
  { reservationId, state: to, reason }: MoveBooking,
): Promise<Result<Reservation>> {
  const sighting = await deps.reservations.find(ctx.tenantId, reservationId);
  if (sighting === undefined || sighting.reservation.state === 'pending') return bookingNotFound();
  const before = asSeenAt(sighting.reservation, sighting.at);
  const legal = moveOnRequest(before, to, sighting.at);
  if (!legal.ok) return legal;

  // A hold can only be cancelled, and first no money may move any more. What was paid for a confirmed stay is not touched:
  // giving it back is a decision of its own.
  const isHold = before.state === 'held';
  const payment = isHold ? await endPaymentOrLeave(deps, ctx, reservationId) : 'over';
  const decide = moveIfStill(before.state, to);
  const moved = await deps.reservations.change(ctx.tenantId, reservationId, decide, { reason });
  if (moved === undefined) return bookingNotFound();
  if (!moved.ok) return moved;

  const { reservation } = moved.value;
  await Promise.all([
    freeUnits(deps, reservation),
    payment === 'succeeded' ? giveBack(deps, reservation) : undefined,
  ]);
  return ok(reservation);
}

/** Should it fail, payments does the same when it hears of the cancellation. */
async function giveBack(deps: MoveBookingDeps, { tenantId, id, livemode }: Reservation): Promise<void> {
  try {
    await deps.payments.giveBack(deps.systemContext(tenantId, livemode), id, 'cancelled');
  } catch (error) {
    deps.onFailure(error, id);
  }
}
