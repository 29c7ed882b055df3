import { boundedArray, pageRequest, rpc, timestamp, uuid } from '@lodging/contract-wire';
import { z } from 'zod';
import { mailKind } from './mail-settings.ts';

const context = 'notifications';

export const mailReason = z
  .enum([
    'disabled',
    'switched_off',
    'erased',
    'no_address',
    'no_test_mailbox',
    'address_limit',
    'in_confirmation',
    'not_current',
    'booking_not_found',
    'booking_unavailable',
    'not_written',
    'mail_server',
    'address_refused',
    'unconfirmed',
  ])
  .meta({
    id: 'MailReason',
    description:
      'Why a mail was not sent, or not yet. `disabled`: mails are off; `switched_off`: this kind is; `erased`: the ' +
      'data of the guest; `no_address` of the guest; `no_test_mailbox` in the settings of the sandbox; ' +
      '`address_limit`: too many mails to the address; `in_confirmation`: the confirmation reports the payment; ' +
      '`not_current`: what it would say is over; `booking_not_found`; `booking_unavailable`: its facts cannot be read ' +
      'now; `not_written`: the mail could not be made of them; `mail_server`: it cannot be reached or gave an error; `address_refused` by the mail server; `unconfirmed`: it did not say whether it took it.',
  });
export type MailReason = z.infer<typeof mailReason>;

export const guestMail = z
  .object({
    id: uuid,
    kind: mailKind,
    version: z.int().meta({ description: 'The version of what the mail reports.' }),
    state: z.enum(['queued', 'sent', 'failed', 'suppressed']),
    reason: mailReason.nullable(),
    attempts: z.int(),
    createdAt: timestamp,
    sentAt: timestamp.nullable(),
  })
  .meta({
    id: 'GuestMail',
    description: 'A mail to the guest of a booking. Neither its address nor its text is kept.',
    example: {
      id: '0197a320-1a1b-7c1d-8e1f-606162636465',
      kind: 'booking_confirmed',
      version: 2,
      state: 'sent',
      reason: null,
      attempts: 1,
      createdAt: '2027-05-03T09:05:00.000Z',
      sentAt: '2027-05-03T09:05:01.000Z',
    },
  });

/** Newest first. */
export const listGuestMails = rpc({
  context,
  name: 'list-guest-mails',
  request: pageRequest.extend({ reservationId: uuid }),
  response: z.object({
    mails: z.array(guestMail),
    nextAfter: z.object({ createdAt: z.string(), id: uuid }).nullable(),
  }),
  refusals: ['booking_not_found'],
  idempotent: true,
});

export const sentMail = z.object({ kind: mailKind, sentAt: timestamp });

/** Of each of many bookings, oldest first. */
export const listSentMails = rpc({
  context,
  name: 'list-sent-mails',
  request: z.object({ reservationIds: boundedArray(uuid, { max: 100 }) }),
  response: z.object({ mails: z.array(sentMail.extend({ reservationId: uuid })) }),
  refusals: [],
  idempotent: true,
  calledFor: ['reservations.v1.export-guest'],
});

/** At most 5 an hour a booking: `rate_limited`. */
export const sendGuestMail = rpc({
  context,
  name: 'send-guest-mail',
  permission: 'book',
  request: z.object({ reservationId: uuid, type: mailKind }),
  response: guestMail,
  refusals: ['booking_not_found', 'rate_limited'],
  idempotent: false,
});
