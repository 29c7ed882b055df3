import type { EndPayment } from './end-payment.ts';
import type { ReturnPayment } from './return-payment.ts';

export interface FollowReservationPorts {
  readonly endPayment: EndPayment;
  readonly returnPayment: ReturnPayment;
}

/**
 * Money that had landed for a hold is given back when the hold is cancelled. A stay that was confirmed keeps its
 * payment: what goes back of it is the operator's decision. Money for an expired hold may still buy the stay, so that
 * decision is left to reservations.
 */
export function followReservation({ endPayment, returnPayment }: FollowReservationPorts) {
  return {
    async cancelled(tenantId: string, reservationId: string, wasHeld: boolean): Promise<void> {
      const outcome = await endPayment(tenantId, reservationId);
      if (outcome === 'succeeded' && wasHeld) await returnPayment(tenantId, reservationId, 'cancelled');
    },
    async expired(tenantId: string, reservationId: string): Promise<void> {
      await endPayment(tenantId, reservationId);
    },
  };
}
