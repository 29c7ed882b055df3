import type { RequestContext } from '@lodging/kit-runtime';
// create-checkout-session: lets a held reservation be paid on a page of the provider, which ends with the hold.
import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import { instantText } from '../domain/facts.ts';
import { payableHold } from './payable-hold.ts';
import type { PayableHoldDeps } from './payable-hold.ts';
import type { Payments } from './ports.ts';

export interface CreateCheckoutSessionDeps extends PayableHoldDeps {
  readonly payments: Pick<Payments, 'openCheckout' | 'settle'>;
}

export interface CheckoutSession {
  readonly id: string;
  readonly reservationId: string;
  readonly url: string;
  readonly expiresAt: string;
  readonly amountMinorUnits: string;
  readonly currency: string;
}

/** Whether an intent stands in the way, and where the guest may be sent back to, is for payments to say. */
export async function createCheckoutSession(
  deps: CreateCheckoutSessionDeps,
  ctx: RequestContext,
  command: { readonly reservationId: string; readonly successUrl: string; readonly cancelUrl: string },
): Promise<Result<CheckoutSession>> {
  const payable = await payableHold(deps, ctx, command.reservationId);
  if (!payable.ok) return payable;
  const { id: reservationId, total: amount, holdExpiresAt: until } = payable.value;
  const { successUrl, cancelUrl } = command;
  const opened = await deps.payments.openCheckout(ctx, {
    reservationId,
    amount,
    until,
    successUrl,
    cancelUrl,
  });
  if (!opened.ok) return opened;
  return ok({
    id: opened.value.id,
    reservationId,
    url: opened.value.url,
    expiresAt: instantText(until),
    amountMinorUnits: amount.minorUnits.toString(),
    currency: amount.currency,
  });
}
