import type { SettlementTerms } from '@lodging/contract-payments';
import { reservationCancelled } from '@lodging/contract-reservations';
import { randomUUID } from 'node:crypto';
import { AMOUNT } from './open-payment.ts';
import type { Tenant } from './open-payment.ts';
import type { RunningPayments } from './start-payments.ts';

/** `reservation.cancelled` of a stay that was confirmed. */
export function publishCancellation(
  { bus }: RunningPayments,
  tenant: Tenant,
  reservationId: string,
  settlement?: SettlementTerms,
): void {
  const now = Temporal.Now.instant().toString();
  const reservation = {
    id: reservationId,
    resourceId: randomUUID(),
    ratePlanId: null,
    state: 'cancelled',
    startsAt: now,
    endsAt: now,
    totalMinorUnits: AMOUNT,
    currency: 'EUR',
    holdExpiresAt: null,
    createdAt: now,
    roomTypeId: null,
    quantity: 1,
    source: 'direct',
    occupancyAdults: 1,
    occupancyChildren: 0,
    updatedAt: now,
  };
  const envelope = {
    id: randomUUID(),
    type: reservationCancelled.type,
    tenantId: tenant.id,
    livemode: true,
    occurredAt: now,
    aggregateId: reservationId,
    aggregateVersion: 2,
    data: { reservation, ...(settlement === undefined ? {} : { settlement }) },
  };
  bus.connection.publish(reservationCancelled.type, JSON.stringify(envelope));
}
