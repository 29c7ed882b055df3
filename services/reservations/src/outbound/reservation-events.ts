import {
  reservationCancelled,
  reservationCheckedOut,
  reservationConfirmed,
  reservationCreated,
  reservationExpired,
} from '@lodging/contract-reservations';
import type { NewId } from '@lodging/kernel';
import type { EventToPublish } from '@lodging/kit-messaging';
import { factsOf } from '../domain/facts.ts';
import type { Moved, ReservationEvent } from '../domain/moves.ts';

const declarations = {
  created: reservationCreated,
  confirmed: reservationConfirmed,
  cancelled: reservationCancelled,
  expired: reservationExpired,
  'checked-out': reservationCheckedOut,
} as const satisfies Record<ReservationEvent['verb'], { readonly type: string }>;

/** The last event of a move carries the version that the row has now. */
export function eventsToPublish({ events }: Moved, newId: NewId): EventToPublish[] {
  return events.map(({ verb, reservation }, index) => ({
    id: newId(),
    type: declarations[verb].type,
    tenantId: reservation.tenantId,
    livemode: reservation.livemode,
    occurredAt: reservation.updatedAt,
    aggregateId: reservation.id,
    aggregateVersion: reservation.version - (events.length - 1 - index),
    data: { reservation: factsOf(reservation) },
  }));
}
