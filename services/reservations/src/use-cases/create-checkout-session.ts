import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { HeldReservation, Money } from '../domain/reservation.ts';
import type { PaymentsClient } from '../ports/payments.ts';
import { payableHold } from './payable-hold.ts';
import type { PayableHoldDeps } from './payable-hold.ts';

export interface CreateCheckoutSessionDeps extends PayableHoldDeps {
  readonly payments: Pick<PaymentsClient, 'openCheckout' | 'settle'>;
}

export interface CreateCheckoutSession {
  readonly reservationId: string;
  readonly successUrl: string;
  readonly cancelUrl: string;
}

export interface CheckoutSession {
  readonly id: string;
  readonly url: string;
  readonly amount: Money;
  /** The session ends with the hold. */
  readonly hold: HeldReservation;
}

/** Payments checks the redirect addresses, and refuses where an intent is open. */
export async function createCheckoutSession(
  deps: CreateCheckoutSessionDeps,
  ctx: RequestContext,
  { reservationId, successUrl, cancelUrl }: CreateCheckoutSession,
): Promise<Result<CheckoutSession>> {
  const payable = await payableHold(deps, ctx, reservationId);
  if (!payable.ok) return payable;
  const { hold, amount, purpose } = payable.value;
  const opened = await deps.payments.openCheckout(ctx, {
    reservationId,
    amount,
    purpose,
    until: hold.holdExpiresAt,
    successUrl,
    cancelUrl,
  });
  if (!opened.ok) return opened;
  return ok({ ...opened.value, amount, hold });
}
