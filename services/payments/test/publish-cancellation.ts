import type { SettlementTerms } from '@lodging/contract-payments';
import { reservationCancelled, reservationNoShow } from '@lodging/contract-reservations';
import { randomUUID } from 'node:crypto';
import { AMOUNT } from './open-payment.ts';
import type { Tenant } from './open-payment.ts';
import type { RunningPayments } from './start-payments.ts';

/** `reservation.cancelled` of a stay that was confirmed. */
export function publishCancellation(
  payments: RunningPayments,
  tenant: Tenant,
  reservationId: string,
  settlement?: SettlementTerms,
  at?: Temporal.Instant,
): void {
  publishEnd(payments, tenant, {
    type: reservationCancelled.type,
    state: 'cancelled',
    reservationId,
    settlement,
    at,
  });
}

export function publishNoShow(
  payments: RunningPayments,
  tenant: Tenant,
  reservationId: string,
  settlement?: SettlementTerms,
): void {
  publishEnd(payments, tenant, { type: reservationNoShow.type, state: 'no_show', reservationId, settlement });
}

interface Ended {
  readonly type: string;
  readonly state: string;
  readonly reservationId: string;
  readonly settlement?: SettlementTerms | undefined;
  readonly holdExpiresAt?: string | null;
  readonly at?: Temporal.Instant | undefined;
}

/** An event about a reservation that is over. */
export function publishEnd(
  { bus }: RunningPayments,
  tenant: Tenant,
  { type, state, reservationId, settlement, holdExpiresAt = null, at = Temporal.Now.instant() }: Ended,
): void {
  const now = at.toString();
  const reservation = {
    id: reservationId,
    resourceId: randomUUID(),
    ratePlanId: null,
    state,
    startsAt: now,
    endsAt: now,
    totalMinorUnits: AMOUNT,
    currency: 'EUR',
    holdExpiresAt,
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
    type,
    tenantId: tenant.id,
    livemode: true,
    occurredAt: now,
    aggregateId: reservationId,
    aggregateVersion: 2,
    data: { reservation, ...(settlement === undefined ? {} : { settlement }) },
  };
  bus.connection.publish(type, JSON.stringify(envelope));
}
