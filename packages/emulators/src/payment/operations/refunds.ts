import type Stripe from 'stripe';
import { missingParameter, invalidRequest } from '../protocol/api-error.ts';
import {
  metadataFrom,
  optionalInteger,
  optionalText,
  optionalWord,
  refuseUnknown,
} from '../protocol/read-params.ts';
import type { Params } from '../protocol/read-params.ts';
import type { Cause, Provider } from '../provider.ts';
import { refundCharge } from '../transitions/refund-charge.ts';
import type { ChargeRecord } from '../state/records.ts';
import { chargeOf, intentOf } from './find-record.ts';
import type { Call } from './operation.ts';

const KNOWN: (keyof Stripe.RefundCreateParams)[] = [
  'amount', 'charge', 'expand', 'metadata', 'payment_intent', 'reason', 'refund_application_fee', 'reverse_transfer',
]; // prettier-ignore

export function createRefund(provider: Provider, call: Call): Stripe.Refund {
  refuseUnknown(call.params, KNOWN);
  return refundFromParams(provider, call, call.params);
}

/** Used for refunds of the dashboard as well, which have no request. */
export function refundFromParams(provider: Provider, cause: Cause, params: Params): Stripe.Refund {
  const charge = refundableCharge(provider, cause, params);
  return refundCharge(provider, cause, charge, {
    amount: optionalInteger(params, 'amount'),
    reason: optionalWord(params, 'reason', ['duplicate', 'fraudulent', 'requested_by_customer']) ?? null,
    metadata: metadataFrom(params),
  }).object;
}

function refundableCharge(provider: Provider, cause: Cause, params: Params): ChargeRecord {
  const named = optionalText(params, 'charge');
  if (named !== undefined) return chargeOf(provider, cause, named);
  const intentId = optionalText(params, 'payment_intent');
  if (intentId === undefined) throw missingParameter('payment_intent');
  const intent = intentOf(provider, cause, intentId, 'payment_intent');
  const latest = intent.object.latest_charge;
  const charge = typeof latest === 'string' ? chargeOf(provider, cause, latest) : undefined;
  if (charge === undefined || !charge.object.paid) {
    throw invalidRequest(
      `This PaymentIntent (${intentId}) does not have a successful charge to refund.`,
      undefined,
      'payment_intent_unexpected_state',
    );
  }
  return charge;
}
