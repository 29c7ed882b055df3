import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Answer, Client } from './client.ts';
import type { PaymentHandle, Reservation } from './stay.ts';

export interface Booking extends Reservation {
  roomTypeId: string | null;
  quantity: number;
  guestEmail: string | null;
  source: string;
  occupancyAdults: number | null;
  occupancyChildren: number;
  updatedAt: string;
}
export interface Booked {
  booking: Booking;
  payment: PaymentHandle | null;
  code?: string;
}
export interface Refund {
  id: string;
  reservationId: string;
  amountMinorUnits: string;
  currency: string;
  state: string;
  providerRefundId: string | null;
  code?: string;
}

export interface BookingWish {
  resourceId: string;
  ratePlanId?: string;
  from: string;
  to: string;
  partySize: number;
  guestEmail: string;
  [more: string]: unknown;
}

export function book(
  client: Client,
  wish: BookingWish,
  idempotencyKey = randomUUID(),
): Promise<Answer<Booked>> {
  return client.post<Booked>('/v1/bookings', wish, { idempotencyKey });
}

export async function bookedOffline(client: Client, wish: BookingWish): Promise<Booking> {
  const answer = await book(client, { ...wish, paidOffline: true });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.booking;
}

export function move(client: Client, id: string, state: string): Promise<Answer<Booking>> {
  return client.send<Booking>('PATCH', `/v1/bookings/${id}`, { body: { state } });
}

export function refund(client: Client, id: string, amountMinorUnits?: string): Promise<Answer<Refund>> {
  return client.post<Refund>(
    `/v1/bookings/${id}/refunds`,
    amountMinorUnits === undefined ? {} : { amountMinorUnits },
  );
}

/** Stays in one room without overlaps, a week apart. */
export function weeklyStays(
  room: { id: string; ratePlanId: string },
  first = '2027-05-03',
): () => BookingWish {
  let week = 0;
  return () => {
    week += 1;
    const start = Temporal.PlainDate.from(first).add({ weeks: week });
    return {
      resourceId: room.id,
      ratePlanId: room.ratePlanId,
      from: `${start}T15:00:00Z`,
      to: `${start.add({ days: 2 })}T10:00:00Z`,
      partySize: 2,
      guestEmail: 'Ada@Example.com',
    };
  };
}
