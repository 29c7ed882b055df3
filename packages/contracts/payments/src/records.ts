import { currency, exampleIds, exampleOf, listOf, minorUnits, timestamp, uuid } from '@lodging/contract-wire';
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
      'The data for the payment provider’s browser client. `clientSecret` is for the paying guest only.',
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
    description: 'Pending refunds.',
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

/** An amount that takes several payments is cut into one refund for each, from the newest payment backwards. */
export const createdRefund = refund
  .extend({
    others: listOf(refund, 1_000)
      .optional()
      .meta({
        description:
          'If the amount exceeds one payment: the refunds of all payments, each with its state. One that the ' +
          'provider rejected is `failed`, its amount still held. The record itself is the newest one not rejected.',
      }),
  })
  .meta({
    id: 'CreatedRefund',
    description: 'Pending refunds.',
    example: exampleOf(refund),
  });

export const refundReason = z
  .enum(['requested', 'cancellation', 'no_show', 'change', 'late', 'provider'])
  .meta({
    id: 'RefundReason',
    description:
      'The reason of the refund: `requested` by the operator; `cancellation` and `no_show` by the terms of the ' +
      'stay; `change` of the stay; `late`: the payment arrived too late for the stay; `provider`: made in the ' +
      'dashboard of the provider.',
  });
export type RefundReason = z.infer<typeof refundReason>;

/** True: sent by the guest, by the link in a mail. */
export const byGuest = z.literal(true).optional();
/** Who requested a change, for the history of the booking. Webhooks do not carry it. */
export const requester = z.object({
  kind: z.enum(['secret_key', 'publishable_key', 'operator', 'platform', 'system']),
  /** Of the key, or of the operator. */
  id: z.string().nullable(),
  requestId: z.string().nullable(),
  /** The guest sent it, by the link in a mail; kind and id are those of the key that carried it. */
  byGuest,
});
export type Requester = z.infer<typeof requester>;

/** The data of events. Those that were published before have no reason. */
export const refundFacts = refund.extend({ reason: refundReason.optional() }).meta({
  id: 'RefundFacts',
  description: 'Pending refunds, with their reason.',
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
  /** As `paidOfflineMinorUnits` of an obligation. It is never refunded by us. */
  offlineMinorUnits: minorUnits.default('0'),
});
export type SettlementTerms = z.infer<typeof settlementTerms>;

export const paymentPurpose = z.enum(['stay', 'deposit', 'balance', 'change', 'penalty']).meta({
  id: 'PaymentPurpose',
  description:
    'The purpose of a payment: the `stay` or its `deposit`, which confirm the stay; the `balance` of a confirmed ' +
    'stay; a `change` of it; the `penalty` of a cancellation or no-show.',
});
export type PaymentPurpose = z.infer<typeof paymentPurpose>;

export const paymentMethod = z.enum(['card', 'cash', 'transfer', 'other']).meta({
  id: 'PaymentMethod',
  description: 'The payment method. A payment through the provider is `card`.',
});

const examplePaymentId = '0197a31f-0c0d-7e0f-a021-324354657687';

export const paymentEntry = z
  .object({
    id: uuid,
    purpose: paymentPurpose,
    method: paymentMethod,
    providerPaymentIntentId: z.string().nullable().meta({
      description: 'Null for an offline payment, and for a payment page that the guest has not used.',
    }),
    amountMinorUnits: minorUnits,
    state: paymentState,
    createdAt: timestamp,
    note: z.string().nullable().meta({ description: 'A note of the operator on an offline payment.' }),
    returned: z.boolean().meta({ description: 'An offline refund by the operator; it counts as returned.' }),
  })
  .meta({
    id: 'PaymentEntry',
    description: 'One payment of a booking, or one attempt at it.',
    example: {
      id: examplePaymentId,
      purpose: 'stay',
      method: 'card',
      providerPaymentIntentId: 'pi_3Pq7Zx2eZvKYlo2C',
      amountMinorUnits: '20000',
      state: 'succeeded',
      createdAt: '2027-05-03T09:03:00.000Z',
      note: null,
      returned: false,
    },
  });
export type PaymentEntry = z.infer<typeof paymentEntry>;

export const refundEntry = refund
  .extend({ reason: refundReason, paymentId: uuid, createdAt: timestamp })
  .meta({
    id: 'RefundEntry',
    description: 'One refund of a booking.',
    example: {
      ...Object(exampleOf(refund)),
      reason: 'requested',
      paymentId: examplePaymentId,
      createdAt: '2027-05-04T10:00:00.000Z',
    },
  });

/** What reservations knows of the money of a booking: it keeps the price and the schedule. */
export const obligation = z.object({
  /** What of the price is due by now. */
  dueByNowMinorUnits: minorUnits,
  /**
   * The price of a booking that the operator confirmed, else 0. It counts as paid to the operator (`paidOffline`) unless
   * a payment confirmed the stay: a booking that the operator made is confirmed in one of the two ways.
   */
  paidOfflineMinorUnits: minorUnits,
});
