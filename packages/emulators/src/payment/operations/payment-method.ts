import type Stripe from 'stripe';
import { newPaymentMethod } from '../objects/payment-method.ts';
import { testPaymentByName, testPaymentByNumber, testPaymentByToken } from '../objects/known-payments.ts';
import { ApiError, described, noSuch, refusedRequest } from '../protocol/api-error.ts';
import { optionalText, refuseUnknown, requiredText, section } from '../protocol/read-params.ts';
import type { Params } from '../protocol/read-params.ts';
import type { Provider } from '../provider.ts';
import type { PaymentMethodRecord } from '../state/records.ts';
import type { Call } from './operation.ts';

export function createPaymentMethod(provider: Provider, call: Call): Stripe.PaymentMethod {
  const known: (keyof Stripe.PaymentMethodCreateParams)[] = [
    'type',
    'card',
    'billing_details',
    'metadata',
    'expand',
  ];
  refuseUnknown(call.params, known);
  return kept(provider, call, methodFromData(provider, call, call.params)).object;
}

export function retrievePaymentMethod(provider: Provider, call: Call): Stripe.PaymentMethod {
  return methodNamed(provider, call, call.id).object;
}

/** The way of paying that `payment_method` or `payment_method_data` names, if either is there. */
export function methodIn(provider: Provider, call: Call): PaymentMethodRecord | undefined {
  const named = optionalText(call.params, 'payment_method');
  if (named !== undefined) return methodNamed(provider, call, named);
  const data = section(call.params, 'payment_method_data');
  return data === undefined ? undefined : kept(provider, call, methodFromData(provider, call, data));
}

/** `pm_card_…` makes a new one each time, as the provider does; any other id must have been made here. */
export function methodNamed(provider: Provider, call: Call, name: string): PaymentMethodRecord {
  const behaves = testPaymentByName(name);
  if (behaves !== undefined)
    return kept(provider, call, newPaymentMethod(behaves, call.livemode, provider.now()));
  const record = provider.store.paymentMethods.find(call.account, name);
  if (record === undefined) throw noSuch('PaymentMethod', name, 'payment_method');
  return record;
}

function methodFromData(provider: Provider, call: Call, data: Params): PaymentMethodRecord {
  const type = requiredText(data, 'type');
  if (type !== 'card')
    throw refusedRequest(`The emulator makes payment methods of type card, not ${type}.`, 'type');
  const card = section(data, 'card') ?? {};
  const token = optionalText(card, 'token');
  const behaves =
    token === undefined ? testPaymentByNumber(requiredText(card, 'number')) : testPaymentByToken(token);
  if (behaves === undefined) throw unknownCard();
  return newPaymentMethod(behaves, call.livemode, provider.now());
}

function unknownCard(): ApiError {
  const message = 'Your card number is incorrect.';
  return new ApiError(402, {
    type: 'card_error',
    message,
    param: 'number',
    ...described('incorrect_number'),
  });
}

function kept(provider: Provider, call: Call, record: PaymentMethodRecord): PaymentMethodRecord {
  return provider.store.paymentMethods.put(call.account, record);
}
