import { randomUUID } from 'node:crypto';

/** As a service answers it. */
export const letter = (diedAt: string, fields: object = {}) => ({
  id: randomUUID(),
  consumer: 'payments',
  stream: 'EVT_RESERVATIONS',
  subject: 'evt.reservations.v1.reservation.cancelled',
  tenantId: null,
  eventId: null,
  error: 'not an event',
  attempts: 1,
  diedAt,
  replayRequestedAt: null,
  replayedAt: null,
  dismissedReason: null,
  ...fields,
});
