import { currency, minorUnits, uuid } from '@lodging/contract-wire';
import { z } from 'zod';

export const reservationState = z.enum([
  'pending',
  'held',
  'confirmed',
  'cancelled',
  'checked_in',
  'checked_out',
  'no_show',
  'expired',
]);
export type ReservationState = z.infer<typeof reservationState>;

export const reservation = z.object({
  id: uuid,
  resourceId: uuid,
  ratePlanId: uuid.nullable(),
  state: reservationState,
  startsAt: z.string(),
  endsAt: z.string(),
  totalMinorUnits: minorUnits,
  currency,
  holdExpiresAt: z.string().nullable(),
  createdAt: z.string(),
});
export type Reservation = z.infer<typeof reservation>;

/** What events carry: everything about a booking but the guest. */
export const reservationFacts = reservation.extend({
  roomTypeId: uuid.nullable(),
  quantity: z.int(),
  source: z.enum(['direct', 'manual']),
  occupancyAdults: z.int().nullable(),
  occupancyChildren: z.int(),
  updatedAt: z.string(),
});
export type ReservationFacts = z.infer<typeof reservationFacts>;

/** `guestEmail` is guest data: secret keys only. */
export const booking = reservationFacts.extend({ guestEmail: z.string().nullable() });
export type Booking = z.infer<typeof booking>;
