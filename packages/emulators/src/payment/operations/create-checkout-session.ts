import type Stripe from 'stripe';
import { newId } from '../ids.ts';
import { newCheckoutSession } from '../objects/checkout-session.ts';
import { invalidParameter, missingParameter, invalidRequest } from '../protocol/api-error.ts';
import { checkAmount, checkCurrency } from '../protocol/check-amount.ts';
import {
  list,
  metadataFrom,
  optionalInteger,
  optionalText,
  optionalWord,
  refuseUnknown,
  requiredInteger,
  requiredText,
  section,
} from '../protocol/read-params.ts';
import type { Params } from '../protocol/read-params.ts';
import type { Provider } from '../provider.ts';
import { requireChargesEnabled } from './create-payment-intent.ts';
import { allowedTypes } from './allowed-types.ts';
import type { RemovedParam } from './allowed-types.ts';
import type { Call } from './operation.ts';

const KNOWN: (keyof Stripe.Checkout.SessionCreateParams | RemovedParam)[] = [
  'allowed_payment_method_types',  'cancel_url', 'client_reference_id', 'customer_email', 'expand', 'expires_at', 'line_items', 'locale', 'metadata',
  'mode', 'payment_intent_data', 'payment_method_types', 'submit_type', 'success_url', 'ui_mode',
]; // prettier-ignore

const HALF_AN_HOUR = 1800;
const A_DAY = 86_400;

export function createCheckoutSession(provider: Provider, call: Call): Stripe.Checkout.Session {
  refuseUnknown(call.params, KNOWN);
  const { params } = call;
  if (requiredText(params, 'mode') !== 'payment')
    throw invalidParameter('mode', 'The emulator supports mode payment only.');
  optionalWord(params, 'ui_mode', ['hosted_page']);
  const lineItems = list(params, 'line_items').map((item, index) => lineItem(item as Params, index));
  const [first] = lineItems;
  if (first === undefined) throw missingParameter('line_items');
  const amount = checkAmount(
    lineItems.reduce((sum, item) => sum + item.amount_total, 0),
    first.currency,
  );
  const intentData = section(params, 'payment_intent_data') ?? {};
  const object = newCheckoutSession({
    livemode: call.livemode,
    created: provider.now(),
    expiresAt: expiryOf(provider, params),
    amount,
    currency: first.currency,
    successUrl: address(requiredText(params, 'success_url'), 'success_url'),
    cancelUrl: optionalAddress(params, 'cancel_url'),
    clientReferenceId: optionalText(params, 'client_reference_id') ?? null,
    customerEmail: optionalText(params, 'customer_email') ?? null,
    metadata: metadataFrom(params),
    allowedTypes: allowedTypes(params),
    pageUrl: (id) => provider.pageUrl(`/c/pay/${id}`),
  });
  const intent = {
    metadata: metadataFrom(intentData),
    description: optionalText(intentData, 'description') ?? null,
  };
  requireChargesEnabled(provider, call.account);
  return provider.store.checkoutSessions.put(call.account, { object, lineItems, intent }).object;
}

function expiryOf(provider: Provider, params: Params): number {
  const expiresAt = optionalInteger(params, 'expires_at') ?? provider.now() + A_DAY;
  // A minute of tolerance for the caller's clock and the network.
  if (expiresAt < provider.now() + HALF_AN_HOUR - 60)
    throw invalidParameter(
      'expires_at',
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
    );
  if (expiresAt > provider.now() + A_DAY + 60)
    throw invalidParameter(
      'expires_at',
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
    );
  return expiresAt;
}

function lineItem(item: Params, index: number): Stripe.LineItem {
  const price = section(item, 'price_data');
  const named = optionalText(item, 'price');
  if (named !== undefined)
    throw invalidRequest(`No such price: '${named}'`, `line_items[${index}][price]`, 'resource_missing');
  if (price === undefined) throw missingParameter(`line_items[${index}][price_data]`);
  const quantity = optionalInteger(item, 'quantity') ?? 1;
  const total = requiredInteger(price, 'unit_amount') * quantity;
  return {
    id: newId('li'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: total,
    amount_tax: 0,
    amount_total: total,
    currency: checkCurrency(requiredText(price, 'currency')),
    description: requiredText(section(price, 'product_data') ?? {}, 'name'),
    metadata: {},
    price: null,
    quantity,
  };
}

function address(text: string, param: string): string {
  if (!/^https?:\/\//.test(text)) throw invalidParameter(param, 'Not a valid URL', 'url_invalid');
  return text;
}

function optionalAddress(params: Params, name: string): string | null {
  const text = optionalText(params, name);
  return text === undefined ? null : address(text, name);
}
