import { reservationCancelled, reservationExpired, reservationNoShow } from '@lodging/contract-reservations';
import { streamOf } from '@lodging/contract-wire';
import { consumer } from '@lodging/kit-messaging';
import type { ConsumerSpec } from '@lodging/kit-messaging';
import { systemContext } from '@lodging/kit-runtime';
import { endPayment } from '../use-cases/end-payment.ts';
import { handleCancellation } from '../use-cases/handle-cancellation.ts';
import type { HandleCancellationDeps } from '../use-cases/handle-cancellation.ts';
import { fromSettlementTerms } from './wire.ts';

const TIMEOUT = { timeoutMs: 30_000 };

/** The handlers are idempotent by themselves: the inbox mark only saves a repetition. */
export function eventConsumers(deps: HandleCancellationDeps): ConsumerSpec[] {
  const reservations = consumer({
    stream: streamOf('reservations'),
    schema: {
      [reservationCancelled.type]: reservationCancelled.data,
      [reservationExpired.type]: reservationExpired.data,
      [reservationNoShow.type]: reservationNoShow.data,
    },
    handlers: {
      [reservationCancelled.type]: ({ tenantId, livemode, occurredAt, data: { reservation, settlement } }) =>
        handleCancellation(deps, systemContext(tenantId, livemode, TIMEOUT), {
          reservationId: reservation.id,
          // Confirmation clears the end of the hold.
          wasHold: reservation.holdExpiresAt !== null,
          endedAt: Temporal.Instant.from(occurredAt),
          settlement: fromSettlementTerms(settlement),
        }),
      [reservationNoShow.type]: ({ tenantId, livemode, occurredAt, data: { reservation, settlement } }) =>
        handleCancellation(deps, systemContext(tenantId, livemode, TIMEOUT), {
          reservationId: reservation.id,
          wasHold: false,
          endedAt: Temporal.Instant.from(occurredAt),
          settlement: fromSettlementTerms(settlement),
        }),
      // Money for an expired hold may still buy the stay: reservations decides whether to refund it.
      [reservationExpired.type]: async ({ tenantId, livemode, data: { reservation } }) => {
        await endPayment(deps, systemContext(tenantId, livemode, TIMEOUT), { reservationId: reservation.id });
      },
    },
  });
  return [reservations];
}
