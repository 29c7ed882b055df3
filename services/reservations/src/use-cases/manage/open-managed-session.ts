import type { openDueSession } from '@lodging/contract-payments';
import type { ResponseOf } from '@lodging/contract-wire';
import { ok, refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { mayNotPay } from '../../domain/manage/guest-may.ts';
import { stayTitle } from '../../domain/stay/stay-title.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';
import type { Replayable } from '../../ports/neighbours.ts';
import type { Reservation } from '../../domain/stay/reservation.ts';
import { openChangeSession } from '../changes/open-change-session.ts';
import { findDuePayment } from '../money/find-due-payment.ts';
import { findManagedBooking } from './find-managed-booking.ts';
import type { FindManagedBookingDeps } from './find-managed-booking.ts';

export type OpenManagedSessionDeps = FindManagedBookingDeps &
  Pick<ReservationsDeps, 'payments' | 'changes' | 'guestSettings' | 'newId' | 'resourceNames'>;

export interface OpenManagedSession {
  readonly guestToken: string;
  /** Undefined: the request is one of its own. */
  readonly idempotencyKey?: string | undefined;
  readonly successUrl: string;
  readonly cancelUrl: string;
}

export interface ManagedSession extends Replayable<ResponseOf<typeof openDueSession>> {
  readonly reservationId: string;
}

/** A payment page for all that is due. */
export async function openManagedSession(
  deps: OpenManagedSessionDeps,
  ctx: RequestContext,
  { guestToken, idempotencyKey = deps.newId(), successUrl, cancelUrl }: OpenManagedSession,
): Promise<Result<ManagedSession>> {
  const found = await findManagedBooking(deps, ctx, guestToken);
  if (!found.ok) return found;
  const { guestMay } = await deps.guestSettings.read(ctx);
  const { openChange } = found.value;
  const isOfChange = openChange?.state === 'awaiting_payment';
  // A guest who may change dates pays for the change.
  if (!guestMay.pay && !(isOfChange && guestMay.changeDates)) return mayNotPay();
  const { id: reservationId } = found.value.reservation;
  if (isOfChange) return payForChange(deps, ctx, found.value.reservation, { successUrl, cancelUrl });
  const payable = await findDuePayment(deps, ctx, { reservationId, idempotencyKey });
  if (!payable.ok) return payable;
  const { due, reservation } = payable.value;
  const productName = stayTitle(reservation, await deps.resourceNames.find(ctx, reservation.stay.resourceId));
  const page = { successUrl, cancelUrl, productName };
  const opened = await deps.payments.openDueSession(ctx, { ...due, ...page, byGuest: true });
  return opened.ok ? ok({ ...opened.value, reservationId }) : opened;
}

/** A change that awaits its payment is what is due. */
async function payForChange(
  deps: OpenManagedSessionDeps,
  ctx: RequestContext,
  reservation: Reservation,
  urls: Pick<OpenManagedSession, 'successUrl' | 'cancelUrl'>,
): Promise<Result<ManagedSession>> {
  const change = await deps.changes.findOpen(ctx.tenantId, reservation.id);
  if (change === undefined) return refuse('nothing_due', 'Nothing is due for the booking.');
  const opened = await openChangeSession(deps, ctx, reservation, change, { ...urls, byGuest: true });
  return opened.ok ? ok({ value: opened.value, replayed: false, reservationId: reservation.id }) : opened;
}
