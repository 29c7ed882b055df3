import { reservationCancelled, reservationExpired, reservationNoShow } from '@lodging/contract-reservations';
import { streamOf } from '@lodging/contract-wire';
import { consumer, OutsideOutage } from '@lodging/kit-messaging';
import type { ConsumerSpec } from '@lodging/kit-messaging';
import { systemContext } from '@lodging/kit-runtime';
import type { RequestContext } from '@lodging/kit-runtime';
import type { PaymentsDeps } from '../ports/deps.ts';
import { ProviderUnavailable } from '../ports/provider.ts';
import { endPayment } from '../use-cases/attempts/end-payment.ts';
import { handleCancellation } from '../use-cases/cancellation/handle-cancellation.ts';
import type { CancelledReservation } from '../use-cases/cancellation/handle-cancellation.ts';
import { settleReservation } from '../use-cases/cancellation/settle-reservation.ts';
import type { SettleReservation } from '../use-cases/cancellation/settle-reservation.ts';
import { settlementTermsFromWire } from '../wire/cancellation.ts';

const TIMEOUT = { timeoutMs: 30_000 };

/** The handlers are idempotent by themselves: the inbox mark only saves a repetition. */
export function consumers(deps: PaymentsDeps): ConsumerSpec[] {
  const reservations = consumer({
    stream: streamOf('reservations'),
    schema: {
      [reservationCancelled.type]: reservationCancelled.data,
      [reservationExpired.type]: reservationExpired.data,
      [reservationNoShow.type]: reservationNoShow.data,
    },
    handlers: {
      [reservationCancelled.type]: ({ tenantId, livemode, occurredAt, data: { reservation, settlement } }) =>
        end(deps, systemContext(tenantId, livemode, TIMEOUT), {
          reservationId: reservation.id,
          // Confirmation clears the end of the hold.
          wasHold: reservation.holdExpiresAt !== null,
          endedAt: Temporal.Instant.from(occurredAt),
          settlement: settlementTermsFromWire(settlement),
        }),
      [reservationNoShow.type]: ({ tenantId, livemode, occurredAt, data: { reservation, settlement } }) =>
        end(deps, systemContext(tenantId, livemode, TIMEOUT), {
          reservationId: reservation.id,
          wasHold: false,
          endedAt: Temporal.Instant.from(occurredAt),
          settlement: settlementTermsFromWire(settlement),
        }),
      // Money for an expired hold may still buy the stay: reservations decides whether to refund it.
      [reservationExpired.type]: ({ tenantId, livemode, data: { reservation } }) =>
        untilProviderAnswers(async () => {
          await endPayment(deps, systemContext(tenantId, livemode, TIMEOUT), {
            reservationId: reservation.id,
          });
        }),
    },
  });
  return [reservations];
}

interface EndedReservation extends CancelledReservation {
  /** By the terms of the stay. Null where it has none. */
  readonly settlement: Omit<SettleReservation, 'reservationId'> | null;
}

function end(
  deps: PaymentsDeps,
  ctx: RequestContext,
  { settlement, ...cancelled }: EndedReservation,
): Promise<void> {
  return untilProviderAnswers(async () => {
    if (settlement === null) return handleCancellation(deps, ctx, cancelled);
    await settleReservation(deps, ctx, { reservationId: cancelled.reservationId, ...settlement });
  });
}

/** However long an outage of the provider lasts, no event becomes a dead letter. */
async function untilProviderAnswers(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ProviderUnavailable) || !error.isOutage) throw error;
    throw new OutsideOutage(error.message, { cause: error });
  }
}
