import { noBookingDetails } from '../src/domain/stay/reservation.ts';
import type { Reservation } from '../src/domain/stay/reservation.ts';
import type { ReservationState } from '../src/domain/stay/states.ts';

export const noon = Temporal.Instant.from('2026-11-20T12:00:00Z');

export function buildReservation(
  state: ReservationState,
  { holdExpiresAt = noon.add({ minutes: 15 }) }: { readonly holdExpiresAt?: Temporal.Instant } = {},
): Reservation {
  const common = {
    tenantId: '01900000-0000-7000-8000-00000000000a',
    id: '01900000-0000-7000-8000-000000000001',
    reference: 'A7P7K3Q9',
    livemode: true,
    stay: {
      resourceId: '01900000-0000-7000-8000-000000000002',
      roomTypeId: null,
      ratePlanId: null,
      window: { from: noon.add({ hours: 24 }), to: noon.add({ hours: 72 }) },
      timeZone: 'Europe/Berlin',
      quantity: 1,
    },
    total: { minorUnits: 12_300n, currency: 'EUR' },
    occupancy: { adults: 2, children: 0 },
    source: 'direct' as const,
    paidOffline: false,
    ...noBookingDetails,
    guestId: null,
    moveReason: null,
    guestEmail: 'guest@example.com',
    version: 3,
    createdAt: noon,
    updatedAt: noon,
  };
  switch (state) {
    case 'pending':
      return { ...common, state, holdExpiresAt, attempt: { number: 1, until: noon.add({ seconds: 10 }) } };
    case 'held':
      return { ...common, state, holdExpiresAt };
    case 'expired':
      return { ...common, state, holdExpiresAt, refundDecided: false };
    case 'cancelled':
      return { ...common, state, holdExpiresAt: null };
    default:
      return { ...common, state, holdExpiresAt: null };
  }
}
