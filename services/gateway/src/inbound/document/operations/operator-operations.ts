import { bookingPage, ping } from '@lodging/contract-public';
import type { OperationDocs } from './operation-docs.ts';

const MOVES =
  'Moves: pending → held, confirmed, cancelled, expired · held → confirmed, cancelled, expired · confirmed → ' +
  'checked_in, no_show, cancelled · checked_in → checked_out. The others are final.';

export const operatorOperations: Readonly<Record<string, OperationDocs>> = {
  'POST /v1/bookings': {
    operationId: 'createBooking',
    tag: 'Bookings',
    summary: 'Book in one call',
    description:
      'With `paidOffline` the booking is confirmed and `payment` is null; otherwise it is held, and `payment` can be ' +
      'paid. Refusals come in this order: window, plan and resource; `unavailable` and prices; ' +
      '`provider_not_configured`; the units. A stay that has begun or is over may be entered. Adults are held against ' +
      '`maxAdults` only where `occupancyChildren` is sent. Keys are one space with holds, kept 30 days. Where the ' +
      'payment cannot be set up (`payment_setup_failed`) the units are freed and the key may be used again.',
    existing:
      'The booking that this Idempotency-Key made before, as it is now, with the payment that is open or null.',
  },
  'GET /v1/bookings': {
    operationId: 'listBookings',
    tag: 'Bookings',
    summary: 'List bookings',
    description:
      'In the order in which they were made. `from` and `to` find the stays that overlap the window; both are dates or ' +
      'date-times, and a date is its midnight in the time zone of the stay’s resource.',
    response: bookingPage,
  },
  'GET /v1/bookings/{id}': {
    operationId: 'readBooking',
    tag: 'Bookings',
    summary: 'Read a booking',
    description: 'A hold that has run out is `expired` from that moment on.',
  },
  'PATCH /v1/bookings/{id}': {
    operationId: 'moveBooking',
    tag: 'Bookings',
    summary: 'Check in, check out, mark a no-show, or cancel',
    description:
      `Takes \`checked_in\`, \`checked_out\`, \`no_show\` or \`cancelled\`. ${MOVES} Any other move, to the state it ` +
      'is in too, is `illegal_transition` with `from`, `to` and `allowed`; a word that is no state is ' +
      '`validation_failed`. No move depends on the date. `cancelled` and `no_show` free the nights.',
  },
  'DELETE /v1/bookings/{id}': {
    operationId: 'cancelBooking',
    tag: 'Bookings',
    summary: 'Cancel a booking',
    description:
      'Answers 200 with the cancelled booking. An open payment is ended; money that landed meanwhile goes back in full ' +
      'by itself. Money of a confirmed stay stays until it is refunded.',
  },
  'POST /v1/bookings/{id}/refunds': {
    operationId: 'refundBooking',
    tag: 'Money',
    summary: 'Give money back',
    description:
      'Without an amount, what remains. May be repeated up to what was captured; parallel refunds never exceed it. A ' +
      'provider that does not answer leaves the refund `pending`; it is settled by itself, and a `failed` one frees its ' +
      'amount again. The secret key needs the permission `payment:refund:create`; an operator’s session has it.',
  },
  'GET /v1/metrics/summary': {
    operationId: 'summarizePeriod',
    tag: 'Money',
    summary: 'Revenue and occupancy of a period',
    description:
      'One entry per currency, never a sum across. The revenue of a stay is spread over its nights, the remainder on the ' +
      'first ones; refunds count on the day they are made; ADR and RevPAR are on revenue before refunds; blocked nights ' +
      'leave the denominator. `bookings` counts by local date of arrival. At most 366 nights.',
  },
  'POST /v1/operator/sessions': {
    operationId: 'startOperatorSession',
    tag: 'Service',
    summary: 'Sign an operator in',
    description:
      'The token (prefix `os_`) is shown once and lives 12 hours. It is accepted on refunds and metrics alone, and acts ' +
      'on the live tenant unless `mode` is `test`. Five tries per account in 15 minutes.',
  },
  'DELETE /v1/operator/sessions/current': {
    operationId: 'endOperatorSession',
    tag: 'Service',
    summary: 'Sign the operator out',
    description: 'Ends the session whose token is sent.',
  },
  'GET /v1/ping': {
    operationId: 'ping',
    tag: 'Service',
    summary: 'Is the service there?',
    description: 'Needs no key, and says nothing about what stands behind the service.',
    response: ping,
  },
  'GET /v1/.well-known/jwks.json': {
    operationId: 'listSigningKeys',
    tag: 'Service',
    summary: 'The public keys that sign quotes and guest tokens',
    description: 'A JWK set (RFC 7517). Keys change; each token names its own in `kid`.',
  },
};
