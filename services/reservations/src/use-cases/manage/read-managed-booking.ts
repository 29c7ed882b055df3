import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { Money as MoneyOfLedger } from '@lodging/contract-payments';
import type { RequestContext } from '@lodging/kit-runtime';
import { mayOf } from '../../domain/manage/guest-may.ts';
import type { GuestMay } from '../../domain/manage/guest-may.ts';
import { duePurpose, obligationOf, scheduleOf } from '../../domain/money/obligation.ts';
import type { ReservationTerms, ScheduledPayment } from '../../domain/stay/reservation-terms.ts';
import { asOf } from '../../domain/stay/reservation.ts';
import type { Reservation } from '../../domain/stay/reservation.ts';
import type { CancellationRecord } from '../../domain/cancellation/settle.ts';
import type { RoomName } from '../../domain/stay/room-name.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';
import type { GuestSettings } from '../../ports/manage.ts';
import { describeCancellation } from '../cancellation/preview-cancellation.ts';
import type { CancellationPreview } from '../cancellation/preview-cancellation.ts';
import { findManagedBooking } from './find-managed-booking.ts';
import type { FindManagedBookingDeps } from './find-managed-booking.ts';
import { retainedOf } from '../../domain/stay/reservation-terms.ts';

export type ReadManagedBookingDeps = FindManagedBookingDeps &
  Pick<ReservationsDeps, 'payments' | 'inventory' | 'guestSettings'>;

export interface ManagedBooking {
  readonly reservation: Reservation;
  /** Null where inventory does not know the resource any more. */
  readonly room: RoomName | null;
  readonly property: GuestSettings['property'];
  readonly terms: ReservationTerms | null;
  readonly schedule: readonly ScheduledPayment[];
  readonly money: MoneyOfLedger;
  readonly preview: CancellationPreview;
  readonly cancellation: CancellationRecord | null;
  readonly may: GuestMay;
}

export async function readManagedBooking(
  deps: ReadManagedBookingDeps,
  ctx: RequestContext,
  { guestToken }: { readonly guestToken: string },
): Promise<Result<ManagedBooking>> {
  const found = await findManagedBooking(deps, ctx, guestToken);
  if (!found.ok) return found;
  const snapshot = found.value;
  const { at, terms, cancellation } = snapshot;
  const reservation = asOf(snapshot.reservation, at);
  const schedule = scheduleOf(reservation, terms?.schedule);
  const [guestSettings, money, room, preview] = await Promise.all([
    deps.guestSettings.read(ctx),
    deps.payments.readMoney(
      ctx,
      reservation.id,
      obligationOf(reservation, schedule, at, retainedOf(snapshot.terms)),
    ),
    deps.inventory.readRoomName(ctx, reservation.stay.resourceId),
    describeCancellation(deps, ctx, snapshot),
  ]);
  const may = mayOf(guestSettings.guestMay, {
    isCancellable: preview.legal && preview.cost !== null && terms !== null && terms.policy !== null,
    isChangeable:
      snapshot.openChange === null &&
      (reservation.state === 'confirmed' || reservation.state === 'checked_in'),
    isPayable: duePurpose(reservation, schedule, at) !== null && BigInt(money.dueMinorUnits) > 0n,
  });
  const { property } = guestSettings;
  return ok({ reservation, room, property, terms, schedule, money, preview, cancellation, may });
}
