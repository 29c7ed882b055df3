import { randomUUID } from 'node:crypto';
import { newId } from '@lodging/kit-runtime';
import { hold } from '../src/domain/moves.ts';
import type { PendingReservation } from '../src/domain/reservation.ts';
import { aReservation } from './reservation.ts';
import type { NewReservation } from '../src/use-cases/ports.ts';

export function opening(changes: Partial<NewReservation> = {}): NewReservation {
  const { stay, total, occupancy } = aReservation('pending');
  return {
    id: newId(),
    livemode: true,
    stay,
    total,
    occupancy,
    source: 'direct',
    guestEmail: null,
    guestName: null,
    guestPhone: null,
    awaitsPaymentHandle: false,
    quoteId: newId(),
    idempotencyKey: randomUUID(),
    fingerprint: 'the body',
    openUntil: Temporal.Now.instant().add({ minutes: 15 }),
    holdSeconds: 900,
    ...changes,
  };
}

export function heldFrom(pending: PendingReservation) {
  const moved = hold(pending, pending.updatedAt);
  if (!moved.ok) throw new Error(moved.refusal.code);
  return moved.value;
}
