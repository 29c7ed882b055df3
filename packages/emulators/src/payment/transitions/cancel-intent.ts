import type Stripe from 'stripe';
import type { Cause, Provider } from '../provider.ts';
import type { PaymentIntentRecord } from '../state/records.ts';
import { change } from './update-intent.ts';

export const CANCELABLE = [
  'requires_payment_method',
  'requires_capture',
  'requires_confirmation',
  'requires_action',
  'processing',
];

export function isCancelable(intent: Stripe.PaymentIntent): boolean {
  return CANCELABLE.includes(intent.status);
}

export function cancelIntent(
  provider: Provider,
  cause: Cause,
  intent: PaymentIntentRecord,
  reason: Stripe.PaymentIntent.CancellationReason | null,
): PaymentIntentRecord {
  const next = change(provider, cause, intent, {
    amount_capturable: 0,
    canceled_at: provider.now(),
    cancellation_reason: reason,
    next_action: null,
    status: 'canceled',
  });
  provider.emit(cause, intent.object.livemode, 'payment_intent.canceled', next.object);
  return next;
}
