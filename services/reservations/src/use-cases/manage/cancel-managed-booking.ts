import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { cancellationTermsOf } from '../../domain/cancellation/cancellation-terms.ts';
import { endStay } from '../../domain/cancellation/end-stay.ts';
import type { CancellationRecord } from '../../domain/cancellation/settle.ts';
import { guestOf } from '../../domain/history/author.ts';
import { changedPenalty } from '../../domain/manage/expected-penalty.ts';
import { mayNotCancel, mayNotCancelWithoutPolicy } from '../../domain/manage/guest-may.ts';
import { guestTokenInvalid } from '../../domain/manage/manage-grant.ts';
import { requestTransition } from '../../domain/stay/requested-transition.ts';
import { asOf } from '../../domain/stay/reservation.ts';
import type { Reservation } from '../../domain/stay/reservation.ts';
import type { RoomName } from '../../domain/stay/room-name.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';
import type { AgreedReservation, Decide } from '../../ports/stay.ts';
import { endOpenChange } from '../changes/end-open-change.ts';
import { releaseAndSettle } from '../cancellation/release-and-settle.ts';
import { findManagedBooking } from './find-managed-booking.ts';
import type { FindManagedBookingDeps } from './find-managed-booking.ts';

export type CancelManagedBookingDeps = FindManagedBookingDeps &
  Pick<
    ReservationsDeps,
    | 'guestSettings'
    | 'payments'
    | 'inventory'
    | 'changes'
    | 'newId'
    | 'logFailure'
    | 'refundObligations'
    | 'settlements'
  >;

export interface CancelManagedBooking {
  readonly guestToken: string;
  /** The amount that the guest was shown. */
  readonly expectedPenalty: bigint;
}

export interface CancelledByGuest {
  readonly reservation: Reservation;
  readonly room: RoomName | null;
  readonly cancellation: CancellationRecord | null;
}

/** A confirmed booking with a policy alone: without one nothing says what the guest gets back. */
export async function cancelManagedBooking(
  deps: CancelManagedBookingDeps,
  ctx: RequestContext,
  { guestToken, expectedPenalty }: CancelManagedBooking,
): Promise<Result<CancelledByGuest>> {
  const found = await findManagedBooking(deps, ctx, guestToken);
  if (!found.ok) return found;
  const { guestMay } = await deps.guestSettings.read(ctx);
  if (!guestMay.cancel) return mayNotCancel();
  const decided = await decideAlone(deps, ctx, found.value, { guestToken, expectedPenalty });
  if (!decided.ok) return decided;
  const { tenantId, id } = found.value.reservation;
  const updated = await deps.reservations.update(tenantId, id, decided.value, { author: guestOf(ctx) });
  if (updated === undefined) return guestTokenInvalid();
  if (!updated.ok) return updated;
  const ended = await releaseAndSettle(deps, updated.value);
  return ok({ ...ended, room: await roomName(deps, ctx, updated.value.reservation.stay.resourceId) });
}

/** A change that awaits its payment ends first; where it was paid, the stay and its penalty are others now. */
async function decideAlone(
  deps: CancelManagedBookingDeps,
  ctx: RequestContext,
  snapshot: AgreedReservation,
  { guestToken, expectedPenalty }: CancelManagedBooking,
): Promise<Result<Decide>> {
  const decided = decideCancellation(snapshot, expectedPenalty, deps.newId());
  if (!decided.ok || snapshot.openChange?.state !== 'awaiting_payment') return decided;
  const allowed = decided.value(snapshot.reservation, snapshot.at);
  if (!allowed.ok) return allowed;
  await endOpenChange(deps, snapshot.reservation, guestOf(ctx));
  const again = await findManagedBooking(deps, ctx, guestToken);
  return again.ok ? decideCancellation(again.value, expectedPenalty, deps.newId()) : again;
}

/** The penalty is compared in the commit that cancels. */
function decideCancellation(
  snapshot: AgreedReservation,
  expectedPenalty: bigint,
  settlementId: string,
): Result<Decide> {
  const { reservation, at, terms, confirmedAt } = snapshot;
  const current = asOf(reservation, at);
  const legal = requestTransition(current, 'cancelled', at);
  if (!legal.ok) return legal;
  const agreed =
    current.state === 'confirmed' && terms !== null ? cancellationTermsOf(terms, confirmedAt) : null;
  if (agreed === null) return mayNotCancelWithoutPolicy();
  const end = endStay(
    { reservationId: reservation.id, details: {} },
    { agreement: snapshot, from: 'confirmed', to: 'cancelled', settlementId, mayBePaid: false },
  );
  return ok((locked, lockedAt) => {
    const ended = end(locked, lockedAt);
    if (!ended.ok) return ended;
    const refusal = changedPenalty(agreed, expectedPenalty, lockedAt);
    return refusal === undefined ? ended : { ok: false, refusal };
  });
}

/** The booking is cancelled, so a name that cannot be read does not fail the answer. */
async function roomName(
  { inventory, logFailure }: CancelManagedBookingDeps,
  ctx: RequestContext,
  resourceId: string,
): Promise<RoomName | null> {
  try {
    return await inventory.readRoomName(ctx, resourceId);
  } catch (error) {
    logFailure(error, resourceId);
    return null;
  }
}
