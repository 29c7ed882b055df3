import { createCheckoutSession } from './operations/create-checkout-session.ts';
import { expireCheckoutSession, retrieveCheckoutSession } from './operations/checkout-session.ts';
import { cancelPaymentIntent, retrievePaymentIntent } from './operations/payment-intent.ts';
import { confirmPaymentIntent } from './operations/confirm-payment-intent.ts';
import { createPaymentIntent } from './operations/create-payment-intent.ts';
import {
  listCharges,
  listCheckoutSessions,
  listPaymentIntents,
  listRefunds,
} from './operations/list-objects.ts';
import type { Operation } from './operations/operation.ts';
import { createRefund } from './operations/refunds.ts';
import { retrieveAccount } from './operations/retrieve-account.ts';

export const apiRoutes: readonly (readonly ['GET' | 'POST', string, Operation])[] = [
  ['POST', '/v1/payment_intents', createPaymentIntent],
  ['GET', '/v1/payment_intents', listPaymentIntents],
  ['GET', '/v1/payment_intents/:id', retrievePaymentIntent],
  ['POST', '/v1/payment_intents/:id/confirm', confirmPaymentIntent],
  ['POST', '/v1/payment_intents/:id/cancel', cancelPaymentIntent],
  ['GET', '/v1/charges', listCharges],
  ['POST', '/v1/refunds', createRefund],
  ['GET', '/v1/refunds', listRefunds],
  ['POST', '/v1/checkout/sessions', createCheckoutSession],
  ['GET', '/v1/checkout/sessions', listCheckoutSessions],
  ['GET', '/v1/checkout/sessions/:id', retrieveCheckoutSession],
  ['POST', '/v1/checkout/sessions/:id/expire', expireCheckoutSession],
  ['GET', '/v1/account', retrieveAccount],
  ['GET', '/v1/accounts/:id', retrieveAccount],
];
