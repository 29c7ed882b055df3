import type { createCheckoutSession } from '@lodging/contract-reservations';
import type { ResponseOf } from '@lodging/contract-wire';
import { instantText } from '@lodging/kernel';
import type { CheckoutSession } from '../use-cases/confirmation/create-checkout-session.ts';

export function checkoutSessionToWire(session: CheckoutSession): ResponseOf<typeof createCheckoutSession> {
  const { id, url, amount, hold } = session;
  return {
    id,
    reservationId: hold.id,
    url,
    expiresAt: instantText(hold.holdExpiresAt),
    amountMinorUnits: amount.minorUnits.toString(),
    currency: amount.currency,
  };
}
