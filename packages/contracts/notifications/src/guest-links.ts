import { email, rpc, text, timestamp, uuid } from '@lodging/contract-wire';
import { z } from 'zod';
import { mailSettings } from './mail-settings.ts';

const context = 'notifications';

/** The part of the mail settings that concerns guests: the property, the page, and what they may do themselves. */
export const readGuestSettings = rpc({
  context,
  name: 'read-guest-settings',
  request: z.object({}),
  response: mailSettings.pick({
    propertyName: true,
    address: true,
    phone: true,
    website: true,
    logoUrl: true,
    accentColor: true,
    manageUrl: true,
    guestMay: true,
  }),
  refusals: [],
  idempotent: true,
  calledFor: [
    'reservations.v1.create-guest-link',
    'reservations.v1.read-managed-booking',
    'reservations.v1.cancel-managed-booking',
    'reservations.v1.open-managed-session',
    'reservations.v1.quote-managed-change',
    'reservations.v1.change-managed-stay',
  ],
});

/**
 * Mails a link that a guest has requested, with the token in it. An RPC and not an event, because events are stored. `sent` is
 * false where the settings or the limits of the address do not allow the mail.
 */
export const sendGuestLink = rpc({
  context,
  name: 'send-guest-link',
  request: z.object({
    reservationId: uuid,
    to: email,
    /** Of the guest; null where it is not known. */
    language: z.string().nullable(),
    token: text({ min: 1, max: 2_048 }),
    reference: z.string(),
    room: z.string().nullable(),
    startsAt: timestamp,
    endsAt: timestamp,
    timeZone: z.string(),
  }),
  response: z.object({ sent: z.boolean() }),
  refusals: [],
  idempotent: false,
  calledBy: ['reservations'],
});
