import type Stripe from 'stripe';
import { newId } from '../ids.ts';

export interface NewRefund {
  readonly charge: Stripe.Charge;
  readonly amount: number;
  readonly created: number;
  readonly reason: Stripe.Refund.Reason | null;
  readonly metadata: Stripe.Metadata;
  readonly status: 'succeeded' | 'pending';
}

export function newRefund(fields: NewRefund): Stripe.Refund {
  return {
    id: newId('re'),
    object: 'refund',
    amount: fields.amount,
    balance_transaction: newId('txn'),
    charge: fields.charge.id,
    created: fields.created,
    currency: fields.charge.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    metadata: fields.metadata,
    payment_intent: fields.charge.payment_intent,
    payment_method: fields.charge.payment_method,
    reason: fields.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: fields.status,
    transfer_reversal: null,
  };
}
