import type Stripe from 'stripe';
import { newId, randomText } from '../ids.ts';
import type { PaymentMethodRecord } from '../state/records.ts';
import type { TestPayment } from './known-payments.ts';

export function newPaymentMethod(
  behaves: TestPayment,
  livemode: boolean,
  created: number,
): PaymentMethodRecord {
  const base = {
    id: newId('pm'),
    object: 'payment_method',
    billing_details: EMPTY_BILLING_DETAILS,
    created,
    customer: null,
    customer_account: null,
    livemode,
    metadata: {},
    type: behaves.type,
  } satisfies Stripe.PaymentMethod;
  return { object: { ...base, ...details(behaves) }, behaves };
}

export const EXPIRY = { month: 12, year: 2034 } as const;

export const EMPTY_BILLING_DETAILS: Stripe.PaymentMethod.BillingDetails = {
  address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
  email: null,
  name: null,
  phone: null,
  tax_id: null,
};

function details(behaves: TestPayment): Pick<Stripe.PaymentMethod, 'card' | 'us_bank_account'> {
  return behaves.type === 'card' ? { card: card(behaves) } : { us_bank_account: bankAccount(behaves) };
}

function card(behaves: TestPayment): Stripe.PaymentMethod.Card {
  return {
    brand: behaves.brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: null },
    country: 'US',
    display_brand: behaves.brand,
    exp_month: EXPIRY.month,
    exp_year: EXPIRY.year,
    fingerprint: randomText(16),
    funding: 'credit',
    generated_from: null,
    last4: behaves.number.slice(-4),
    networks: { available: [behaves.brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  };
}

function bankAccount(behaves: TestPayment): Stripe.PaymentMethod.UsBankAccount {
  return {
    account_holder_type: 'individual',
    account_type: 'checking',
    bank_name: 'STRIPE TEST BANK',
    financial_connections_account: null,
    fingerprint: randomText(16),
    last4: behaves.number.slice(-4),
    networks: { preferred: 'ach', supported: ['ach'] },
    routing_number: '110000000',
    status_details: {},
  };
}
