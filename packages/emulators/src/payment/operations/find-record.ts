import type { Cause, Provider } from '../provider.ts';
import { resourceMissing } from '../protocol/api-error.ts';
import type { ChargeRecord, CheckoutSessionRecord, PaymentIntentRecord } from '../state/records.ts';

export function intentOf(
  provider: Provider,
  cause: Cause,
  id: string,
  param = 'intent',
): PaymentIntentRecord {
  const record = provider.store.paymentIntents.find(cause.account, id);
  if (record === undefined) throw resourceMissing('payment_intent', id, param);
  return record;
}

export function chargeOf(provider: Provider, cause: Cause, id: string, param = 'charge'): ChargeRecord {
  const record = provider.store.charges.find(cause.account, id);
  if (record === undefined) throw resourceMissing('charge', id, param);
  return record;
}

export function sessionOf(provider: Provider, cause: Cause, id: string): CheckoutSessionRecord {
  const record = provider.store.checkoutSessions.find(cause.account, id);
  if (record === undefined) throw resourceMissing('checkout.session', id, 'session');
  return record;
}
