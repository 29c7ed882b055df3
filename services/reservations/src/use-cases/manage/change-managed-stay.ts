import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { guestOf } from '../../domain/history/author.ts';
import { checkDatesAlone, mayNotChange } from '../../domain/manage/guest-may.ts';
import type { RoomName } from '../../domain/stay/room-name.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';
import { changeOnce } from '../changes/change-once.ts';
import type { ChangedStay, ChangeStay, ChangeStayDeps } from '../changes/change-once.ts';
import { findManagedBooking } from './find-managed-booking.ts';
import type { FindManagedBookingDeps } from './find-managed-booking.ts';

export type ChangeManagedStayDeps = FindManagedBookingDeps &
  ChangeStayDeps &
  Pick<ReservationsDeps, 'guestSettings'>;

export interface ChangeManagedStay {
  readonly guestToken: string;
  readonly idempotencyKey: string;
  readonly changeToken: string;
  readonly fingerprintOf: (reservationId: string) => string;
}

export interface ChangedByGuest extends ChangedStay {
  readonly room: RoomName | null;
}

/** The guest of a booking changes its dates. */
export async function changeManagedStay(
  deps: ChangeManagedStayDeps,
  ctx: RequestContext,
  { guestToken, idempotencyKey, changeToken, fingerprintOf }: ChangeManagedStay,
): Promise<Result<ChangedByGuest>> {
  const found = await findManagedBooking(deps, ctx, guestToken);
  if (!found.ok) return found;
  const { guestMay } = await deps.guestSettings.read(ctx);
  if (!guestMay.changeDates) return mayNotChange();
  const { id: reservationId } = found.value.reservation;
  const request: ChangeStay = {
    reservationId,
    idempotencyKey,
    changeToken,
    fingerprint: fingerprintOf(reservationId),
    settle: 'now',
    action: 'changed',
    author: guestOf(ctx),
    checkFields: checkDatesAlone,
  };
  const changed = await changeOnce(deps, ctx, request);
  if (!changed.ok) return changed;
  return ok({ ...changed.value, room: await roomName(deps, ctx, changed.value) });
}

/** The stay is changed, so a name that cannot be read does not fail the answer. */
async function roomName(
  { inventory, logFailure }: ChangeManagedStayDeps,
  ctx: RequestContext,
  { booking: { reservation } }: ChangedStay,
): Promise<RoomName | null> {
  try {
    return await inventory.readRoomName(ctx, reservation.stay.resourceId);
  } catch (error) {
    logFailure(error, reservation.id);
    return null;
  }
}
