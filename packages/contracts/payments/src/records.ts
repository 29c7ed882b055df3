import { currency, minorUnits, uuid } from '@lodging/contract-wire';
import { z } from 'zod';

export const paymentState = z.enum([
  'requires_payment',
  'requires_action',
  'processing',
  'succeeded',
  'failed',
  'refunded',
]);
export type PaymentState = z.infer<typeof paymentState>;

export const paymentHandle = z.object({
  reservationId: uuid,
  providerPaymentIntentId: z.string(),
  clientSecret: z.string(),
  amountMinorUnits: minorUnits,
  currency,
  state: paymentState,
});
export type PaymentHandle = z.infer<typeof paymentHandle>;

export const paymentFacts = paymentHandle.omit({ clientSecret: true });

export const refund = z.object({
  id: uuid,
  reservationId: uuid,
  amountMinorUnits: minorUnits,
  currency,
  state: z.enum(['pending', 'succeeded', 'failed']),
  providerRefundId: z.string().nullable(),
});
export type Refund = z.infer<typeof refund>;
