import type Stripe from 'stripe';
import { invalidRequest, unexpectedState } from '../protocol/api-error.ts';
import { optionalText, optionalWord, refuseUnknown } from '../protocol/read-params.ts';
import type { Provider } from '../provider.ts';
import { CANCELABLE, cancelIntent, isCancelable } from '../transitions/cancel-intent.ts';
import { intentOf } from './find-record.ts';
import type { Call } from './operation.ts';

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
