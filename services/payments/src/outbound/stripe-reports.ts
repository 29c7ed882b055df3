import type Stripe from 'stripe';
import { isIntentStatus } from '../domain/observe-intent.ts';
import type { IntentReport } from '../domain/observe-intent.ts';
import { isRefundStatus } from '../domain/observe-refund.ts';
import type { RefundReport } from '../domain/observe-refund.ts';
import { isSessionStatus } from '../domain/observe-session.ts';
import type { SessionReport } from '../domain/observe-session.ts';
import { ProviderUnavailable } from '../use-cases/ports.ts';

export function intentReport(
  intent: Stripe.PaymentIntent,
  accountId: string,
  asOf: Temporal.Instant,
): IntentReport {
  if (!isIntentStatus(intent.status))
    throw new ProviderUnavailable(`the provider calls an intent ${String(intent.status)}`);
  return {
    intentId: intent.id,
    status: intent.status,
    accountId,
    livemode: intent.livemode,
    amountMinorUnits: BigInt(intent.amount),
    receivedMinorUnits: BigInt(intent.amount_received),
    currency: intent.currency.toUpperCase(),
    failure: failedCharge(intent),
    asOf,
  };
}

/** The charge that was declined last, if the intent still remembers one. */
function failedCharge({
  last_payment_error: error,
  latest_charge: latest,
}: Stripe.PaymentIntent): string | null {
  if (error === null) return null;
  if (error.charge !== undefined) return error.charge;
  return typeof latest === 'string' ? latest : (latest?.id ?? null);
}

/** Only pages of ours are asked about, so one without a status, an amount or a currency is no answer. */
export function sessionReport(
  session: Stripe.Checkout.Session,
  accountId: string,
  asOf: Temporal.Instant,
): SessionReport {
  const { id, status, amount_total: amount, currency, payment_intent: intent } = session;
  if (status === null || !isSessionStatus(status) || amount === null || currency === null)
    throw new ProviderUnavailable(`the provider calls a checkout page ${String(status)}`);
  return {
    sessionId: id,
    status,
    intentId: typeof intent === 'string' ? intent : (intent?.id ?? null),
    accountId,
    livemode: session.livemode,
    amountMinorUnits: BigInt(amount),
    currency: currency.toUpperCase(),
    asOf,
  };
}

export function refundReport(refund: Stripe.Refund): RefundReport {
  const status = refund.status ?? 'pending';
  if (!isRefundStatus(status)) throw new ProviderUnavailable(`the provider calls a refund ${status}`);
  return {
    providerRefundId: refund.id,
    refundId: refund.metadata?.['refundId'] ?? null,
    amountMinorUnits: BigInt(refund.amount),
    currency: refund.currency.toUpperCase(),
    status,
  };
}
