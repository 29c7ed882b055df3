import { currency, instant, minorUnits, rpc, text, uuid } from '@lodging/contract-wire';
import { z } from 'zod';
import { byGuest, paymentHandle, refund } from './records.ts';

const context = 'payments';

const changePayment = z.object({
  reservationId: uuid,
  changeId: uuid,
  amountMinorUnits: minorUnits,
  currency,
  /** The end of the change. */
  expiresAt: instant,
  byGuest,
});
const changeRefusals = [
  'provider_not_configured',
  'payment_already_initiated',
  'limit_reached',
  'resource_locked',
  'payment_setup_failed',
  /** The change, or the stay, has ended. */
  'nothing_due',
] as const;

/** Opens an intent for what a change of a stay costs, as the one live payment of its reservation, or returns the open one. */
export const openChangeIntent = rpc({
  context,
  name: 'open-change-intent',
  request: changePayment,
  response: paymentHandle,
  refusals: changeRefusals,
  idempotent: true,
  calledBy: ['reservations'],
  calledFor: ['reservations.v1.change-stay', 'reservations.v1.change-managed-stay'],
});

/** The same on a page of the provider, in place of the open intent of the change. */
export const openChangeSession = rpc({
  context,
  name: 'open-change-session',
  request: changePayment.extend({
    successUrl: text({ min: 1, max: 2_000 }),
    cancelUrl: text({ min: 1, max: 2_000 }),
    productName: text({ min: 1, max: 250 }).optional(),
  }),
  response: z.object({
    id: z.string(),
    url: z.string(),
    amountMinorUnits: minorUnits,
    currency,
    expiresAt: instant,
  }),
  refusals: [...changeRefusals, 'invalid_redirect_url'],
  idempotent: true,
  calledFor: ['reservations.v1.open-booking-session', 'reservations.v1.open-managed-session'],
});

/**
 * Cancels the live payment of a change or, without one, that of a hold. Unlike `end-payment` it does not end the
 * reservation: another payment may be opened, but none for the same change. `succeeded`: it was paid.
 */
export const cancelAttempt = rpc({
  context,
  name: 'cancel-attempt',
  request: z.object({ reservationId: uuid, changeId: uuid.nullable() }),
  response: z.object({ outcome: z.enum(['none', 'ended', 'succeeded']) }),
  refusals: [],
  idempotent: true,
  calledBy: ['reservations'],
});

/**
 * Returns what is here above the obligation of a changed stay. The amount is decided by the first request for a change;
 * what the provider refuses is retried. It waits for the provider for 5 s at most; what has no answer by then is
 * `pending`.
 */
export const settleChange = rpc({
  context,
  name: 'settle-change',
  request: z.object({
    reservationId: uuid,
    changeId: uuid,
    /** The new price and what this change and earlier ones retained. */
    keepMinorUnits: minorUnits,
    /** As `paidOfflineMinorUnits` of an obligation. */
    offlineMinorUnits: minorUnits,
  }),
  response: z.object({
    /** Before the refunds of the change. */
    netMinorUnits: minorUnits,
    /** All that goes back, also what the operator has to hand over. */
    refundMinorUnits: minorUnits,
    owedMinorUnits: minorUnits,
    refunds: z.array(refund),
  }),
  refusals: [],
  idempotent: true,
  calledBy: ['reservations'],
});

/** Refunds in full, and once, what was paid for a change that could not be applied. Null: nothing was paid. */
export const returnChangePayment = rpc({
  context,
  name: 'return-change-payment',
  request: z.object({ reservationId: uuid, changeId: uuid }),
  response: z.object({ refund: refund.nullable() }),
  refusals: [],
  idempotent: true,
  calledBy: ['reservations'],
});
