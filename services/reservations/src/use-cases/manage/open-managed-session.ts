import type { openDueSession } from '@lodging/contract-payments';
import type { ResponseOf } from '@lodging/contract-wire';
import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { mayNotPay } from '../../domain/manage/guest-may.ts';
import { stayTitle } from '../../domain/stay/stay-title.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';
import type { Replayable } from '../../ports/neighbours.ts';
import { findDuePayment } from '../money/find-due-payment.ts';
import { findManagedBooking } from './find-managed-booking.ts';
import type { FindManagedBookingDeps } from './find-managed-booking.ts';

export type OpenManagedSessionDeps = FindManagedBookingDeps &
  Pick<ReservationsDeps, 'payments' | 'guestSettings' | 'newId' | 'resourceNames'>;

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
  if (!guestMay.pay) return mayNotPay();
  const { id: reservationId } = found.value.reservation;
  const payable = await findDuePayment(deps, ctx, { reservationId, idempotencyKey });
  if (!payable.ok) return payable;
  const { due, reservation } = payable.value;
  const productName = stayTitle(reservation, await deps.resourceNames.find(ctx, reservation.stay.resourceId));
  const opened = await deps.payments.openDueSession(ctx, { ...due, successUrl, cancelUrl, productName });
  return opened.ok ? ok({ ...opened.value, reservationId }) : opened;
}
