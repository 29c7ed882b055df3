import type { openDueSession } from '@lodging/contract-payments';
import type { ResponseOf } from '@lodging/contract-wire';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { Replayable } from '../../ports/neighbours.ts';
import { findDuePayment } from './find-due-payment.ts';
import type { FindDuePaymentDeps, PayBooking } from './find-due-payment.ts';

export interface PayBookingOnPage extends PayBooking {
  readonly successUrl: string;
  readonly cancelUrl: string;
}

export async function openBookingSession(
  deps: FindDuePaymentDeps,
  ctx: RequestContext,
  { successUrl, cancelUrl, ...input }: PayBookingOnPage,
): Promise<Result<Replayable<ResponseOf<typeof openDueSession>>>> {
  const due = await findDuePayment(deps, ctx, input);
  return due.ok ? deps.payments.openDueSession(ctx, { ...due.value, successUrl, cancelUrl }) : due;
}
