import { newPaymentMethod } from '../objects/payment-method.ts';
import { testPaymentByName, testPaymentByNumber, testPaymentByToken } from '../objects/known-payments.ts';
import { ApiError, errorCode, resourceMissing, invalidRequest } from '../protocol/api-error.ts';
import { optionalText, requiredText, section } from '../protocol/read-params.ts';
import type { Params } from '../protocol/read-params.ts';
import type { Provider } from '../provider.ts';
import type { PaymentMethodRecord } from '../state/records.ts';
import type { Call } from './operation.ts';

/** The payment method of `payment_method` or `payment_method_data`; undefined without either. */
export function requestedMethod(provider: Provider, call: Call): PaymentMethodRecord | undefined {
  const id = optionalText(call.params, 'payment_method');
  if (id !== undefined) return methodById(provider, call, id);
  const data = section(call.params, 'payment_method_data');
  return data === undefined ? undefined : saved(provider, call, methodFromData(provider, call, data));
}

/** `pm_card_…` creates a new one each time, as at Stripe; any other id must exist. */
function methodById(provider: Provider, call: Call, name: string): PaymentMethodRecord {
  const behaves = testPaymentByName(name);
  if (behaves !== undefined)
    return saved(provider, call, newPaymentMethod(behaves, call.livemode, provider.now()));
  const record = provider.store.paymentMethods.find(call.account, name);
  if (record === undefined) throw resourceMissing('PaymentMethod', name, 'payment_method');
  return record;
}

function methodFromData(provider: Provider, call: Call, data: Params): PaymentMethodRecord {
  const type = requiredText(data, 'type');
  if (type !== 'card')
    throw invalidRequest(`The emulator creates payment methods of type card, not ${type}.`, 'type');
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
    ...errorCode('incorrect_number'),
  });
}

function saved(provider: Provider, call: Call, record: PaymentMethodRecord): PaymentMethodRecord {
  return provider.store.paymentMethods.put(call.account, record);
}
