import { paymentHandle } from '@lodging/contract-payments';
import { exampleOf, instant, listOf, rpc, text, uuid } from '@lodging/contract-wire';
import { z } from 'zod';
import { applyRefusals, quoteRefusals } from '../change-operations.ts';
import { changeQuote, stayChange } from '../changes.ts';
import { refundOfGuest, stayOfGuest } from './managed-bookings.ts';
import { MAX_GUEST_TOKEN } from './manage.ts';

const context = 'reservations';
const guestToken = text({ max: MAX_GUEST_TOKEN });
const ofGuest = ['guest_token_invalid', 'guest_may_not'] as const;

/** Other dates alone, evaluated as a change by the operator is. Notes of lines are left out. */
export const quoteManagedChange = rpc({
  context,
  name: 'quote-managed-change',
  permission: 'book',
  takesPublishable: true,
  request: z.object({ guestToken, from: instant.optional(), to: instant.optional() }),
  response: changeQuote,
  refusals: [
    ...ofGuest,
    ...quoteRefusals.filter(
      (code) =>
        code !== 'booking_not_found' && code !== 'insufficient_permission' && code !== 'version_mismatch',
    ),
  ],
  idempotent: true,
});

/** What is due is paid first. */
export const changeManagedStay = rpc({
  context,
  name: 'change-managed-stay',
  permission: 'book',
  takesPublishable: true,
  request: z.object({ guestToken, idempotencyKey: uuid, changeToken: z.string().min(1) }),
  response: z
    .object({
      booking: stayOfGuest,
      change: stayChange,
      payment: paymentHandle.nullable().meta({ description: 'While the change awaits its payment.' }),
      refunds: listOf(refundOfGuest, 1_000).meta({ description: 'Those of the change.' }),
    })
    .meta({
      id: 'ChangedByGuest',
      description: 'A booking whose dates its guest has changed.',
      example: {
        booking: exampleOf(stayOfGuest),
        change: exampleOf(stayChange),
        payment: null,
        refunds: [],
      },
    }),
  refusals: [
    ...ofGuest,
    ...applyRefusals.filter(
      (code) =>
        code !== 'booking_not_found' && code !== 'insufficient_permission' && code !== 'version_mismatch',
    ),
  ],
  idempotent: true,
});
