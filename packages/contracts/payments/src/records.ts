import { currency, exampleIds, exampleOf, minorUnits, uuid } from '@lodging/contract-wire';
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

export const refundReason = z
  .enum(['requested', 'cancellation', 'no_show', 'change', 'late', 'provider'])
  .meta({
    id: 'RefundReason',
    description:
      'Why money goes back: `requested` by the operator; `cancellation` and `no_show` by the terms of the stay; `change` of ' +
      'the stay; `late` because it came too late to pay for the stay; `provider` for a refund of the provider’s dashboard.',
  });
export type RefundReason = z.infer<typeof refundReason>;

/** The data of events. Those that were published before have no reason. */
export const refundFacts = refund.extend({ reason: refundReason.optional() }).meta({
  id: 'RefundFacts',
  description: 'Money on its way back, and why.',
  example: { ...Object(exampleOf(refund)), reason: 'requested' },
});

/**
 * What is kept of the money of a reservation that was cancelled, or whose guest did not come. Reservations decides it
 * once; whatever is here above `keepMinorUnits` goes back, then and later.
 */
export const settlementTerms = z.object({
  id: uuid,
  reason: z.enum(['cancellation', 'no_show']),
  /** The whole penalty, also where less has come in. */
  keepMinorUnits: minorUnits,
  /** Paid to the operator without us when the booking was made (`paidOffline`). It is never refunded by us. */
  offlineMinorUnits: minorUnits.default('0'),
});
export type SettlementTerms = z.infer<typeof settlementTerms>;
