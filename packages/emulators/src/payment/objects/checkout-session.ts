import type Stripe from 'stripe';
import { newId } from '../ids.ts';

export interface NewCheckoutSession {
  readonly livemode: boolean;
  readonly created: number;
  readonly expiresAt: number;
  readonly amount: number;
  readonly currency: string;
  readonly successUrl: string;
  readonly cancelUrl: string | null;
  readonly clientReferenceId: string | null;
  readonly customerEmail: string | null;
  readonly metadata: Stripe.Metadata;
  readonly allowedTypes: string[] | null;
  readonly pageUrl: (id: string) => string;
}

export function newCheckoutSession(fields: NewCheckoutSession): Stripe.Checkout.Session {
  const id = newId(fields.livemode ? 'cs_live' : 'cs_test');
  return {
    id,
    object: 'checkout.session',
    ...EMPTY_FIELDS,
    allowed_payment_method_types: fields.allowedTypes,
    amount_subtotal: fields.amount,
    amount_total: fields.amount,
    cancel_url: fields.cancelUrl,
    client_reference_id: fields.clientReferenceId,
    created: fields.created,
    currency: fields.currency,
    customer_email: fields.customerEmail,
    expires_at: fields.expiresAt,
    livemode: fields.livemode,
    metadata: fields.metadata,
    mode: 'payment',
    payment_intent: null,
    payment_method_types: fields.allowedTypes ?? ['card'],
    payment_status: 'unpaid',
    status: 'open',
    success_url: fields.successUrl,
    ui_mode: 'hosted_page',
    url: fields.pageUrl(id),
  };
}

/** The details that the page collects. */
export function customerDetails(email: string | null): Stripe.Checkout.Session.CustomerDetails {
  return {
    address: null,
    business_name: null,
    email,
    individual_name: null,
    name: null,
    phone: null,
    tax_exempt: 'none',
    tax_ids: [],
  };
}

const EMPTY_FIELDS = {
  adaptive_pricing: { enabled: false },
  after_expiration: null,
  allow_promotion_codes: null,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  billing_address_collection: null,
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  currency_conversion: null,
  custom_fields: [],
  custom_text: {
    after_submit: null,
    shipping_address: null,
    submit: null,
    terms_of_service_acceptance: null,
  },
  customer: null,
  customer_account: null,
  customer_creation: 'if_required',
  customer_details: null,
  discounts: [],
  integration_identifier: null,
  invoice: null,
  invoice_creation: null,
  locale: null,
  managed_payments: null,
  origin_context: null,
  payment_link: null,
  payment_method_collection: 'if_required',
  payment_method_configuration_details: null,
  payment_method_options: {},
  permissions: null,
  phone_number_collection: { enabled: false },
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  submit_type: null,
  subscription: null,
  total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  wallet_options: null,
} satisfies Partial<Stripe.Checkout.Session>;
