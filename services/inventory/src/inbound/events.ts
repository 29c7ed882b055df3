import {
  reservationCancelled,
  reservationCheckedOut,
  reservationExpired,
} from '@lodging/contract-reservations';
import { streamOf } from '@lodging/contract-wire';
import { consumer } from '@lodging/kit-messaging';
import type { ConsumerSpec, ReceivedEvent } from '@lodging/kit-messaging';
import { systemContext } from '@lodging/kit-runtime';
import type { InboxMark } from '@lodging/kit-runtime';
import type { z } from 'zod';
import type { InventoryDeps } from '../ports/deps.ts';
import { releaseClaim } from '../use-cases/claims/release-claim.ts';

/** Longer than a release may wait for the lock of its resource. */
const TIMEOUT_MS = 10_000;

type ReservationEvent = ReceivedEvent<z.infer<typeof reservationCancelled.data>>;

export function consumers(deps: Pick<InventoryDeps, 'claims'>): ConsumerSpec[] {
  return [reservationConsumer(deps)];
}

/** A safety net: reservations also releases its claims by request. */
function reservationConsumer(deps: Pick<InventoryDeps, 'claims'>): ConsumerSpec {
  const release =
    (reason: 'cancelled' | 'expired') =>
    async ({ tenantId, livemode, data }: ReservationEvent, mark: InboxMark): Promise<void> => {
      const { id: claimId, resourceId } = data.reservation;
      const ctx = systemContext(tenantId, livemode, { timeoutMs: TIMEOUT_MS });
      const released = await releaseClaim(deps, ctx, { claimId, resourceId, reason, mark });
      // The consumer delivers the event again.
      if (!released.ok) throw new Error(`claim ${claimId} could not be released: ${released.refusal.code}`);
    };
  return consumer({
    stream: streamOf('reservations'),
    schema: {
      [reservationCancelled.type]: reservationCancelled.data,
      [reservationExpired.type]: reservationExpired.data,
      [reservationCheckedOut.type]: reservationCheckedOut.data,
    },
    handlers: {
      [reservationCancelled.type]: release('cancelled'),
      [reservationExpired.type]: release('expired'),
      [reservationCheckedOut.type]: ({ tenantId, data }, mark) =>
        deps.claims.recordDeparture(tenantId, data.reservation.id, mark),
    },
  });
}
