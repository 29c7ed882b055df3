import type { openDueSession } from '@lodging/contract-payments';
import type { ResponseOf } from '@lodging/contract-wire';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { stayTitle } from '../../domain/stay/stay-title.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';
import type { Replayable } from '../../ports/neighbours.ts';
import { findDuePayment } from './find-due-payment.ts';
import type { FindDuePaymentDeps, PayBooking } from './find-due-payment.ts';

export type OpenBookingSessionDeps = FindDuePaymentDeps & Pick<ReservationsDeps, 'resourceNames'>;

export interface PayBookingOnPage extends PayBooking {
  readonly successUrl: string;
  readonly cancelUrl: string;
}

export async function openBookingSession(
  deps: OpenBookingSessionDeps,
  ctx: RequestContext,
  { successUrl, cancelUrl, ...input }: PayBookingOnPage,
): Promise<Result<Replayable<ResponseOf<typeof openDueSession>>>> {
  const found = await findDuePayment(deps, ctx, input);
  if (!found.ok) return found;
  const { due, reservation } = found.value;
  const productName = stayTitle(reservation, await deps.resourceNames.find(ctx, reservation.stay.resourceId));
  return deps.payments.openDueSession(ctx, { ...due, successUrl, cancelUrl, productName });
}
