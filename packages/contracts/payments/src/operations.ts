import { currency, instant, minorUnits, rpc, text, uuid, requestedMinorUnits } from '@lodging/contract-wire';
import { z } from 'zod';
import {
  byGuest,
  createdRefund,
  obligation,
  paymentEntry,
  paymentHandle,
  paymentMethod,
  paymentPurpose,
  paymentState,
  refund,
  refundReason,
} from './records.ts';

const context = 'payments';

/**
 * Opens an intent as the one live payment of a reservation, or returns the open one.
 * `outcome`: `replayed` when this key opened it before, `already_open` when another key did. `limit_reached` has the
 * field `limit`, here and below: so many keys, refunds or payments exist already.
 */
export const openIntent = rpc({
  context,
  name: 'open-intent',
  request: z.object({
    reservationId: uuid,
    idempotencyKey: uuid,
    amountMinorUnits: minorUnits,
    currency,
    /** Absent: the stay. */
    purpose: paymentPurpose.extract(['stay', 'deposit']).optional(),
    /** The end of the hold. No intent is opened after it. */
    expiresAt: instant,
  }),
  response: z.object({ handle: paymentHandle, outcome: z.enum(['created', 'already_open', 'replayed']) }),
  refusals: [
    'provider_not_configured',
    'already_paid',
    'payment_already_initiated',
    'idempotency_key_conflict',
    'resource_locked',
    'limit_reached',
    'payment_setup_failed',
    /** The payment was ended before this request: the hold expired or was cancelled. */
    'reservation_not_holdable',
  ],
  idempotent: true,
  calledFor: ['reservations.v1.create-payment-intent', 'reservations.v1.create-booking'],
});
export type OpenIntentResponse = z.infer<typeof openIntent.response>;

/** The state of a reservation's money; read from the provider first while no success is known. */
export const checkPayment = rpc({
  context,
  name: 'check-payment',
  request: z.object({ reservationId: uuid }),
  response: z.object({
    state: paymentState.or(z.literal('none')),
    amountMinorUnits: minorUnits.nullable(),
    currency: currency.nullable(),
  }),
  refusals: [],
  idempotent: true,
  calledFor: [
    'reservations.v1.create-payment-intent',
    'reservations.v1.create-checkout-session',
    'reservations.v1.confirm-hold',
  ],
});

/** The money of a reservation that came in through us. */
export const readBalance = rpc({
  context,
  name: 'read-balance',
  request: z.object({ reservationId: uuid }),
  response: z.object({
    /** What has not gone back; a refund on its way has. */
    netMinorUnits: minorUnits,
    /** What counts as paid: a voluntary refund of the operator does not make the guest owe the amount. */
    paidMinorUnits: minorUnits,
    /** What the provider can send back. */
    returnableMinorUnits: minorUnits,
  }),
  refusals: [],
  idempotent: true,
  calledBy: ['reservations'],
  calledFor: ['reservations.v1.preview-cancellation', 'reservations.v1.read-managed-booking'],
});

/**
 * Refunds of all tenants that the provider has and no request made: those of the rules, and those of the
 * provider's dashboard. By their last change. What is not `isFinal` is so young that earlier ones may still appear.
 */
export const listUnrequestedRefunds = rpc({
  context,
  name: 'list-unrequested-refunds',
  request: z.object({
    limit: z.int().min(1).max(100),
    after: z.object({ changedAt: z.string(), id: uuid }).nullable(),
  }),
  response: z.object({
    refunds: z.array(
      z.object({
        tenantId: uuid,
        id: uuid,
        reservationId: uuid,
        amountMinorUnits: minorUnits,
        currency,
        state: refund.shape.state,
        reason: refundReason,
        createdAt: instant,
        changedAt: z.string(),
        isFinal: z.boolean(),
      }),
    ),
  }),
  refusals: [],
  idempotent: true,
  platformOnly: true,
  calledBy: ['gateway'],
});
export type UnrequestedRefund = z.infer<typeof listUnrequestedRefunds.response>['refunds'][number];

/** What the page says is sold. */
const productName = text({ min: 1, max: 250 }).optional();

/**
 * Opens a Checkout Session as the one live payment of a reservation, or returns the open one. The origins of both URLs
 * must be on the tenant's list; `http` is allowed for localhost in the sandbox only.
 */
export const openCheckoutSession = rpc({
  context,
  name: 'open-checkout-session',
  request: z.object({
    reservationId: uuid,
    amountMinorUnits: minorUnits,
    currency,
    /** Absent: the stay. */
    purpose: paymentPurpose.extract(['stay', 'deposit']).optional(),
    expiresAt: instant,
    successUrl: text({ min: 1, max: 2_000 }),
    cancelUrl: text({ min: 1, max: 2_000 }),
    productName,
  }),
  response: z.object({ id: z.string(), url: z.string() }),
  refusals: [
    'invalid_redirect_url',
    'provider_not_configured',
    'already_paid',
    'payment_already_initiated',
    'reservation_not_holdable',
    'resource_locked',
    'payment_setup_failed',
  ],
  idempotent: true,
  calledFor: ['reservations.v1.create-checkout-session'],
});

/**
 * Refunds what an operator requests, at most what has not been refunded yet; all of that where no amount is given. The
 * amount is reserved before the provider is called. Without its response the refund is `pending`, to be reconciled.
 * Never in a service's own name, and only with the permission, whatever the caller's caller has checked.
 */
export const createRefund = rpc({
  context,
  name: 'create-refund',
  request: z.object({
    reservationId: uuid,
    amountMinorUnits: requestedMinorUnits.optional(),
    idempotencyKey: uuid.optional(),
  }),
  response: createdRefund,
  refusals: [
    'insufficient_permission',
    'idempotency_key_conflict',
    'no_succeeded_payment',
    'provider_not_configured',
    'refund_exceeds_payment',
    'provider_refund_failed',
    'limit_reached',
    'nothing_to_refund',
  ],
  idempotent: false,
  calledFor: ['reservations.v1.refund-booking'],
});

const duePayment = z.object({
  reservationId: uuid,
  idempotencyKey: uuid,
  purpose: paymentPurpose.extract(['balance', 'change', 'penalty']),
  obligation,
  /** Absent: all that is due. */
  amountMinorUnits: requestedMinorUnits.optional(),
  currency,
});
const dueRefusals = [
  'idempotency_key_conflict',
  'nothing_due',
  'validation_failed',
  'payment_already_initiated',
  'provider_not_configured',
  'resource_locked',
  'limit_reached',
  'payment_setup_failed',
] as const;

/** Opens an intent for what is due of a confirmed stay, or of what the terms of an ended one keep. It lives for 24 hours. */
export const openDueIntent = rpc({
  context,
  name: 'open-due-intent',
  request: duePayment,
  response: paymentHandle,
  refusals: dueRefusals,
  idempotent: true,
  calledFor: ['reservations.v1.open-booking-intent'],
});

/** Opens a Checkout Session for what is due. It lives for 24 hours at the most. */
export const openDueSession = rpc({
  context,
  name: 'open-due-session',
  request: duePayment.extend({
    successUrl: text({ min: 1, max: 2_000 }),
    cancelUrl: text({ min: 1, max: 2_000 }),
    productName,
    byGuest,
  }),
  response: z.object({
    id: z.string(),
    url: z.string(),
    amountMinorUnits: minorUnits,
    currency,
    expiresAt: instant,
  }),
  refusals: [...dueRefusals, 'invalid_redirect_url'],
  idempotent: true,
  calledFor: ['reservations.v1.open-booking-session', 'reservations.v1.open-managed-session'],
});

/**
 * Records money that the operator took, or handed back (`returned`, at most what is here), without the provider. All that
 * came in for a booking has 15 digits at most.
 */
export const recordOfflinePayment = rpc({
  context,
  name: 'record-offline-payment',
  request: z.object({
    reservationId: uuid,
    idempotencyKey: uuid,
    purpose: paymentPurpose,
    amountMinorUnits: minorUnits,
    currency,
    method: paymentMethod,
    note: z.string().nullable(),
    returned: z.boolean(),
    obligation: obligation.pick({ paidOfflineMinorUnits: true }),
  }),
  response: paymentEntry,
  refusals: ['idempotency_key_conflict', 'validation_failed', 'limit_reached'],
  idempotent: true,
  calledFor: ['reservations.v1.record-booking-payment'],
});
