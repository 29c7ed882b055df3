import { randomUUID } from 'node:crypto';
import { Client } from '../harness/client.ts';
import type { Demo } from '../harness/demo.ts';
import { makeLodging, makeTenant } from '../harness/own-tenant.ts';
import type { OwnTenant } from '../harness/own-tenant.ts';
import type { SentRequest } from './paced-requests.ts';

/** A tenant whose requests cost as much as they can: no stay from `arrival` on is free, and all that is near has to be priced. */
export interface ExpensiveHotel {
  readonly demo: Demo;
  readonly tenant: OwnTenant;
  readonly room: { readonly id: string; readonly ratePlanId: string };
  readonly arrival: Temporal.PlainDate;
}

export interface ExpensiveRequest {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
}

const ROOMS = 34;
const MOST_NIGHTS = 365;

export async function makeExpensiveHotel(demo: Demo): Promise<ExpensiveHotel> {
  const tenant = await makeTenant(demo);
  const arrival = Temporal.Now.plainDateISO('UTC').add({ days: 30 });
  const rooms: ExpensiveHotel['room'][] = [];
  while (rooms.length < ROOMS) {
    const room = await makeLodging(tenant.secret);
    const saver = { ratePlans: [{ code: 'saver', name: 'Saver', currency: 'EUR' }] };
    await accepted(tenant.secret.put(`/v1/resources/${room.id}/rates`, saver));
    const pricing = [{ ratePlanCode: 'saver', baseAmountMinorUnits: '9000' }];
    await accepted(tenant.secret.put(`/v1/resources/${room.id}/pricing`, { pricing }));
    const stay = { ...windowOf(arrival, 1), resourceId: room.id, ratePlanId: room.ratePlanId, partySize: 1 };
    const booking = { ...stay, guestEmail: 'bench@example.test', paidOffline: true };
    await accepted(tenant.secret.create('/v1/bookings', booking));
    rooms.push(room);
  }
  const [room] = rooms;
  if (room === undefined) throw new Error('the hotel has no room');
  return { demo, tenant, room, arrival };
}

async function accepted(sent: ReturnType<Client['put']>): Promise<void> {
  const answer = await sent;
  if (answer.status >= 300) throw new Error(`no hotel: ${JSON.stringify(answer.body)}`);
}

function windowOf(arrival: Temporal.PlainDate, nights: number) {
  return { from: `${arrival}T15:00:00Z`, to: `${arrival.add({ days: nights })}T10:00:00Z` };
}

/** What a publishable key may send: the first is what other guests send, and the cheapest. */
export function requestsOf({
  room,
  arrival,
}: ExpensiveHotel): readonly [ExpensiveRequest, ...ExpensiveRequest[]] {
  const stayOf = (nights: number) => ({ resourceId: room.id, ...windowOf(arrival, nights), partySize: 2 });
  const quoteOf = (name: string, nights: number, more: object = {}): ExpensiveRequest => {
    const body = { ...stayOf(nights), ratePlanId: room.ratePlanId, ...more };
    return { name, method: 'POST', path: '/v1/quotes', body };
  };
  const searchOf = (name: string, nights: number, more: object = {}): ExpensiveRequest => {
    const dates = { arrival: `${arrival}`, departure: `${arrival.add({ days: nights })}` };
    const shown = { limit: 100, sort: 'name', bookableOnly: false, plans: 'all' };
    return { name, method: 'POST', path: '/v1/search', body: { dates, adults: 2, ...shown, ...more } };
  };
  const availabilityOf = (name: string, nights: number, more = ''): ExpensiveRequest => {
    const { resourceId, from, to } = stayOf(nights);
    const query = `resource_id=${resourceId}&from=${from}&to=${to}&party_size=2${more}`;
    return { name, method: 'GET', path: `/v1/availability?${query}` };
  };
  return [
    availabilityOf('availability, 2 nights', 2),
    { name: 'list of resources', method: 'GET', path: '/v1/resources?limit=100' },
    quoteOf('quote, 2 nights', 2),
    searchOf('search, 2 nights, alternatives', 2, { alternatives: 3 }),
    availabilityOf('availability, 365 nights, alternatives', MOST_NIGHTS, '&alternatives=5'),
    quoteOf('quote, 365 nights, alternatives', MOST_NIGHTS, { alternatives: 5 }),
    {
      name: 'calendar, 365 nights',
      method: 'GET',
      path: `/v1/resources/${room.id}/calendar?${new URLSearchParams(windowOf(arrival, MOST_NIGHTS))}`,
    },
    searchOf('search, 365 nights', MOST_NIGHTS),
    searchOf('search, 365 nights, alternatives', MOST_NIGHTS, { alternatives: 3 }),
  ];
}

/** Of the hotel; with an unspent budget. */
export async function freshBrowser({ demo, tenant }: ExpensiveHotel): Promise<Client> {
  const origin = 'https://widget.example';
  const made = await tenant.admin.post<{ key: string }>(`/admin/v1/tenants/${tenant.id}/api-keys`, {
    kind: 'publishable',
    mode: 'live',
    name: `benchmark ${randomUUID()}`,
    allowedOrigins: [origin],
  });
  if (made.status !== 201) throw new Error(`no key for the benchmark: ${JSON.stringify(made.body)}`);
  return new Client(demo.gatewayUrl, made.body.key, origin);
}

export function sentBy(
  { baseUrl, key = '', origin = '' }: Client,
  { method, path, body }: ExpensiveRequest,
): SentRequest {
  const headers = { authorization: `Bearer ${key}`, origin, 'content-type': 'application/json' };
  const request = { url: baseUrl + path, method, headers };
  return body === undefined ? request : { ...request, body: JSON.stringify(body) };
}
