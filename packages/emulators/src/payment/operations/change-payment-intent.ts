import type Stripe from 'stripe';
import { invalidRequest, unexpectedState } from '../protocol/api-error.ts';
import { checkAmount, checkCurrency } from '../protocol/check-amount.ts';
import {
  mergedMetadata,
  optionalInteger,
  optionalText,
  optionalWord,
  refuseUnknown,
} from '../protocol/read-params.ts';
import type { Provider } from '../provider.ts';
import { CANCELABLE, cancelIntent, isCancelable } from '../transitions/cancel-intent.ts';
import { change } from '../transitions/update-intent.ts';
import { chargeOf, intentOf } from './find-record.ts';
import type { Call } from './operation.ts';
import { requestedMethod } from './payment-method.ts';

export function retrievePaymentIntent(provider: Provider, call: Call): Stripe.PaymentIntent {
  const { object } = intentOf(provider, call, call.id);
  const secret = optionalText(call.params, 'client_secret');
  if (secret !== undefined && secret !== object.client_secret) {
    throw invalidRequest(
      'The client_secret provided does not match any associated PaymentIntent.',
      'client_secret',
    );
  }
  return object;
}

const UPDATABLE: (keyof Stripe.PaymentIntentUpdateParams)[] = [
  'amount', 'currency', 'description', 'expand', 'metadata', 'payment_method', 'payment_method_data', 'receipt_email',
]; // prettier-ignore

export function updatePaymentIntent(provider: Provider, call: Call): Stripe.PaymentIntent {
  refuseUnknown(call.params, UPDATABLE);
  const intent = intentOf(provider, call, call.id);
  const currencyText = optionalText(call.params, 'currency');
  const amount = optionalInteger(call.params, 'amount');
  const currency = currencyText === undefined ? intent.object.currency : checkCurrency(currencyText);
  const open = ['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(
    intent.object.status,
  );
  if (!open && (amount !== undefined || currencyText !== undefined)) {
    const message = `This PaymentIntent's amount could not be updated because it has a status of ${intent.object.status}.`;
    throw unexpectedState(intent.object, message);
  }
  const method = requestedMethod(provider, call);
  return change(provider, call, intent, {
    amount: amount === undefined ? intent.object.amount : checkAmount(amount, currency),
    currency,
    description: optionalText(call.params, 'description') ?? intent.object.description,
    metadata: mergedMetadata(call.params, intent.object.metadata),
    receipt_email: optionalText(call.params, 'receipt_email') ?? intent.object.receipt_email,
    ...(method === undefined ? {} : { payment_method: method.object.id, status: 'requires_confirmation' }),
  }).object;
}

export function cancelPaymentIntent(provider: Provider, call: Call): Stripe.PaymentIntent {
  refuseUnknown(call.params, [
    'cancellation_reason',
    'expand',
  ] satisfies (keyof Stripe.PaymentIntentCancelParams)[]);
  const reasons = ['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'] as const;
  const reason = optionalWord(call.params, 'cancellation_reason', reasons) ?? null;
  const intent = intentOf(provider, call, call.id);
  if (!isCancelable(intent.object)) {
    throw unexpectedState(
      intent.object,
      `You cannot cancel this PaymentIntent because it has a status of ${intent.object.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${CANCELABLE.join(', ')}.`,
    );
  }
  return cancelIntent(provider, call, intent, reason).object;
}

export function capturePaymentIntent(provider: Provider, call: Call): Stripe.PaymentIntent {
  refuseUnknown(call.params, [
    'amount_to_capture',
    'expand',
  ] satisfies (keyof Stripe.PaymentIntentCaptureParams)[]);
  const intent = intentOf(provider, call, call.id);
  const { status, amount_capturable: capturable, latest_charge: latest } = intent.object;
  if (status !== 'requires_capture' || typeof latest !== 'string') {
    throw unexpectedState(
      intent.object,
      `This PaymentIntent could not be captured because it has a status of ${status}.`,
    );
  }
  const amount = optionalInteger(call.params, 'amount_to_capture') ?? capturable;
  if (amount < 1 || amount > capturable) {
    throw invalidRequest(
      'The amount to capture is more than what can be captured.',
      'amount_to_capture',
      'amount_too_large',
    );
  }
  const charge = chargeOf(provider, call, latest);
  const captured = { ...charge.object, amount_captured: amount, captured: true };
  provider.store.charges.put(call.account, { ...charge, object: captured });
  const next = change(provider, call, intent, {
    amount_capturable: 0,
    amount_received: amount,
    status: 'succeeded',
  });
  provider.emit(call, next.object.livemode, 'charge.captured', captured);
  provider.emit(call, next.object.livemode, 'payment_intent.succeeded', next.object);
  return next.object;
}
