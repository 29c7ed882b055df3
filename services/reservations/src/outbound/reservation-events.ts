import {
  reservationCancelled,
  reservationCheckedOut,
  reservationConfirmed,
  reservationCreated,
  reservationExpired,
} from '@lodging/contract-reservations';
import type { NewId } from '@lodging/kernel';
import type { EventToPublish } from '@lodging/kit-messaging';
import type { ReservationEvent, StateChange } from '../domain/transitions.ts';
import { toReservationFacts } from '../inbound/wire.ts';

const DECLARATIONS = {
  created: reservationCreated,
  confirmed: reservationConfirmed,
  cancelled: reservationCancelled,
  expired: reservationExpired,
  'checked-out': reservationCheckedOut,
} as const satisfies Record<ReservationEvent['verb'], { readonly type: string }>;

/** The last event of a change carries the version of the row. */
export function eventsToPublish({ events }: StateChange, newId: NewId): EventToPublish[] {
  return events.map(({ verb, reservation }, index) => ({
    id: newId(),
    type: DECLARATIONS[verb].type,
    tenantId: reservation.tenantId,
    livemode: reservation.livemode,
    occurredAt: reservation.updatedAt,
    aggregateId: reservation.id,
    aggregateVersion: reservation.version - (events.length - 1 - index),
    data: { reservation: toReservationFacts(reservation) },
  }));
}
