import type Stripe from 'stripe';
import { unexpectedState } from '../protocol/api-error.ts';
import { optionalFlag, optionalText, refuseUnknown } from '../protocol/read-params.ts';
import type { Provider } from '../provider.ts';
import type { PaymentIntentRecord, PaymentMethodRecord } from '../state/records.ts';
import { attemptPayment } from '../transitions/attempt-payment.ts';
import { requireChargesEnabled } from './create-payment-intent.ts';
import { intentOf } from './find-record.ts';
import type { Call } from './operation.ts';
import { requestedMethod } from './requested-method.ts';

const KNOWN: (keyof Stripe.PaymentIntentConfirmParams | 'client_secret')[] = [
  'capture_method', 'client_secret', 'error_on_requires_action', 'expand', 'mandate_data', 'off_session',
  'payment_method', 'payment_method_data', 'payment_method_options', 'receipt_email', 'return_url', 'shipping',
  'use_stripe_sdk',
]; // prettier-ignore

const CONFIRMABLE = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

export function confirmPaymentIntent(provider: Provider, call: Call): Stripe.PaymentIntent {
  refuseUnknown(call.params, KNOWN);
  const found = intentOf(provider, call, call.id);
  if (!CONFIRMABLE.includes(found.object.status))
    throw unexpectedState(found.object, notConfirmable(found.object));
  requireChargesEnabled(provider, call.account);
  const intent = { ...found, returnUrl: optionalText(call.params, 'return_url') ?? found.returnUrl };
  const method = requestedMethod(provider, call) ?? attachedMethod(provider, call, intent);
  if (method === undefined) {
    throw unexpectedState(
      intent.object,
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
    );
  }
  const errorOnAction = optionalFlag(call.params, 'error_on_requires_action') ?? false;
  return attemptPayment(provider, call, { intent, method, errorOnAction }).object;
}

function attachedMethod(
  provider: Provider,
  call: Call,
  intent: PaymentIntentRecord,
): PaymentMethodRecord | undefined {
  const id = intent.object.payment_method;
  return typeof id === 'string' ? provider.store.paymentMethods.find(call.account, id) : undefined;
}

function notConfirmable(intent: Stripe.PaymentIntent): string {
  return intent.status === 'succeeded'
    ? 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
    : `This PaymentIntent's status is ${intent.status}; only one with one of the following statuses may be confirmed: ${CONFIRMABLE.join(', ')}.`;
}
