import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Answer, Client } from './client.ts';
import type { Booked, Booking, OrRefusal, Refund } from './records.ts';

export interface BookingRequest {
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
  requestedStay: BookingRequest,
  idempotencyKey = randomUUID(),
): Promise<Answer<OrRefusal<Booked>>> {
  return client.post<OrRefusal<Booked>>('/v1/bookings', requestedStay, { idempotencyKey });
}

export async function bookedOffline(client: Client, requestedStay: BookingRequest): Promise<Booking> {
  const answer = await book(client, { ...requestedStay, paidOffline: true });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.booking;
}

export function move(client: Client, id: string, state: string): Promise<Answer<Booking>> {
  return client.send<Booking>('PATCH', `/v1/bookings/${id}`, { body: { state } });
}

export function refund(
  client: Client,
  id: string,
  amountMinorUnits?: string,
): Promise<Answer<OrRefusal<Refund>>> {
  return client.post<OrRefusal<Refund>>(
    `/v1/bookings/${id}/refunds`,
    amountMinorUnits === undefined ? {} : { amountMinorUnits },
  );
}

/** Stays in one room without overlaps, a week apart. */
export function weeklyStays(
  room: { id: string; ratePlanId: string },
  first = '2027-05-03',
): () => BookingRequest {
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
