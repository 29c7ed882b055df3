import type { Fields, Outcome } from '../history/entries.ts';
import { call, persist } from './call.ts';
import { keepReservation } from './guest.ts';
import type { Client, Tenant } from './world.ts';

export interface RequestedStay {
  readonly resourceId: string;
  readonly ratePlanId: string;
  readonly from: string;
  readonly to: string;
  readonly quantity: number;
}

interface Booked {
  readonly outcome: Outcome;
  readonly id: string;
}

const keepBooked = (body: Fields, headers: Headers): Fields =>
  keepReservation(Object(body['booking']) as Fields, headers);

/** Books at the desk, now and then with a double click. */
export async function bookStay(
  client: Client,
  tenant: Tenant,
  stay: RequestedStay,
  paidOffline = client.random.chance(0.5),
): Promise<Booked> {
  const { random } = client;
  const { ratePlanId: _plan, ...sold } = stay;
  const key = random.uuid();
  const request = {
    op: 'book',
    method: 'POST',
    path: '/v1/bookings',
    body: {
      ...stay,
      partySize: 1,
      paidOffline,
      // Ties the booking to its key in every read.
      guestEmail: `${key}@${tenant.marker}.example`,
      guestName: tenant.marker,
    },
    key,
    input: { ...sold, paidOffline },
    keep: keepBooked,
  };
  if (random.chance(0.15)) void call(client, tenant, request);
  const booked = await persist(client, tenant, request);
  const { id } = Object(booked.body['booking']) as Fields;
  if (booked.outcome === 'ok') tenant.known.bookings.push({ id: String(id), resourceId: stay.resourceId });
  return { outcome: booked.outcome, id: String(id) };
}
