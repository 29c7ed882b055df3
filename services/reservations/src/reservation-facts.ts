import type { Reservation as ReservationWire, ReservationFacts } from '@lodging/contract-reservations';
import { instantText } from '@lodging/kernel';
import type { Reservation } from './domain/reservation.ts';

/** The record in responses to guests. */
export function toReservationSummary(reservation: Reservation): ReservationWire {
  const { stay, total, holdExpiresAt } = reservation;
  return {
    id: reservation.id,
    resourceId: stay.resourceId,
    ratePlanId: stay.ratePlanId,
    state: reservation.state,
    startsAt: instantText(stay.window.from),
    endsAt: instantText(stay.window.to),
    totalMinorUnits: total.minorUnits.toString(),
    currency: total.currency,
    holdExpiresAt: holdExpiresAt === null ? null : instantText(holdExpiresAt),
    createdAt: instantText(reservation.createdAt),
  };
}

/** The record in events, and in responses to operators. It never carries the guest: events go to webhooks and to logs. */
export function toReservationFacts(reservation: Reservation): ReservationFacts {
  return {
    ...toReservationSummary(reservation),
    roomTypeId: reservation.stay.roomTypeId,
    quantity: reservation.stay.quantity,
    source: reservation.source,
    occupancyAdults: reservation.occupancy.adults,
    occupancyChildren: reservation.occupancy.children,
    updatedAt: instantText(reservation.updatedAt),
  };
}
