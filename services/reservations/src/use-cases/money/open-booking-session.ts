import type { openDueSession } from '@lodging/contract-payments';
import type { ResponseOf } from '@lodging/contract-wire';
import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { stayTitle } from '../../domain/stay/stay-title.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';
import type { Replayable } from '../../ports/neighbours.ts';
import { openChangeSession } from '../changes/open-change-session.ts';
import { findDuePayment } from './find-due-payment.ts';
import type { FindDuePaymentDeps, PayBooking } from './find-due-payment.ts';

export type OpenBookingSessionDeps = FindDuePaymentDeps & Pick<ReservationsDeps, 'resourceNames' | 'changes'>;

export interface PayBookingOnPage extends PayBooking {
  readonly successUrl: string;
  readonly cancelUrl: string;
}

/** A payment page for what is due; where nothing is, for the change that awaits its payment. */
export async function openBookingSession(
  deps: OpenBookingSessionDeps,
  ctx: RequestContext,
  { successUrl, cancelUrl, ...input }: PayBookingOnPage,
): Promise<Result<Replayable<ResponseOf<typeof openDueSession>>>> {
  const found = await findDuePayment(deps, ctx, input);
  if (!found.ok) return found;
  const { due, reservation } = found.value;
  const productName = stayTitle(reservation, await deps.resourceNames.find(ctx, reservation.stay.resourceId));
  const opened = await deps.payments.openDueSession(ctx, { ...due, successUrl, cancelUrl, productName });
  if (opened.ok || opened.refusal.code !== 'nothing_due' || input.amountMinorUnits !== undefined)
    return opened;
  const change = await deps.changes.findOpen(ctx.tenantId, reservation.id);
  if (change === undefined) return opened;
  const page = await openChangeSession(deps, ctx, reservation, change, { successUrl, cancelUrl });
  return page.ok ? ok({ value: page.value, replayed: false }) : page;
}
