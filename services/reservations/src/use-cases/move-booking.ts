import { ok, refuse } from '@lodging/kernel';
import type { NewId, Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { changeDetails, withDetails } from '../domain/booking-details.ts';
import type { DetailsPatch } from '../domain/booking-details.ts';
import { checkPrecondition } from '../domain/precondition.ts';
import type { Precondition } from '../domain/precondition.ts';
import { requestTransition, requestTransitionFrom } from '../domain/requested-transition.ts';
import { asOf } from '../domain/reservation.ts';
import type { Reservation } from '../domain/reservation.ts';
import { settle } from '../domain/settlement.ts';
import type { PenaltyOverride, Settlement } from '../domain/settlement.ts';
import type { ReservationState } from '../domain/states.ts';
import type { InventoryClient } from '../ports/inventory.ts';
import type { PaymentsClient } from '../ports/payments.ts';
import type { AgreedReservation, Decide, ReservationRepository } from '../ports/reservations.ts';
import { authorOf } from './author.ts';
import { endPayment } from './end-payment.ts';
import type { EndPaymentDeps } from './end-payment.ts';
import type { BookingWithTerms } from './read-booking.ts';
import { bookingNotFound } from './refusals.ts';
import { releaseUnits } from './release-units.ts';
import type { ReleaseUnitsDeps } from './release-units.ts';
import { sendOwedRefund } from './send-owed-refunds.ts';
import type { SendOwedRefundDeps } from './send-owed-refunds.ts';
import { settleBooking } from './settle-booking.ts';
import type { SettleBookingDeps } from './settle-booking.ts';

export interface MoveBookingDeps
  extends EndPaymentDeps, ReleaseUnitsDeps, SendOwedRefundDeps, SettleBookingDeps {
  readonly reservations: Pick<ReservationRepository, 'findWithTerms' | 'update' | 'recordUnitsReleased'>;
  readonly payments: Pick<PaymentsClient, 'end' | 'returnPayment' | 'settleStay'>;
  readonly inventory: Pick<InventoryClient, 'release'>;
  readonly newId: NewId;
}

export interface MoveBooking {
  readonly reservationId: string;
  readonly state: ReservationState;
  readonly ifMatch?: Precondition;
  readonly reason?: string | undefined;
  /** Beside a cancellation or a no-show. */
  readonly penalty?: PenaltyOverride | undefined;
  /** Changed in the same step. */
  readonly details: DetailsPatch;
}

export function changesGuest({ guestName, guestPhone }: DetailsPatch): boolean {
  return guestName !== undefined || guestPhone !== undefined;
}

const OVERRIDE_PERMISSION = 'booking:penalty:override';

/** A transition that the operator requests: check-in, check-out, no-show or cancellation. */
export async function moveBooking(
  deps: MoveBookingDeps,
  ctx: RequestContext,
  request: MoveBooking,
): Promise<Result<BookingWithTerms>> {
  const { reservationId, state: to, details, ifMatch, penalty } = request;
  if (penalty !== undefined && !ctx.caller.permissions.includes(OVERRIDE_PERMISSION))
    return refuse('insufficient_permission', `The key lacks ${OVERRIDE_PERMISSION}.`);
  const snapshot = await deps.reservations.findWithTerms(ctx.tenantId, reservationId);
  if (snapshot === undefined || snapshot.reservation.state === 'pending') return bookingNotFound();
  const current = checkPrecondition(ifMatch, snapshot.reservation);
  if (!current.ok) return current;
  const tooMuch = checkOverride(snapshot.reservation, penalty);
  if (!tooMuch.ok) return tooMuch;
  const before = asOf(snapshot.reservation, snapshot.at);
  const legal = requestTransition(before, to, snapshot.at);
  if (!legal.ok) return legal;
  const fits = changeDetails(before, details, snapshot.at);
  if (!fits.ok) return fits;

  // The payment of a hold ends before the hold does. That of a confirmed booking is not touched: its settlement moves the
  // money, or a refund does, which is a request of its own.
  const payment = before.state === 'held' ? await endPayment(deps, ctx, reservationId) : 'ended';
  const decide = decision(snapshot, request, { settlementId: deps.newId(), mayBePaid: payment !== 'ended' });
  const updated = await deps.reservations.update(ctx.tenantId, reservationId, decide, {
    author: authorOf(ctx),
    changesGuest: changesGuest(details),
  });
  if (updated === undefined) return bookingNotFound();
  if (!updated.ok) return updated;

  const { reservation, owed, settlement } = updated.value;
  const { terms } = snapshot;
  const balanceState = to === 'cancelled' || to === 'no_show' ? 'none' : snapshot.balanceState;
  const agreed = { terms, balanceState } as const;
  if (settlement !== undefined) return ok({ ...(await end(deps, reservation, settlement)), ...agreed });
  // Where payments gave no answer a moment ago, the client does not wait for it again.
  const sendsNow = owed !== null && payment === 'succeeded';
  await (sendsNow ? sendOwedRefund(deps, owed) : releaseUnits(deps, reservation));
  return ok({ reservation, ...agreed, cancellation: null });
}

/** The settlement is decided with the state, by the time of the database. */
function decision(
  snapshot: AgreedReservation,
  { state: to, reason, details, ifMatch, penalty: override }: MoveBooking,
  { settlementId: id, mayBePaid }: { readonly settlementId: string; readonly mayBePaid: boolean },
): Decide {
  const { state } = asOf(snapshot.reservation, snapshot.at);
  const transition = requestTransitionFrom(state, to, { mayBePaid });
  return (locked, at) => {
    const unchanged = checkPrecondition(ifMatch, locked);
    if (!unchanged.ok) return unchanged;
    const transited = transition(locked, at);
    if (!transited.ok) return transited;
    const moved = withDetails(transited.value, { reason, details }, at);
    if (!moved.ok || state !== 'confirmed') return moved;
    const settlement = settle(locked, snapshot, { id, to, override }, at);
    return settlement === null ? moved : ok({ ...moved.value, settlement });
  };
}

async function end(
  deps: MoveBookingDeps,
  ended: Reservation,
  settlement: Settlement,
): Promise<Pick<BookingWithTerms, 'reservation' | 'cancellation'>> {
  const [{ reservation, outcome }] = await Promise.all([
    settleBooking(deps, ended, settlement),
    releaseUnits(deps, ended),
  ]);
  return { reservation, cancellation: { ...settlement, outcome } };
}

function checkOverride({ total }: Reservation, penalty: PenaltyOverride | undefined): Result<null> {
  if (penalty?.kind !== 'fixed' || penalty.amountMinorUnits <= total.minorUnits) return ok(null);
  const message = `The penalty is at most the total of the booking, ${total.minorUnits}.`;
  return refuse('validation_failed', message, {
    errors: [{ pointer: '/penalty/amountMinorUnits', message }],
  });
}
