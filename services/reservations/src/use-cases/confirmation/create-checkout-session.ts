import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { stayTitle } from '../../domain/stay/stay-title.ts';
import type { HeldReservation, Money } from '../../domain/stay/reservation.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';
import { findPayableHold } from './find-payable-hold.ts';

export type CreateCheckoutSessionDeps = Pick<ReservationsDeps, 'payments' | 'reservations' | 'resourceNames'>;

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
  const payable = await findPayableHold(deps, ctx, reservationId);
  if (!payable.ok) return payable;
  const { hold, amount, purpose } = payable.value;
  const resourceName = await deps.resourceNames.find(ctx, hold.stay.resourceId);
  const opened = await deps.payments.openCheckout(ctx, {
    reservationId,
    amount,
    purpose,
    until: hold.holdExpiresAt,
    successUrl,
    cancelUrl,
    productName: stayTitle(hold, resourceName),
  });
  if (!opened.ok) return opened;
  return ok({ ...opened.value, amount, hold });
}
