import type { openDueIntent } from '@lodging/contract-payments';
import type { ResponseOf } from '@lodging/contract-wire';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { Replayable } from '../../ports/neighbours.ts';
import { findDuePayment } from './find-due-payment.ts';
import type { FindDuePaymentDeps, PayBooking } from './find-due-payment.ts';

/** Opens an intent for what is due of a confirmed stay, or of the penalty of one that ended. */
export async function openBookingIntent(
  deps: FindDuePaymentDeps,
  ctx: RequestContext,
  input: PayBooking,
): Promise<Result<Replayable<ResponseOf<typeof openDueIntent>>>> {
  const found = await findDuePayment(deps, ctx, input);
  return found.ok ? deps.payments.openDueIntent(ctx, found.value.due) : found;
}
