import type Stripe from 'stripe';
import { isIntentStatus } from '../../domain/attempts/apply-intent.ts';
import type { IntentSnapshot } from '../../domain/attempts/apply-intent.ts';
import { isRefundStatus } from '../../domain/refunds/apply-refund.ts';
import type { RefundSnapshot } from '../../domain/refunds/apply-refund.ts';
import { isSessionStatus } from '../../domain/attempts/apply-session.ts';
import type { SessionSnapshot } from '../../domain/attempts/apply-session.ts';
import { ProviderUnavailable } from '../../ports/provider.ts';

export function toIntentSnapshot(
  intent: Stripe.PaymentIntent,
  accountId: string,
  asOf: Temporal.Instant,
): IntentSnapshot {
  if (!isIntentStatus(intent.status))
    throw new ProviderUnavailable(`unknown status of a payment intent: ${String(intent.status)}`);
  return {
    intentId: intent.id,
    status: intent.status,
    accountId,
    livemode: intent.livemode,
    amountMinorUnits: BigInt(intent.amount),
    receivedMinorUnits: BigInt(intent.amount_received),
    currency: intent.currency.toUpperCase(),
    failure: declinedCharge(intent),
    asOf,
  };
}

/** The id of the last declined charge; null where the intent has no error. */
function declinedCharge({
  last_payment_error: error,
  latest_charge: latest,
}: Stripe.PaymentIntent): string | null {
  if (error === null) return null;
  if (error.charge !== undefined) return error.charge;
  return typeof latest === 'string' ? latest : (latest?.id ?? null);
}

/** Only sessions that this service created are read, so a status, an amount and a currency must be there. */
export function toSessionSnapshot(
  session: Stripe.Checkout.Session,
  accountId: string,
  asOf: Temporal.Instant,
): SessionSnapshot {
  const { id, status, amount_total: amount, currency } = session;
  if (status === null || !isSessionStatus(status) || amount === null || currency === null)
    throw new ProviderUnavailable(`incomplete checkout session, or unknown status: ${String(status)}`);
  return {
    sessionId: id,
    status,
    intentId: intentIdOf(session),
    accountId,
    livemode: session.livemode,
    amountMinorUnits: BigInt(amount),
    currency: currency.toUpperCase(),
    asOf,
  };
}

export function toRefundSnapshot(refund: Stripe.Refund): RefundSnapshot {
  const status = refund.status ?? 'pending';
  if (!isRefundStatus(status)) throw new ProviderUnavailable(`unknown status of a refund: ${status}`);
  return {
    providerRefundId: refund.id,
    refundId: refund.metadata?.['refundId'] ?? null,
    amountMinorUnits: BigInt(refund.amount),
    currency: refund.currency.toUpperCase(),
    status,
  };
}

export function intentIdOf({
  payment_intent: intent,
}: Stripe.Refund | Stripe.Checkout.Session): string | null {
  return typeof intent === 'string' ? intent : (intent?.id ?? null);
}
