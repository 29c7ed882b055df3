import type Stripe from 'stripe';
import { canCharge } from '../objects/account.ts';
import { newPaymentIntent } from '../objects/payment-intent.ts';
import { invalidRequest } from '../protocol/api-error.ts';
import { checkAmount, checkCurrency } from '../protocol/check-amount.ts';
import {
  metadataFrom,
  optionalFlag,
  optionalInteger,
  optionalText,
  optionalWord,
  refuseUnknown,
  requiredInteger,
  requiredText,
  section,
} from '../protocol/read-params.ts';
import type { Provider } from '../provider.ts';
import { attemptPayment } from '../transitions/attempt-payment.ts';
import { change } from '../transitions/update-intent.ts';
import { allowedTypes } from './allowed-types.ts';
import type { RemovedParam } from './allowed-types.ts';
import type { Call } from './operation.ts';
import { requestedMethod } from './requested-method.ts';

const KNOWN: (keyof Stripe.PaymentIntentCreateParams | RemovedParam)[] = [
  'allowed_payment_method_types', 'amount', 'application_fee_amount', 'automatic_payment_methods', 'capture_method', 'confirm', 'confirmation_method',
  'currency', 'description', 'error_on_requires_action', 'expand', 'metadata', 'off_session', 'payment_method',
  'payment_method_data', 'payment_method_options', 'payment_method_types', 'receipt_email', 'return_url', 'shipping',
  'statement_descriptor_suffix', 'transfer_group', 'use_stripe_sdk',
]; // prettier-ignore

export function createPaymentIntent(provider: Provider, call: Call): Stripe.PaymentIntent {
  refuseUnknown(call.params, KNOWN);
  const fields = newIntentFrom(provider, call);
  requireChargesEnabled(provider, call.account);
  const method = requestedMethod(provider, call);
  const intent = provider.store.paymentIntents.put(call.account, {
    object: newPaymentIntent(fields),
    returnUrl: optionalText(call.params, 'return_url') ?? null,
    checkoutSession: null,
  });
  provider.emit(call, call.livemode, 'payment_intent.created', intent.object);
  if (method === undefined) return intent.object;
  const ready = change(provider, call, intent, {
    payment_method: method.object.id,
    status: 'requires_confirmation',
  });
  if (optionalFlag(call.params, 'confirm') !== true) return ready.object;
  const errorOnAction = optionalFlag(call.params, 'error_on_requires_action') ?? false;
  return attemptPayment(provider, call, { intent: ready, method, errorOnAction }).object;
}

export function requireChargesEnabled(provider: Provider, account: string): void {
  if (canCharge(account, provider.store.accounts.find(account, account))) return;
  throw invalidRequest(
    'This Connect account cannot currently make live charges. The `requirements.disabled_reason` property on the account will provide information about why this account is currently disabled. If you are a customer trying to make a purchase, please contact the owner of this site. Your transaction has not been processed.',
  );
}

function newIntentFrom(
  provider: Provider,
  { params, livemode }: Call,
): Parameters<typeof newPaymentIntent>[0] {
  const currency = checkCurrency(requiredText(params, 'currency'));
  const automatic = section(params, 'automatic_payment_methods') ?? {};
  if (
    optionalFlag(params, 'confirm') === true &&
    !('payment_method' in params) &&
    !('payment_method_data' in params)
  ) {
    throw invalidRequest(
      'You cannot confirm this PaymentIntent because it is missing a payment method.',
      undefined,
      'payment_intent_unexpected_state',
    );
  }
  return {
    amount: checkAmount(requiredInteger(params, 'amount'), currency),
    currency,
    livemode,
    created: provider.now(),
    metadata: metadataFrom(params),
    description: optionalText(params, 'description') ?? null,
    receiptEmail: optionalText(params, 'receipt_email') ?? null,
    captureMethod:
      optionalWord(params, 'capture_method', ['automatic', 'automatic_async', 'manual']) ?? 'automatic_async',
    confirmationMethod: optionalWord(params, 'confirmation_method', ['automatic', 'manual']) ?? 'automatic',
    allowedTypes: allowedTypes(params),
    allowRedirects: optionalWord(automatic, 'allow_redirects', ['always', 'never']) ?? 'always',
    statementDescriptorSuffix: optionalText(params, 'statement_descriptor_suffix') ?? null,
    transferGroup: optionalText(params, 'transfer_group') ?? null,
    applicationFeeAmount: optionalInteger(params, 'application_fee_amount') ?? null,
  };
}
