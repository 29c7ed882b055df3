import type Stripe from 'stripe';
import { newId } from '../ids.ts';
import type { PaymentMethodRecord } from '../state/records.ts';
import { EXPIRY } from './payment-method.ts';
import type { Outcome } from './known-payments.ts';

type Decline = Extract<Outcome, { kind: 'declines' }>;

export function newCharge(
  intent: Stripe.PaymentIntent,
  method: PaymentMethodRecord,
  created: number,
  decline: Decline | undefined,
): Stripe.Charge {
  const id = newId('ch');
  const isPaid = decline === undefined;
  const captured = isPaid && intent.capture_method !== 'manual';
  return {
    id,
    object: 'charge',
    ...EMPTY_FIELDS,
    amount: intent.amount,
    amount_captured: captured ? intent.amount : 0,
    amount_refunded: 0,
    balance_transaction: captured ? newId('txn') : null,
    billing_details: method.object.billing_details,
    captured,
    created,
    currency: intent.currency,
    description: intent.description,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    livemode: intent.livemode,
    metadata: intent.metadata,
    outcome: decline === undefined ? approved : declined(decline),
    paid: isPaid,
    payment_intent: intent.id,
    payment_method: method.object.id,
    payment_method_details: detailsOf(intent, method),
    receipt_email: intent.receipt_email,
    receipt_url: isPaid ? `https://pay.stripe.com/receipts/${id}` : null,
    refunded: false,
    status: isPaid ? 'succeeded' : 'failed',
  };
}

const approved: Stripe.Charge.Outcome = {
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: 'approved_by_network',
  reason: null,
  risk_level: 'normal',
  seller_message: 'Payment complete.',
  type: 'authorized',
};

function declined(decline: Decline): Stripe.Charge.Outcome {
  return {
    ...approved,
    network_status: 'declined_by_network',
    reason: decline.declineCode ?? decline.code,
    seller_message: 'The bank did not return any further details with this decline.',
    type: 'issuer_declined',
  };
}

function detailsOf(
  intent: Stripe.PaymentIntent,
  method: PaymentMethodRecord,
): Stripe.Charge.PaymentMethodDetails {
  if (method.behaves.type !== 'card') return { type: method.behaves.type };
  return {
    type: 'card',
    card: {
      amount_authorized: intent.amount,
      authorization_code: null,
      brand: method.behaves.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      electronic_commerce_indicator: null,
      exp_month: EXPIRY.month,
      exp_year: EXPIRY.year,
      funding: 'credit',
      installments: null,
      last4: method.behaves.number.slice(-4),
      mandate: null,
      network: method.behaves.brand,
      network_transaction_id: null,
      regulated_status: 'unregulated',
      three_d_secure: null,
      transaction_link_id: null,
      wallet: null,
    },
  };
}

const EMPTY_FIELDS = {
  application: null,
  application_fee: null,
  application_fee_amount: null,
  calculated_statement_descriptor: null,
  customer: null,
  disputed: false,
  failure_balance_transaction: null,
  fraud_details: {},
  on_behalf_of: null,
  receipt_number: null,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  transfer_data: null,
  transfer_group: null,
} satisfies Partial<Stripe.Charge>;
