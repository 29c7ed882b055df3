import type { components } from '@lodging/client';

export type EventType = components['schemas']['WebhookEventType'];

/** What an endpoint may be sent; a type that is missing here is a type error. */
const ALL: Readonly<Record<EventType, true>> = {
  'reservation.created': true,
  'reservation.confirmed': true,
  'reservation.cancelled': true,
  'reservation.expired': true,
  'reservation.checked_in': true,
  'reservation.checked_out': true,
  'reservation.no_show': true,
  'reservation.updated': true,
  'reservation.changed': true,
  'guest.erased': true,
  'payment.succeeded': true,
  'payment.failed': true,
  'payment.due': true,
  'refund.created': true,
  'refund.failed': true,
};

export const EVENT_TYPES = Object.keys(ALL) as EventType[];
