import type { Cause, Provider } from '../provider.ts';
import { refusedRequest } from '../protocol/api-error.ts';
import type { PaymentIntentRecord, PaymentMethodRecord } from '../state/records.ts';
import type { Outcome } from '../objects/known-payments.ts';
import { declined, paid } from './take-payment.ts';

const WAITING = ['requires_action', 'processing'];

export function finishPayment(
  provider: Provider,
  cause: Cause,
  intent: PaymentIntentRecord,
  outcome: 'succeeded' | 'failed',
): PaymentIntentRecord {
  const { status } = intent.object;
  if (!WAITING.includes(status))
    throw refusedRequest(`This PaymentIntent waits for nobody: its status is ${status}.`);
  const attempt = { intent, method: methodOf(provider, cause, intent) };
  if (outcome === 'failed') {
    return declined(provider, cause, attempt, status === 'processing' ? bankRefused : notAuthenticated);
  }
  return paid(provider, cause, attempt);
}

function methodOf(provider: Provider, cause: Cause, intent: PaymentIntentRecord): PaymentMethodRecord {
  const id = intent.object.payment_method;
  const method = typeof id === 'string' ? provider.store.paymentMethods.find(cause.account, id) : undefined;
  if (method === undefined)
    throw refusedRequest('The payment method of this PaymentIntent is no longer known.');
  return method;
}

const notAuthenticated: Extract<Outcome, { kind: 'declines' }> = {
  kind: 'declines',
  code: 'payment_intent_authentication_failure',
  declineCode: null,
  message: 'The provided PaymentMethod has failed authentication.',
};

const bankRefused: Extract<Outcome, { kind: 'declines' }> = {
  kind: 'declines',
  code: 'payment_intent_payment_attempt_failed',
  declineCode: null,
  message: 'The payment failed at the bank.',
};
