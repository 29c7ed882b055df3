import type { Fields } from '../history/entries.ts';
import { call } from './call.ts';
import { keepReservation } from './guest.ts';
import { anyResource, anyStay, dayAt, NIGHTS } from './world.ts';
import type { Client, Tenant } from './world.ts';

/** One read: of the tenant's own, or of what it must not see. */
export async function beReader(client: Client, tenant: Tenant): Promise<void> {
  const reads = [readBooking, readBooking, readBooking, availability, calendar, list, events, feed, foreign];
  await client.random.pick(reads)(client, tenant);
}

async function readBooking(client: Client, tenant: Tenant): Promise<void> {
  const recent = tenant.known.bookings.slice(-15);
  if (recent.length === 0) return;
  const { id } = client.random.pick(recent);
  await call(client, tenant, {
    op: 'read',
    method: 'GET',
    path: `/v1/bookings/${id}`,
    input: { id },
    keep: keepReservation,
  });
}

async function availability(client: Client, tenant: Tenant): Promise<void> {
  const resource = anyResource(client, tenant);
  const { from, to } = anyStay(client.random);
  const query = new URLSearchParams({ resource_id: resource.id, from, to, party_size: '1' });
  await call(client, tenant, {
    op: 'availability',
    method: 'GET',
    path: `/v1/availability?${query}`,
    publicly: client.random.chance(0.5),
    input: { resourceId: resource.id, from, to },
    keep: ({ reasons }) => ({ reasons }),
  });
}

async function calendar(client: Client, tenant: Tenant): Promise<void> {
  const resource = anyResource(client, tenant);
  const window = `from=${dayAt(0)}T00:00:00Z&to=${dayAt(NIGHTS)}T00:00:00Z`;
  await call(client, tenant, {
    op: 'calendar',
    method: 'GET',
    path: `/v1/resources/${resource.id}/calendar?${window}`,
    input: { resourceId: resource.id },
    keep: ({ days }) => ({
      days: (days as Fields[]).map(({ date, reasons }) => ({ date, reasons })),
    }),
  });
}

async function list(client: Client, tenant: Tenant): Promise<void> {
  const resource = anyResource(client, tenant);
  await call(client, tenant, {
    op: 'list',
    method: 'GET',
    path: `/v1/bookings?limit=100&resourceId=${resource.id}`,
  });
}

async function events(client: Client, tenant: Tenant): Promise<void> {
  await call(client, tenant, { op: 'events', method: 'GET', path: '/v1/events?limit=100' });
}

async function feed(client: Client, tenant: Tenant): Promise<void> {
  const { token } = client.random.pick(tenant.known.feeds);
  await call(client, tenant, { op: 'feed', method: 'GET', path: `/v1/feeds/${token}.ics` });
}

/** A booking and a resource of another tenant: both must be unknown. */
async function foreign(client: Client, tenant: Tenant): Promise<void> {
  const others = client.world.tenants.filter((other) => other.id !== tenant.id);
  const other = client.random.pick(others);
  const booking = other.known.bookings.at(-1);
  const path =
    booking === undefined || client.random.chance(0.3)
      ? `/v1/resources/${other.resources[0]?.id ?? ''}`
      : `/v1/bookings/${booking.id}`;
  await call(client, tenant, { op: 'foreign', method: 'GET', path, input: { of: other.id } });
}
