import type Stripe from 'stripe';
import { listPage, refuseUnknownListParams } from '../protocol/list-page.ts';
import { optionalText } from '../protocol/read-params.ts';
import type { Provider } from '../provider.ts';
import type { Call } from './operation.ts';

export function listPaymentIntents(provider: Provider, call: Call): Stripe.ApiList<Stripe.PaymentIntent> {
  refuseUnknownListParams(call.params, ['customer']);
  const all = provider.store.paymentIntents.newestFirst(call.account).map((record) => record.object);
  return listPage(all, call.params, 'payment_intent', '/v1/payment_intents');
}

export function listCharges(provider: Provider, call: Call): Stripe.ApiList<Stripe.Charge> {
  refuseUnknownListParams(call.params, ['payment_intent', 'customer']);
  const all = provider.store.charges.newestFirst(call.account).map((record) => record.object);
  const intent = optionalText(call.params, 'payment_intent');
  const kept = all.filter((charge) => intent === undefined || charge.payment_intent === intent);
  return listPage(kept, call.params, 'charge', '/v1/charges');
}

export function listRefunds(provider: Provider, call: Call): Stripe.ApiList<Stripe.Refund> {
  refuseUnknownListParams(call.params, ['payment_intent', 'charge']);
  const intent = optionalText(call.params, 'payment_intent');
  const charge = optionalText(call.params, 'charge');
  const all = provider.store.refunds.newestFirst(call.account).map((record) => record.object);
  const kept = all.filter(
    (refund) =>
      (intent === undefined || refund.payment_intent === intent) &&
      (charge === undefined || refund.charge === charge),
  );
  return listPage(kept, call.params, 'refund', '/v1/refunds');
}

export function listCheckoutSessions(
  provider: Provider,
  call: Call,
): Stripe.ApiList<Stripe.Checkout.Session> {
  refuseUnknownListParams(call.params, ['payment_intent', 'status']);
  const intent = optionalText(call.params, 'payment_intent');
  const status = optionalText(call.params, 'status');
  const all = provider.store.checkoutSessions.newestFirst(call.account).map((record) => record.object);
  const kept = all.filter(
    (session) =>
      (intent === undefined || session.payment_intent === intent) &&
      (status === undefined || session.status === status),
  );
  return listPage(kept, call.params, 'checkout.session', '/v1/checkout/sessions');
}
