import type { Reservation } from './reservation.ts';

/** The short record that holds answer with. */
export function summaryOf(reservation: Reservation) {
  const { stay, total } = reservation;
  return {
    id: reservation.id,
    resourceId: stay.resourceId,
    ratePlanId: stay.ratePlanId,
    state: reservation.state,
    startsAt: instantText(stay.window.from),
    endsAt: instantText(stay.window.to),
    totalMinorUnits: total.minorUnits.toString(),
    currency: total.currency,
    holdExpiresAt: reservation.holdExpiresAt === null ? null : instantText(reservation.holdExpiresAt),
    createdAt: instantText(reservation.createdAt),
  };
}

/** What events carry: everything but the guest. */
export function factsOf(reservation: Reservation) {
  return {
    ...summaryOf(reservation),
    roomTypeId: reservation.stay.roomTypeId,
    quantity: reservation.stay.quantity,
    source: reservation.source,
    occupancyAdults: reservation.occupancy.adults,
    occupancyChildren: reservation.occupancy.children,
    updatedAt: instantText(reservation.updatedAt),
  };
}

/** What the operator reads. */
export function bookingOf(reservation: Reservation) {
  return { ...factsOf(reservation), guestEmail: reservation.guestEmail };
}

export function instantText(instant: Temporal.Instant): string {
  return instant.toString({ smallestUnit: 'millisecond' });
}
