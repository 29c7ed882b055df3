import { currency, exampleIds, minorUnits, uuid } from '@lodging/contract-wire';
import { z } from 'zod';

export const paymentState = z
  .enum(['requires_payment', 'requires_action', 'processing', 'succeeded', 'failed', 'refunded'])
  .meta({ id: 'PaymentState', description: 'The state of a payment.' });
export type PaymentState = z.infer<typeof paymentState>;

const examplePayment = {
  reservationId: exampleIds.reservation,
  providerPaymentIntentId: 'pi_3Pq7Zx2eZvKYlo2C',
  amountMinorUnits: '20000',
  currency: 'EUR',
  state: 'requires_payment',
};

export const paymentHandle = z
  .object({
    reservationId: uuid,
    providerPaymentIntentId: z.string(),
    clientSecret: z.string(),
    amountMinorUnits: minorUnits,
    currency,
    state: paymentState,
  })
  .meta({
    id: 'PaymentHandle',
    description:
      'What the payment provider’s browser client needs. `clientSecret` is for the paying guest alone.',
    example: { ...examplePayment, clientSecret: 'pi_3Pq7Zx2eZvKYlo2C_secret_of_the_guest' },
  });
export type PaymentHandle = z.infer<typeof paymentHandle>;

export const paymentFacts = paymentHandle.omit({ clientSecret: true }).meta({
  id: 'PaymentFacts',
  description: 'A payment without its client secret.',
  example: examplePayment,
});

export const refund = z
  .object({
    id: uuid,
    reservationId: uuid,
    amountMinorUnits: minorUnits,
    currency,
    state: z.enum(['pending', 'succeeded', 'failed']),
    providerRefundId: z.string().nullable(),
  })
  .meta({
    id: 'Refund',
    description: 'Money on its way back.',
    example: {
      id: '0197a31f-0d1e-7f20-b132-435465768798',
      reservationId: exampleIds.reservation,
      amountMinorUnits: '5000',
      currency: 'EUR',
      state: 'succeeded',
      providerRefundId: 're_3Pq7Zx2eZvKYlo2C',
    },
  });
export type Refund = z.infer<typeof refund>;
