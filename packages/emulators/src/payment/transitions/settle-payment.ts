import type { Cause, Provider } from '../provider.ts';
import { invalidRequest } from '../protocol/api-error.ts';
import type { PaymentIntentRecord, PaymentMethodRecord } from '../state/records.ts';
import type { Outcome } from '../objects/known-payments.ts';
import { decline, succeed } from './attempt-payment.ts';

const UNSETTLED = ['requires_action', 'processing'];

/** Settles an intent that requires action or is processing. */
export function settlePayment(
  provider: Provider,
  cause: Cause,
  intent: PaymentIntentRecord,
  outcome: 'succeeded' | 'failed',
): PaymentIntentRecord {
  const { status } = intent.object;
  if (!UNSETTLED.includes(status))
    throw invalidRequest(`This PaymentIntent cannot be settled because it has a status of ${status}.`);
  const attempt = { intent, method: methodOf(provider, cause, intent) };
  if (outcome === 'failed') {
    return decline(provider, cause, attempt, status === 'processing' ? BANK_DECLINE : AUTHENTICATION_FAILED);
  }
  return succeed(provider, cause, attempt);
}

function methodOf(provider: Provider, cause: Cause, intent: PaymentIntentRecord): PaymentMethodRecord {
  const id = intent.object.payment_method;
  const method = typeof id === 'string' ? provider.store.paymentMethods.find(cause.account, id) : undefined;
  if (method === undefined)
    throw invalidRequest('The payment method of this PaymentIntent is no longer known.');
  return method;
}

const AUTHENTICATION_FAILED: Extract<Outcome, { kind: 'declines' }> = {
  kind: 'declines',
  code: 'payment_intent_authentication_failure',
  declineCode: null,
  message: 'The provided PaymentMethod has failed authentication.',
};

const BANK_DECLINE: Extract<Outcome, { kind: 'declines' }> = {
  kind: 'declines',
  code: 'payment_intent_payment_attempt_failed',
  declineCode: null,
  message: 'The payment failed at the bank.',
};
