import { newId } from '@lodging/kit-runtime';
import { randomUUID } from 'node:crypto';
import type { IdempotentRequest, NewReservation } from '../src/domain/creation/reservation-creation.ts';
import { noBookingDetails } from '../src/domain/stay/reservation.ts';
import type { PendingReservation } from '../src/domain/stay/reservation.ts';
import { hold } from '../src/domain/stay/transitions.ts';
import { buildReservation } from './build-reservation.ts';

/** A hold from a quote of its own, with a key of its own. */
export function buildNewReservation({
  request = {},
  ...changes
}: Partial<Omit<NewReservation, 'request'>> & {
  readonly request?: Partial<IdempotentRequest>;
} = {}): NewReservation {
  const { stay, total, occupancy } = buildReservation('pending');
  const expiresAt = Temporal.Now.instant().add({ minutes: 15 });
  return {
    ...noBookingDetails,
    id: newId(),
    livemode: true,
    stay,
    total,
    occupancy,
    source: 'direct',
    paidOffline: false,
    awaitsPaymentHandle: false,
    quoteId: newId(),
    terms: null,
    request: { idempotencyKey: randomUUID(), fingerprint: 'the body', expiresAt, ...request },
    limited: null,
    holdSeconds: 900,
    ...changes,
  };
}

export function holdPending(pending: PendingReservation) {
  const held = hold(pending, pending.updatedAt);
  if (!held.ok) throw new Error(held.refusal.code);
  return held.value;
}
