import type { RequestedPayment } from '../ledger/payment.ts';

/**
 * A Checkout Session must live for at least 30 minutes from each attempt to create it, and a repeated attempt must send
 * the same expiry. The margin allows attempts until well after the hold has ended.
 */
const MARGIN_AFTER_HOLD = { minutes: 60 };
/** The provider allows at most 24 hours. */
const MAX_LIFETIME = { hours: 23, minutes: 30 };

/** When the Checkout Session of a payment expires at the provider. The same for every attempt to create it. */
export function sessionExpiry({
  createdAt,
  expiresAt,
}: Pick<RequestedPayment, 'createdAt' | 'expiresAt'>): Temporal.Instant {
  const wanted = expiresAt.add(MARGIN_AFTER_HOLD);
  const latest = createdAt.add(MAX_LIFETIME);
  return Temporal.Instant.compare(wanted, latest) > 0 ? latest : wanted;
}
