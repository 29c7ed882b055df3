import type Stripe from 'stripe';
import { listPage, refuseUnknownListParams } from '../protocol/list-page.ts';
import {
  optionalInteger,
  optionalText,
  refuseUnknown,
  requiredText,
  textList,
} from '../protocol/read-params.ts';
import { matcherOf } from '../protocol/search-query.ts';
import type { Provider } from '../provider.ts';
import type { Call } from './operation.ts';

export function listPaymentIntents(provider: Provider, call: Call): Stripe.ApiList<Stripe.PaymentIntent> {
  refuseUnknownListParams(call.params, ['customer']);
  const all = provider.store.paymentIntents.newestFirst(call.account).map((record) => record.object);
  return listPage(all, call.params, 'payment_intent', '/v1/payment_intents');
}

export function searchPaymentIntents(
  provider: Provider,
  call: Call,
): Stripe.ApiSearchResult<Stripe.PaymentIntent> {
  refuseUnknown(call.params, ['query', 'limit', 'page', 'expand']);
  const matches = matcherOf(requiredText(call.params, 'query'));
  const start = optionalInteger(call.params, 'page') ?? 0;
  const end = start + (optionalInteger(call.params, 'limit') ?? 10);
  const all = provider.store.paymentIntents.newestFirst(call.account).map((record) => record.object);
  const found = all.filter(matches);
  return {
    object: 'search_result',
    data: found.slice(start, end),
    has_more: found.length > end,
    next_page: found.length > end ? String(end) : null,
    url: '/v1/payment_intents/search',
  };
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

export function listEvents(provider: Provider, call: Call): Stripe.ApiList<Stripe.Event> {
  refuseUnknownListParams(call.params, ['type', 'types', 'delivery_success']);
  const type = optionalText(call.params, 'type');
  const types = type === undefined ? textList(call.params, 'types') : [type];
  const all = provider.store.events.newestFirst(call.account).map((record) => record.object);
  const kept = all.filter(
    (event) => types.length === 0 || types.some((pattern) => isOfType(event.type, pattern)),
  );
  return listPage(kept, call.params, 'event', '/v1/events');
}

/** `charge.*` matches every type with that prefix. */
export function isOfType(type: string, pattern: string): boolean {
  return pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern;
}
