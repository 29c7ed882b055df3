import { email, minorUnits, rpc, text, timestamp, uuid } from '@lodging/contract-wire';
import { z } from 'zod';
import { cancelledByGuest, managedBooking } from './managed-bookings.ts';
import { dueRefusals, openBookingSession } from '../money.ts';

const context = 'reservations';

/** A longer one is no token of ours. */
export const MAX_GUEST_TOKEN = 2_048;

/** The right to see and manage one booking. */
const guestToken = text({ max: MAX_GUEST_TOKEN });

export const guestLink = z
  .object({
    url: z
      .string()
      .nullable()
      .meta({ description: '`manageUrl` with the token; null where the mail settings have no `manageUrl`.' }),
    token: z.string().meta({ description: 'The value of the header Guest-Token.' }),
    expiresAt: timestamp.meta({ description: '30 days after the end of the stay.' }),
  })
  .meta({
    id: 'GuestLink',
    description: 'A link with which the guest sees and manages the booking.',
    example: {
      url: 'https://seeblick.example/manage?token=eyJhbGciOiJFZERTQSJ9',
      token: 'eyJhbGciOiJFZERTQSJ9',
      expiresAt: '2027-07-12T08:00:00.000Z',
    },
  });

/** `illegal_transition` for a stay that has been over for more than 30 days. */
export const createGuestLink = rpc({
  context,
  name: 'create-guest-link',
  permission: 'book',
  request: z.object({ reservationId: uuid }),
  response: guestLink,
  refusals: ['booking_not_found', 'illegal_transition'],
  idempotent: true,
});

/** Links that were made before are not valid any more. */
export const endGuestLinks = rpc({
  context,
  name: 'end-guest-links',
  permission: 'book',
  request: z.object({ reservationId: uuid }),
  response: z.object({ ended: z.literal(true) }),
  refusals: ['booking_not_found'],
  idempotent: true,
});

/** Mails a link where both fit. The answer does not say so, and does not wait for it. */
export const requestGuestLink = rpc({
  context,
  name: 'request-guest-link',
  permission: 'book',
  takesPublishable: true,
  request: z.object({
    reference: text({ min: 1, max: 40 }).meta({ description: '`reference` of the booking, in any case.' }),
    email: email.meta({ description: 'The e-mail address of the guest.' }),
  }),
  response: z.object({ accepted: z.literal(true) }).meta({
    id: 'AcceptedLinkRequest',
    description: 'The request is accepted.',
    example: { accepted: true },
  }),
  refusals: [],
  idempotent: true,
});

export const readManagedBooking = rpc({
  context,
  name: 'read-managed-booking',
  request: z.object({ guestToken }),
  response: managedBooking,
  refusals: ['guest_token_invalid'],
  idempotent: true,
});

/** Another penalty than the expected one changes nothing: `penalty_changed`. */
export const cancelManagedBooking = rpc({
  context,
  name: 'cancel-managed-booking',
  permission: 'book',
  takesPublishable: true,
  request: z.object({ guestToken, expectedPenaltyMinorUnits: minorUnits }),
  response: cancelledByGuest,
  refusals: [
    'guest_token_invalid',
    'guest_may_not',
    'penalty_changed',
    'illegal_transition',
    'resource_locked',
  ],
  idempotent: false,
});

const { successUrl, cancelUrl } = openBookingSession.request.shape;

/** For all that is due. */
export const openManagedSession = rpc({
  context,
  name: 'open-managed-session',
  permission: 'book',
  takesPublishable: true,
  request: z.object({ guestToken, idempotencyKey: uuid.optional(), successUrl, cancelUrl }),
  response: openBookingSession.response,
  refusals: [
    'guest_token_invalid',
    'guest_may_not',
    ...dueRefusals.filter((code) => code !== 'booking_not_found'),
    'invalid_redirect_url',
  ],
  idempotent: true,
});
