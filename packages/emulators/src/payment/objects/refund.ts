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

export function newRefund(wanted: NewRefund): Stripe.Refund {
  return {
    id: newId('re'),
    object: 'refund',
    amount: wanted.amount,
    balance_transaction: newId('txn'),
    charge: wanted.charge.id,
    created: wanted.created,
    currency: wanted.charge.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    metadata: wanted.metadata,
    payment_intent: wanted.charge.payment_intent,
    payment_method: wanted.charge.payment_method,
    reason: wanted.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: wanted.status,
    transfer_reversal: null,
  };
}
