import { exampleIds, instant, listOf, rpc, timestamp, uuid } from '@lodging/contract-wire';
import { z } from 'zod';

const context = 'reservations';

const remaining = z.object({
  what: z.string(),
  why: z.string(),
  until: timestamp.nullable().meta({ description: 'When it is deleted; null if never.' }),
});

export const guestErasure = z
  .object({
    id: uuid,
    erasedAt: timestamp,
    erased: listOf(z.string(), 50).meta({ description: 'The fields that held data.' }),
    remains: listOf(remaining, 50).meta({ description: 'What is kept, and why.' }),
    elsewhere: listOf(
      z.object({
        system: z.enum(['payment_provider']),
        accountId: z.string(),
        paymentIntentIds: listOf(z.string(), 100_000),
      }),
      1_000,
    ).meta({ description: 'Where other systems know the guest: erase it there, too.' }),
  })
  .meta({
    id: 'GuestErasure',
    description: 'What an erasure removed, and what remains.',
    example: {
      id: exampleIds.guest,
      erasedAt: '2027-07-01T09:00:00.000Z',
      erased: ['email', 'name', 'bookings.guestEmail', 'bookings.guestName'],
      remains: [{ what: 'bills, payments and refunds', why: 'the rules of accounting', until: null }],
      elsewhere: [
        {
          system: 'payment_provider',
          accountId: 'acct_1Pq7Zx2eZvKYlo2C',
          paymentIntentIds: ['pi_3Pq7Zx2eZvKYlo2C'],
        },
      ],
    },
  });
export type GuestErasure = z.infer<typeof guestErasure>;

/** A repeated request gets the same answer. */
export const eraseGuest = rpc({
  context,
  name: 'erase-guest',
  permission: 'guest:erase',
  request: z.object({ guestId: uuid }),
  response: guestErasure,
  refusals: [
    'insufficient_permission',
    'guest_not_found',
    'guest_has_open_stays',
    'limit_reached',
    'resource_locked',
  ],
  idempotent: true,
});

/** The data of `guest.erased`. */
export const erasedGuest = z
  .object({
    id: uuid,
    reservationIds: listOf(uuid, 10_000).optional().meta({
      description:
        'The bookings of the guest; absent above about 500, which `GET /v1/guests/{id}/stays` lists.',
    }),
  })
  .meta({
    id: 'ErasedGuest',
    description: 'An erased guest, without any data of the guest.',
    example: { id: exampleIds.guest, reservationIds: [exampleIds.reservation] },
  });

/** Erasures of all tenants since a moment, oldest first: after a restore from an older backup they are repeated. */
export const listErasures = rpc({
  context,
  name: 'list-erasures',
  request: z.object({
    since: instant,
    limit: z.int().min(1).max(500),
    after: z.object({ erasedAt: z.string(), id: uuid }).nullable(),
  }),
  response: z.object({
    erasures: z.array(
      z.object({ tenantId: uuid, guestId: uuid, livemode: z.boolean(), erasedAt: timestamp }),
    ),
    nextAfter: z.object({ erasedAt: z.string(), id: uuid }).nullable(),
  }),
  refusals: [],
  idempotent: true,
  platformOnly: true,
});
