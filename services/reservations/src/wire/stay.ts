import type { Bill } from '@lodging/contract-inventory';
import {
  reservationCancelled,
  reservationChanged,
  reservationCheckedIn,
  reservationCheckedOut,
  reservationConfirmed,
  reservationCreated,
  reservationExpired,
  reservationNoShow,
  reservationUpdated,
} from '@lodging/contract-reservations';
import type {
  Reservation as ReservationWire,
  ReservationFacts,
  StayOfChange as StayOfChangeWire,
} from '@lodging/contract-reservations';
import { instantText, instantTextOrNull } from '@lodging/kernel';
import type { NewId } from '@lodging/kernel';
import type { EventToPublish } from '@lodging/kit-messaging';
import type { StayOfChange } from '../domain/stay/stay-of-change.ts';
import type { StoredBill } from '../domain/stay/stored-bill.ts';
import type { Reservation } from '../domain/stay/reservation.ts';
import type { ReservationEvent, StateChange } from '../domain/stay/transitions.ts';
import { settledToWire } from './cancellation.ts';

export function reservationToWire(reservation: Reservation): ReservationWire {
  const { stay, total, holdExpiresAt } = reservation;
  return {
    id: reservation.id,
    reference: reservation.reference,
    resourceId: stay.resourceId,
    ratePlanId: stay.ratePlanId,
    state: reservation.state,
    startsAt: instantText(stay.window.from),
    endsAt: instantText(stay.window.to),
    totalMinorUnits: total.minorUnits.toString(),
    currency: total.currency,
    holdExpiresAt: instantTextOrNull(holdExpiresAt),
    createdAt: instantText(reservation.createdAt),
    version: reservation.version,
  };
}

/** The record in events, and in responses to operators. It never carries the guest: events go to webhooks and to logs. */
export function reservationFactsToWire(reservation: Reservation): ReservationFacts {
  return {
    ...reservationToWire(reservation),
    roomTypeId: reservation.stay.roomTypeId,
    quantity: reservation.stay.quantity,
    source: reservation.source,
    occupancyAdults: reservation.occupancy.adults,
    occupancyChildren: reservation.occupancy.children,
    updatedAt: instantText(reservation.updatedAt),
    externalReference: reservation.externalReference,
    metadata: reservation.metadata,
  };
}

export function stayOfChangeToWire({ from, to, totalMinorUnits, ...stay }: StayOfChange): StayOfChangeWire {
  return {
    ...stay,
    from: instantText(from),
    to: instantText(to),
    totalMinorUnits: totalMinorUnits.toString(),
  };
}

const EVENT_TYPES: Readonly<Record<ReservationEvent['verb'], string>> = {
  created: reservationCreated.type,
  confirmed: reservationConfirmed.type,
  cancelled: reservationCancelled.type,
  expired: reservationExpired.type,
  'checked-in': reservationCheckedIn.type,
  'checked-out': reservationCheckedOut.type,
  'no-show': reservationNoShow.type,
  updated: reservationUpdated.type,
  changed: reservationChanged.type,
};

function dataOf(
  verb: ReservationEvent['verb'],
  reservation: Reservation,
  settlement: StateChange['settlement'],
) {
  const facts = reservationFactsToWire(reservation);
  if (settlement === undefined || (verb !== 'cancelled' && verb !== 'no-show')) return { reservation: facts };
  const { cancellation, terms } = settledToWire(settlement);
  if (verb === 'no-show') return { reservation: facts, settlement: terms };
  return { reservation: { ...facts, cancellation }, settlement: terms };
}

/** The last event of a change carries the version of the row. */
export function eventsToWire({ events, settlement }: StateChange, newId: NewId): EventToPublish[] {
  return events.map(({ verb, reservation, changes, previous }, index) => ({
    id: newId(),
    type: EVENT_TYPES[verb],
    tenantId: reservation.tenantId,
    livemode: reservation.livemode,
    occurredAt: reservation.updatedAt,
    aggregateId: reservation.id,
    aggregateVersion: reservation.version - (events.length - 1 - index),
    data: {
      ...dataOf(verb, reservation, settlement),
      ...(changes !== undefined && { changes }),
      ...(previous && { previous: stayOfChangeToWire(previous) }),
    },
  }));
}

export function billToWire({ childAges, nights, lines, ...bill }: StoredBill): Bill {
  return {
    ...bill,
    nights: [...nights],
    ...(childAges !== undefined && { childAges: [...childAges] }),
    lines: [...lines],
  };
}
