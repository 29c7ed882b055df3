import { exampleOf, listOf, rpc, timestamp, uuid } from '@lodging/contract-wire';
import { z } from 'zod';
import { guest, guestStay } from './guests.ts';
import { historyEntry } from '../history.ts';
import { bookingPayments } from '../money.ts';
import { bookingWithTerms } from '../records.ts';

const context = 'reservations';

const exportedStay = z.object({
  booking: bookingWithTerms.extend({ verified: guestStay.shape.verified }),
  payments: bookingPayments,
  history: listOf(historyEntry, 10_000),
  mails: listOf(z.object({ kind: z.string(), sentAt: timestamp }), 10_000).meta({
    description: 'The mails that were sent to the guest about the booking.',
  }),
});

export const guestExport = z
  .object({
    exportedAt: timestamp,
    guest,
    stays: listOf(exportedStay, 10_000).meta({ description: 'Every booking of the guest, oldest first.' }),
  })
  .meta({
    id: 'GuestExport',
    description: 'All data of a guest, as one document.',
    example: {
      exportedAt: '2027-07-01T09:00:00.000Z',
      guest: exampleOf(guest),
      stays: [
        {
          booking: { ...Object(exampleOf(bookingWithTerms)), verified: true },
          payments: exampleOf(bookingPayments),
          history: [exampleOf(historyEntry)],
          mails: [{ kind: 'booking_confirmed', sentAt: '2027-05-03T09:05:01.000Z' }],
        },
      ],
    },
  });
export type GuestExport = z.infer<typeof guestExport>;

/** The document as text: at once, or its parts under `exportId`, for a day. */
export const exportGuest = rpc({
  context,
  name: 'export-guest',
  permission: 'guest:export',
  request: z.object({ guestId: uuid }),
  response: z.object({
    exportId: uuid.nullable(),
    parts: z.int(),
    /** Of the whole document. */
    bytes: z.int(),
    /** Null where it is in parts. */
    content: z.string().nullable(),
  }),
  refusals: ['insufficient_permission', 'guest_not_found', 'limit_reached'],
  idempotent: true,
});

export const readGuestExport = rpc({
  context,
  name: 'read-guest-export',
  permission: 'guest:export',
  request: z.object({ guestId: uuid, exportId: uuid, part: z.int().min(0) }),
  response: z.object({ parts: z.int(), content: z.string() }),
  refusals: ['insufficient_permission', 'guest_not_found', 'not_found'],
  idempotent: true,
});
