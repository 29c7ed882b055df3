import type Stripe from 'stripe';
import { newId, randomText } from '../ids.ts';

export interface NewPaymentIntent {
  readonly amount: number;
  readonly currency: string;
  readonly livemode: boolean;
  readonly created: number;
  readonly metadata: Stripe.Metadata;
  readonly description: string | null;
  readonly receiptEmail: string | null;
  readonly captureMethod: Stripe.PaymentIntent.CaptureMethod;
  readonly confirmationMethod: Stripe.PaymentIntent.ConfirmationMethod;
  /** Null where the caller does not restrict the types. */
  readonly allowedTypes: string[] | null;
  readonly allowRedirects: Stripe.PaymentIntent.AutomaticPaymentMethods.AllowRedirects;
  readonly statementDescriptorSuffix: string | null;
  readonly transferGroup: string | null;
  readonly applicationFeeAmount: number | null;
}

export function newPaymentIntent(fields: NewPaymentIntent): Stripe.PaymentIntent {
  const id = newId('pi');
  return {
    id,
    object: 'payment_intent',
    ...EMPTY_FIELDS,
    allowed_payment_method_types: fields.allowedTypes,
    amount: fields.amount,
    amount_capturable: 0,
    amount_received: 0,
    application_fee_amount: fields.applicationFeeAmount,
    automatic_payment_methods: { allow_redirects: fields.allowRedirects, enabled: true },
    capture_method: fields.captureMethod,
    client_secret: `${id}_secret_${randomText(25)}`,
    confirmation_method: fields.confirmationMethod,
    created: fields.created,
    currency: fields.currency,
    description: fields.description,
    livemode: fields.livemode,
    metadata: fields.metadata,
    payment_method_options: { card: cardOptions },
    payment_method_types: fields.allowedTypes ?? ['card'],
    receipt_email: fields.receiptEmail,
    statement_descriptor_suffix: fields.statementDescriptorSuffix,
    status: 'requires_payment_method',
    transfer_group: fields.transferGroup,
  };
}

const cardOptions: Stripe.PaymentIntent.PaymentMethodOptions.Card = {
  installments: null,
  mandate_options: null,
  network: null,
  request_three_d_secure: 'automatic',
};

/** Fields that are empty in every new intent. */
const EMPTY_FIELDS = {
  application: null,
  canceled_at: null,
  cancellation_reason: null,
  customer: null,
  customer_account: null,
  excluded_payment_method_types: null,
  last_payment_error: null,
  latest_charge: null,
  managed_payments: null,
  next_action: null,
  on_behalf_of: null,
  payment_method: null,
  payment_method_configuration_details: null,
  payment_record: null,
  processing: null,
  review: null,
  setup_future_usage: null,
  shipping: null,
  source: null,
  statement_descriptor: null,
  transfer_data: null,
} satisfies Partial<Stripe.PaymentIntent>;
