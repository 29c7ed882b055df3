import { exampleIds, listOf, rpc, timestamp, uuid } from '@lodging/contract-wire';
import { z } from 'zod';

const context = 'reservations';

export const historyAction = z
  .enum([
    'created',
    'guest_verified',
    'payment_opened',
    'payment_failed',
    'payment_succeeded',
    'confirmed',
    'checked_in',
    'checked_out',
    'no_show',
    'cancelled',
    'expired',
    'changed',
    'change_awaits_payment',
    'change_ended',
    'refunded',
    'refund_failed',
    'updated',
    'erased',
    'relocated',
  ])
  .meta({ id: 'HistoryAction', description: 'The history of a booking.' });

const actor = z
  .object({
    kind: z.enum(['secret_key', 'publishable_key', 'operator', 'guest', 'provider', 'system', 'platform']),
    id: z
      .string()
      .nullable()
      .meta({
        description:
          'Of the key, the operator or the provider’s event, or the name of a timer. Null for a guest, and for a payment ' +
          'that was read before its event arrived.',
      }),
    label: z.string().nullable().meta({
      description:
        'The name of the key, null once it is revoked, or of the operator, else the address. Null for others.',
    }),
  })
  .meta({ id: 'HistoryActor', description: 'The actor.' });

export const historyEntry = z
  .object({
    id: uuid,
    at: timestamp,
    action: historyAction,
    version: z.int().meta({ description: 'The version of the booking after this change.' }),
    actor,
    requestId: z.string().nullable().meta({ description: 'As in X-Request-Id; null without a request.' }),
    changes: listOf(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() }), 100).meta({
      description:
        'Guest data, notes and metadata are shown as `set` or null, tax exemptions by their codes.',
    }),
    note: z.string().nullable(),
  })
  .meta({
    id: 'HistoryEntry',
    description: 'One entry in the history of a booking. Entries never change.',
    example: {
      id: '0197a2f0-6a6b-7c6d-8e6f-606162636465',
      at: '2027-06-10T14:20:00.000Z',
      action: 'checked_in',
      version: 3,
      actor: { kind: 'secret_key', id: '0197a1b0-1a1b-7c1d-8e1f-101112131415', label: null },
      requestId: exampleIds.reservation,
      changes: [{ field: 'state', before: 'confirmed', after: 'checked_in' }],
      note: null,
    },
  });

/** Oldest first. Positions are opaque. */
export const listHistory = rpc({
  context,
  name: 'list-history',
  request: z.object({
    reservationId: uuid,
    limit: z.int().min(1).max(100),
    after: z.string().nullable(),
  }),
  response: z.object({ entries: z.array(historyEntry), nextAfter: z.string().nullable() }),
  refusals: ['booking_not_found'],
  idempotent: true,
});
