import { listErasures, repairClaim } from '@lodging/contract-reservations';
import type { Bus } from '@lodging/kit-messaging';
import type { ReservationsClient } from '../../ports/neighbours.ts';

/** Reservations asks inventory, which may wait for the lock of the resource. */
const TIMEOUT_MS = 10_000;

export function createReservationsClient(bus: Pick<Bus, 'request'>): ReservationsClient {
  return {
    repairClaim: (ctx, bookingId) => bus.request(repairClaim, { bookingId }, ctx, { timeoutMs: TIMEOUT_MS }),
    listErasures: (ctx, page) => bus.request(listErasures, page, ctx, { timeoutMs: TIMEOUT_MS }),
  };
}
