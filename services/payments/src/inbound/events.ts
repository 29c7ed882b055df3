import { reservationCancelled, reservationExpired } from '@lodging/contract-reservations';
import { streamOf } from '@lodging/contract-wire';
import type { Bus } from '@lodging/kit-messaging';
import { startConsumer } from '@lodging/kit-messaging';
import type { Database } from '@lodging/kit-postgres';
import type { Logger } from '@lodging/kit-runtime';
import type { UseCases } from '../use-cases/index.ts';

export interface EventsOptions {
  readonly db: Database;
  readonly bus: Bus;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/** Both effects are idempotent by themselves, so the inbox only spares a repetition. */
export function listenToReservations(useCases: UseCases, options: EventsOptions) {
  const { name: stream, filter } = streamOf('reservations');
  return startConsumer({
    ...options,
    stream,
    filter,
    durable: 'payments',
    schema: {
      [reservationCancelled.type]: reservationCancelled.data,
      [reservationExpired.type]: reservationExpired.data,
    },
    handlers: {
      // Only a reservation that was never confirmed still has the end of its hold.
      [reservationCancelled.type]: ({ tenantId, data: { reservation } }) =>
        useCases.followReservation.cancelled(tenantId, reservation.id, reservation.holdExpiresAt !== null),
      [reservationExpired.type]: ({ tenantId, data: { reservation } }) =>
        useCases.followReservation.expired(tenantId, reservation.id),
    },
  });
}
