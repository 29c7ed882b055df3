import type { Cause, Provider } from '../provider.ts';
import type { CheckoutSessionRecord, PaymentIntentRecord } from '../state/records.ts';
import { customerDetails } from '../objects/checkout-session.ts';
import { cancelIntent, isCancelable } from './cancel-intent.ts';

/** Completes the session an intent was made for, if it was made for one and the money is there. */
export function completeSessionOf(provider: Provider, cause: Cause, intent: PaymentIntentRecord): void {
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
  const begun = session.object.payment_intent;
  const intent =
    typeof begun === 'string' ? provider.store.paymentIntents.find(cause.account, begun) : undefined;
  const next = provider.store.checkoutSessions.put(cause.account, {
    ...session,
    object: { ...session.object, status: 'expired', url: null },
  });
  if (intent !== undefined && isCancelable(intent.object)) cancelIntent(provider, cause, intent, 'automatic');
  provider.emit(cause, next.object.livemode, 'checkout.session.expired', next.object);
  return next;
}

/** Ends every open session whose time is over. */
export function expireDueSessions(provider: Provider): void {
  for (const { account, entry } of provider.store.checkoutSessions.all()) {
    const due = entry.object.status === 'open' && entry.object.expires_at <= provider.now();
    if (due) expireSession(provider, { account, request: null }, entry);
  }
}
