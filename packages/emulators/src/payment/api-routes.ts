import { createCheckoutSession } from './operations/create-checkout-session.ts';
import {
  expireCheckoutSession,
  listLineItems,
  retrieveCheckoutSession,
} from './operations/checkout-session.ts';
import {
  cancelPaymentIntent,
  capturePaymentIntent,
  retrievePaymentIntent,
  updatePaymentIntent,
} from './operations/change-payment-intent.ts';
import { confirmPaymentIntent } from './operations/confirm-payment-intent.ts';
import { createPaymentIntent } from './operations/create-payment-intent.ts';
import {
  listCharges,
  listCheckoutSessions,
  listEvents,
  listPaymentIntents,
  listRefunds,
  searchPaymentIntents,
} from './operations/list-objects.ts';
import type { Operation } from './operations/operation.ts';
import { createPaymentMethod, retrievePaymentMethod } from './operations/payment-method.ts';
import { cancelRefund, createRefund, retrieveRefund, updateRefund } from './operations/refunds.ts';
import { retrieveAccount, retrieveCharge, retrieveEvent } from './operations/retrieve-objects.ts';

export const apiRoutes: readonly (readonly ['GET' | 'POST', string, Operation])[] = [
  ['POST', '/v1/payment_intents', createPaymentIntent],
  ['GET', '/v1/payment_intents', listPaymentIntents],
  ['GET', '/v1/payment_intents/search', searchPaymentIntents],
  ['GET', '/v1/payment_intents/:id', retrievePaymentIntent],
  ['POST', '/v1/payment_intents/:id', updatePaymentIntent],
  ['POST', '/v1/payment_intents/:id/confirm', confirmPaymentIntent],
  ['POST', '/v1/payment_intents/:id/capture', capturePaymentIntent],
  ['POST', '/v1/payment_intents/:id/cancel', cancelPaymentIntent],
  ['POST', '/v1/payment_methods', createPaymentMethod],
  ['GET', '/v1/payment_methods/:id', retrievePaymentMethod],
  ['GET', '/v1/charges', listCharges],
  ['GET', '/v1/charges/:id', retrieveCharge],
  ['POST', '/v1/refunds', createRefund],
  ['GET', '/v1/refunds', listRefunds],
  ['GET', '/v1/refunds/:id', retrieveRefund],
  ['POST', '/v1/refunds/:id', updateRefund],
  ['POST', '/v1/refunds/:id/cancel', cancelRefund],
  ['POST', '/v1/checkout/sessions', createCheckoutSession],
  ['GET', '/v1/checkout/sessions', listCheckoutSessions],
  ['GET', '/v1/checkout/sessions/:id', retrieveCheckoutSession],
  ['GET', '/v1/checkout/sessions/:id/line_items', listLineItems],
  ['POST', '/v1/checkout/sessions/:id/expire', expireCheckoutSession],
  ['GET', '/v1/account', retrieveAccount],
  ['GET', '/v1/accounts/:id', retrieveAccount],
  ['GET', '/v1/events', listEvents],
  ['GET', '/v1/events/:id', retrieveEvent],
];
