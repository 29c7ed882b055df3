import {
  boundedArray,
  email,
  exampleIds,
  exampleOf,
  instant,
  listOf,
  pageRequest,
  recordOf,
  rpc,
  text,
  timestamp,
  uuid,
} from '@lodging/contract-wire';
import { z } from 'zod';
import { detailsPatch, MAX_METADATA_KEYS, metadataPatch, notes } from '../details.ts';
import { listedBooking } from '../records.ts';

const context = 'reservations';

const MAX_CONSENTS = 50;

const consent = z.object({
  purpose: text({ min: 1, max: 100 }),
  given: z.boolean(),
  at: instant,
  source: text({ min: 1, max: 200 }),
});

const exampleConsent = {
  purpose: 'newsletter',
  given: false,
  at: '2027-05-03T09:01:00.000Z',
  source: 'check-in form',
};

const consentRecord = z.object({
  purpose: z.string(),
  given: z.boolean(),
  at: timestamp,
  source: z.string().meta({ description: 'Where the guest said it.' }),
});

export const guest = z
  .object({
    id: uuid,
    email: z.string().nullable().meta({ description: 'In lower case. Null once the guest is erased.' }),
    verifiedAt: timestamp.nullable().meta({
      description: 'When a code that was mailed to the address was last entered; null if never.',
    }),
    name: z.string().nullable(),
    phone: z.string().nullable(),
    language: z.string().nullable().meta({ description: 'A language tag of BCP 47.' }),
    notes: z.string().nullable().meta({ description: 'Your own notes.' }),
    metadata: recordOf(z.string(), MAX_METADATA_KEYS).meta({ description: 'Your own data on the guest.' }),
    consents: listOf(consentRecord, MAX_CONSENTS),
    staysCount: z.int().meta({ description: 'The number of linked bookings in any state.' }),
    firstStayAt: timestamp.nullable().meta({ description: 'The earliest start of a linked booking.' }),
    lastStayAt: timestamp.nullable().meta({ description: 'The latest start of a linked booking.' }),
    createdAt: timestamp,
    updatedAt: timestamp.meta({ description: 'Also the time at which a booking was last linked.' }),
    erasedAt: timestamp.nullable(),
  })
  .meta({
    id: 'Guest',
    description: 'The profile of one e-mail address, which the bookings of the address share.',
    example: {
      id: exampleIds.guest,
      email: 'ada@example.com',
      verifiedAt: '2027-05-03T09:04:00.000Z',
      name: 'Ada Lovelace',
      phone: null,
      language: 'en-GB',
      notes: 'Prefers the second floor.',
      metadata: { loyalty: 'gold' },
      consents: [exampleConsent],
      staysCount: 1,
      firstStayAt: '2027-06-10T15:00:00.000Z',
      lastStayAt: '2027-06-10T15:00:00.000Z',
      createdAt: '2027-05-03T09:04:00.000Z',
      updatedAt: '2027-05-03T09:04:00.000Z',
      erasedAt: null,
    },
  });
export type GuestRecord = z.infer<typeof guest>;

/** In order of creation. Erased guests are not listed. */
export const listGuests = rpc({
  context,
  name: 'list-guests',
  request: pageRequest.extend({
    email: email.optional(),
    q: text({ min: 3, max: 200 }).optional(),
    verified: z.boolean().optional(),
    updatedSince: instant.optional(),
  }),
  response: z.object({
    guests: z.array(guest),
    nextAfter: z.object({ createdAt: z.string(), id: uuid }).nullable(),
  }),
  refusals: [],
  idempotent: true,
});

export const readGuest = rpc({
  context,
  name: 'read-guest',
  request: z.object({ guestId: uuid }),
  response: guest,
  refusals: ['guest_not_found'],
  idempotent: true,
});

/** What is absent stays as it is, null removes it. Metadata is merged; a list of consents replaces the one before it. */
export const guestPatch = {
  name: detailsPatch.guestName,
  phone: detailsPatch.guestPhone,
  language: detailsPatch.guestLanguage,
  notes: notes.nullable().optional(),
  metadata: metadataPatch.optional(),
  consents: boundedArray(consent, { max: MAX_CONSENTS })
    .optional()
    .meta({ description: 'Replaces the whole list.', example: [exampleConsent] }),
};

export const changeGuest = rpc({
  context,
  name: 'change-guest',
  permission: 'book',
  request: z.object({ guestId: uuid, ...guestPatch }),
  response: guest,
  refusals: ['validation_failed', 'guest_not_found', 'guest_erased', 'resource_locked'],
  idempotent: true,
});

export const guestStay = listedBooking
  .extend({
    verified: z.boolean().meta({
      description: 'Whether the guest has proved that the address of the booking is theirs.',
    }),
  })
  .meta({
    id: 'GuestStay',
    description: 'A booking of a guest.',
    example: { ...Object(exampleOf(listedBooking)), verified: true },
  });

/** In order of creation. */
export const listGuestStays = rpc({
  context,
  name: 'list-guest-stays',
  request: pageRequest.extend({ guestId: uuid }),
  response: z.object({
    bookings: z.array(guestStay),
    nextAfter: z.object({ createdAt: z.string(), id: uuid }).nullable(),
  }),
  refusals: ['guest_not_found'],
  idempotent: true,
});

/** Moves the bookings of `from` to the guest. `from` is gone afterwards. */
export const mergeGuests = rpc({
  context,
  name: 'merge-guests',
  permission: 'book',
  request: z.object({ guestId: uuid, from: uuid }),
  response: guest,
  refusals: ['validation_failed', 'guest_not_found', 'guest_erased', 'limit_reached', 'resource_locked'],
  idempotent: false,
});
