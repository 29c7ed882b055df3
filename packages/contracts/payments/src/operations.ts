// Owns the requests that payments answers to reservations and to the platform's operator.
import { currency, instant, minorUnits, rpc, text, uuid } from '@lodging/contract-wire';
import { z } from 'zod';
import { paymentHandle, paymentState, refund } from './records.ts';

const context = 'payments';

/**
 * Opens the one live payment attempt of a reservation, or answers the one that is open.
 * `outcome`: `replayed` when this key opened it before, `already_open` when another key did.
 */
export const openIntent = rpc({
  context,
  name: 'open-intent',
  request: z.object({
    reservationId: uuid,
    idempotencyKey: uuid,
    amountMinorUnits: minorUnits,
    currency,
    /** The end of the hold; an intent is never opened after it. */
    expiresAt: instant,
  }),
  response: z.object({ handle: paymentHandle, outcome: z.enum(['created', 'already_open', 'replayed']) }),
  refusals: [
    'provider_not_configured',
    'already_paid',
    'payment_already_initiated',
    'idempotency_key_conflict',
    'resource_locked',
    'payment_setup_failed',
    /** The payment was ended (hold expired or cancelled) before this request came. */
    'reservation_not_holdable',
  ],
  idempotent: true,
});
export type OpenIntentResponse = z.infer<typeof openIntent.response>;

/** What is known of a reservation's money; asks the provider first when no success is known yet. */
export const settlePayment = rpc({
  context,
  name: 'settle-payment',
  request: z.object({ reservationId: uuid }),
  response: z.object({
    state: paymentState.or(z.literal('none')),
    amountMinorUnits: minorUnits.nullable(),
    currency: currency.nullable(),
  }),
  refusals: [],
  idempotent: true,
});

/**
 * Ends the open attempt, so that no money can move any more. `succeeded` when the money had already moved, `ended` when
 * there was an attempt and it is over, `none` when there never was one; none can be opened afterwards.
 */
export const endPayment = rpc({
  context,
  name: 'end-payment',
  request: z.object({ reservationId: uuid }),
  response: z.object({ outcome: z.enum(['none', 'ended', 'succeeded']) }),
  refusals: [],
  idempotent: true,
});

/** Gives back in full what came in for a reservation that cannot be honoured. Once, however often it is asked. */
export const returnPayment = rpc({
  context,
  name: 'return-payment',
  request: z.object({ reservationId: uuid, reason: z.enum(['late', 'cancelled']) }),
  response: z.object({ refund: refund.nullable() }),
  refusals: [],
  idempotent: true,
});

export const paymentAccount = z.object({
  provider: z.literal('stripe'),
  accountId: z.string().regex(/^acct_[A-Za-z0-9_]{1,64}$/, 'must be an account id of the provider'),
  redirectOrigins: z
    .array(text({ min: 1, max: 200 }))
    .max(20)
    .default([]),
});
/** The account of the tenant that the call carries. */
export const setPaymentAccount = rpc({
  context,
  name: 'set-payment-account',
  request: paymentAccount,
  response: paymentAccount,
  refusals: ['validation_failed'],
  idempotent: true,
});
export const removePaymentAccount = rpc({
  context,
  name: 'remove-payment-account',
  request: z.object({}),
  response: z.object({ removed: z.boolean() }),
  refusals: ['payment_account_not_found'],
  idempotent: true,
});
