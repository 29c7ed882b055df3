import type { Cause, Provider } from '../provider.ts';
import type { CheckoutSessionRecord, PaymentIntentRecord } from '../state/records.ts';
import { customerDetails } from '../objects/checkout-session.ts';
import { cancelIntent, isCancelable } from './cancel-intent.ts';

/** Completes the checkout session of an intent that succeeded; does nothing for an intent without one. */
export function completeSession(provider: Provider, cause: Cause, intent: PaymentIntentRecord): void {
  const id = intent.checkoutSession;
  const session = id === null ? undefined : provider.store.checkoutSessions.find(cause.account, id);
  if (session === undefined || session.object.status !== 'open' || intent.object.status !== 'succeeded')
    return;
  const { object } = provider.store.checkoutSessions.put(cause.account, {
    ...session,
    object: {
      ...session.object,
      customer_details: customerDetails(session.object.customer_email),
      payment_intent: intent.object.id,
      payment_status: 'paid',
      status: 'complete',
      url: null,
    },
  });
  provider.emit(cause, object.livemode, 'checkout.session.completed', object);
}

export function expireSession(
  provider: Provider,
  cause: Cause,
  session: CheckoutSessionRecord,
): CheckoutSessionRecord {
  const intentId = session.object.payment_intent;
  const intent =
    typeof intentId === 'string' ? provider.store.paymentIntents.find(cause.account, intentId) : undefined;
  const next = provider.store.checkoutSessions.put(cause.account, {
    ...session,
    object: { ...session.object, status: 'expired', url: null },
  });
  if (intent !== undefined && isCancelable(intent.object)) cancelIntent(provider, cause, intent, 'automatic');
  provider.emit(cause, next.object.livemode, 'checkout.session.expired', next.object);
  return next;
}

/** Expires open sessions that are past `expires_at`. */
export function expireDueSessions(provider: Provider): void {
  for (const { account, entry } of provider.store.checkoutSessions.all()) {
    const due = entry.object.status === 'open' && entry.object.expires_at <= provider.now();
    if (due) expireSession(provider, { account, request: null }, entry);
  }
}
