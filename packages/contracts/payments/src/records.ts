import { currency, exampleIds, exampleOf, minorUnits, timestamp, uuid } from '@lodging/contract-wire';
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

/** An amount that takes several payments is cut into one refund for each, from the newest payment backwards. */
export const createdRefund = refund
  .extend({
    others: z
      .array(refund)
      .optional()
      .meta({
        description:
          'Where the amount takes several payments: their refunds, each with its own state. One that the provider refused is ' +
          '`failed`: its amount is still here. The record itself is that of the newest payment which was not refused.',
      }),
  })
  .meta({
    id: 'CreatedRefund',
    description: 'Money on its way back.',
    example: exampleOf(refund),
  });

export const refundReason = z
  .enum(['requested', 'cancellation', 'no_show', 'change', 'late', 'provider'])
  .meta({
    id: 'RefundReason',
    description:
      'Why money goes back: `requested` by the operator; `cancellation` and `no_show` by the terms of the stay; `change` of ' +
      'the stay; `late` because it came too late to pay for the stay; `provider` for a refund of the provider’s dashboard.',
  });
export type RefundReason = z.infer<typeof refundReason>;

/** Who asked for a change, for the history of the booking. Webhooks do not carry it. */
export const requester = z.object({
  kind: z.enum(['secret_key', 'publishable_key', 'operator', 'platform', 'system']),
  /** Of the key, or of the operator. */
  id: z.string().nullable(),
  requestId: z.string().nullable(),
});
export type Requester = z.infer<typeof requester>;

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
  /** As `paidOfflineMinorUnits` of an obligation. It is never refunded by us. */
  offlineMinorUnits: minorUnits.default('0'),
});
export type SettlementTerms = z.infer<typeof settlementTerms>;

export const paymentPurpose = z.enum(['stay', 'deposit', 'balance', 'change', 'penalty']).meta({
  id: 'PaymentPurpose',
  description:
    'What a payment is for: the `stay` or its `deposit`, which confirm it; the `balance` of a confirmed stay; a `change` ' +
    'of it; the `penalty` of a stay that was cancelled, or whose guest did not come.',
});
export type PaymentPurpose = z.infer<typeof paymentPurpose>;

export const paymentMethod = z.enum(['card', 'cash', 'transfer', 'other']).meta({
  id: 'PaymentMethod',
  description: 'How it was paid. A payment through the provider is `card`.',
});

const examplePaymentId = '0197a31f-0c0d-7e0f-a021-324354657687';

export const paymentEntry = z
  .object({
    id: uuid,
    purpose: paymentPurpose,
    method: paymentMethod,
    providerPaymentIntentId: z.string().nullable().meta({
      description:
        'Null for money that the operator took, and for a payment page that the guest has not used.',
    }),
    amountMinorUnits: minorUnits,
    state: paymentState,
    createdAt: timestamp,
    note: z.string().nullable().meta({ description: 'Of the operator, on money taken at the desk.' }),
    returned: z
      .boolean()
      .meta({ description: 'Money that the operator handed back: it counts as returned.' }),
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
