import type Stripe from 'stripe';
import type { Cause, Provider } from '../provider.ts';
import type { PaymentIntentRecord } from '../state/records.ts';

export function change(
  provider: Provider,
  cause: Cause,
  record: PaymentIntentRecord,
  fields: Partial<Stripe.PaymentIntent>,
): PaymentIntentRecord {
  return provider.store.paymentIntents.put(cause.account, {
    ...record,
    object: { ...record.object, ...fields },
  });
}
