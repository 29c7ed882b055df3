import { paymentHandle, refund } from '@lodging/contract-payments';
import { exampleOf, listOf, pageRequest, rpc, uuid } from '@lodging/contract-wire';
import { z } from 'zod';
import { changedStay, changeQuote, stayChange } from './changes.ts';
import { bookingWithTerms } from './records.ts';

const context = 'reservations';

const pricing = [
  'currency_mismatch',
  'resource_not_found',
  'rate_plan_not_found',
  'rate_plan_required',
  'invalid_window',
  'party_not_divisible',
  'unavailable',
  'no_pricing_rule',
  'exemption_not_allowed',
  'fx_rate_unavailable',
  'search_too_broad',
] as const;

export const quoteRefusals = [
  'insufficient_permission',
  'booking_not_found',
  'version_mismatch',
  'validation_failed',
  'change_not_allowed',
  'change_pending',
  'no_change',
  ...pricing,
] as const;

export const quoteChange = rpc({
  context,
  name: 'quote-change',
  permission: 'book',
  request: z.object({ reservationId: uuid, ifMatch: z.array(z.string()).optional(), ...changedStay }),
  response: changeQuote,
  refusals: quoteRefusals,
  idempotent: true,
});
const changedBooking = z
  .object({
    booking: bookingWithTerms,
    change: stayChange,
    payment: paymentHandle.nullable().meta({ description: 'While the change awaits its payment.' }),
    refunds: listOf(refund, 1_000).meta({ description: 'Those of the change.' }),
  })
  .meta({
    id: 'ChangedBooking',
    description: 'The booking, its change, and the money that moves.',
    example: {
      booking: exampleOf(bookingWithTerms),
      change: exampleOf(stayChange),
      payment: null,
      refunds: [],
    },
  });

export const settleMode = z.enum(['now', 'later']);

export const applyRefusals = [
  'insufficient_permission',
  'booking_not_found',
  'version_mismatch',
  'invalid_change_token',
  'change_quote_expired',
  'change_not_allowed',
  'change_pending',
  'change_outdated',
  'idempotency_key_conflict',
  'resource_locked',
  'booking_conflict',
  'provider_not_configured',
  'payment_already_initiated',
  'payment_setup_failed',
  'limit_reached',
] as const;

/**
 * Applies a quoted change. What is due `now` is paid first: the booking stays as it is, and the change awaits its payment.
 * `relocates`: it cures a conflict with a channel. `repeats`: only where an earlier request with the key has made it.
 */
export const changeStay = rpc({
  context,
  name: 'change-stay',
  permission: 'book',
  request: z.object({
    reservationId: uuid,
    idempotencyKey: uuid,
    changeToken: z.string().min(1),
    settle: settleMode.default('now'),
    ifMatch: z.array(z.string()).optional(),
    relocates: z.boolean().optional(),
    repeats: z.boolean().optional(),
  }),
  response: changedBooking,
  refusals: [...applyRefusals, 'change_not_found'],
  idempotent: true,
});
export type ChangedBookingWire = z.infer<typeof changedBooking>;

/** Newest last. */
export const listChanges = rpc({
  context,
  name: 'list-changes',
  request: pageRequest.extend({ reservationId: uuid }),
  response: z.object({
    changes: z.array(stayChange),
    nextAfter: z.object({ createdAt: z.string(), id: uuid }).nullable(),
  }),
  refusals: ['booking_not_found'],
  idempotent: true,
});

export const readChange = rpc({
  context,
  name: 'read-change',
  request: z.object({ reservationId: uuid, changeId: uuid }),
  response: stayChange,
  refusals: ['booking_not_found', 'change_not_found'],
  idempotent: true,
});

/** Ends a change that awaits its payment. */
export const endChange = rpc({
  context,
  name: 'end-change',
  permission: 'book',
  request: z.object({ reservationId: uuid, changeId: uuid }),
  response: z.object({ ended: z.literal(true) }),
  refusals: ['booking_not_found', 'change_not_found', 'change_not_allowed', 'resource_locked'],
  idempotent: true,
});
