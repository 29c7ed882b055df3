import type pg from 'pg';
import type { Client } from '../harness/client.ts';
import { makeLodging } from '../harness/own-tenant.ts';
import { putLoad } from './load.ts';
import type { Figures } from './load.ts';
import { withDatabase, withoutRowChecks } from './multiply.ts';
import { makeUnlimitedTenant } from './stage.ts';
import type { Stage } from './stage.ts';

export interface BookingFigures {
  readonly bookings: number;
  /** By what is read, at one connection. */
  readonly reads: Readonly<Record<string, Figures>>;
}

const BOOKINGS = 100_000;
/** The code of all lists is the same, and warm after the first ones. */
const WARM_UP_SECONDS = 0.3;
/** Of the one booking that is looked for. */
const CHANGES = 40;

/** The history, the preview of a cancellation and the filters of the list, among so many bookings of one tenant. */
export async function measureBookings(stage: Stage): Promise<BookingFigures> {
  const { key, secret } = await makeUnlimitedTenant(stage.demo);
  const { id, resourceId } = await makeBooking(secret);
  for (let change = 0; change < CHANGES; change += 1)
    await secret.send('PATCH', `/v1/bookings/${id}`, { body: { metadata: { change: String(change) } } });
  await withDatabase(stage.demo, (client) => multiplyBooking(client, id));
  const today = Temporal.Now.plainDateISO('UTC');
  const paths: Record<string, string> = {
    'history of a booking': `/v1/bookings/${id}/history`,
    'preview of a cancellation': `/v1/bookings/${id}/cancellation`,
    'bookings, no filter': '/v1/bookings',
    'bookings, newest first': '/v1/bookings?order=desc',
    'bookings by state': '/v1/bookings?state=cancelled',
    'bookings by resource': `/v1/bookings?resourceId=${resourceId}`,
    'bookings by reference': '/v1/bookings?externalReference=REF-1',
    'bookings by metadata': '/v1/bookings?metadataKey=channel&metadataValue=web',
    'bookings by guest': '/v1/bookings?guestEmail=guest@example.test',
    'bookings by words': '/v1/bookings?q=ref-1',
    'bookings by arrival': `/v1/bookings?arrivalFrom=${today}&arrivalTo=${today.add({ days: 1 })}`,
    'bookings by creation': `/v1/bookings?createdFrom=${today.subtract({ days: 20 })}&createdTo=${today.subtract({ days: 19 })}`,
    'bookings by units': '/v1/bookings?quantityMin=2',
  };
  const reads: Record<string, Figures> = {};
  for (const [name, path] of Object.entries(paths)) reads[name] = await read(stage, key, path);
  return { bookings: BOOKINGS, reads };
}

async function read({ demo }: Stage, key: string, path: string): Promise<Figures> {
  const headers = { authorization: `Bearer ${key}` };
  const load = {
    url: demo.gatewayUrl,
    connections: 1,
    headers,
    requests: [{ method: 'GET' as const, path }],
  };
  await putLoad({ ...load, seconds: WARM_UP_SECONDS });
  return putLoad({ ...load, seconds: 1 });
}

async function makeBooking(secret: Client): Promise<{ id: string; resourceId: string }> {
  const all = { kind: 'percent', bps: 10_000, of: 'total' };
  const steps = [{ before: { count: 7, unit: 'days' }, penalty: { kind: 'none' } }];
  const policy = await secret.put('/v1/cancellation-policies/week', {
    name: 'A week before',
    steps,
    afterwards: all,
    noShow: all,
  });
  if (policy.status !== 200) throw new Error(`no policy: ${JSON.stringify(policy.body)}`);
  const { id: resourceId, ratePlanId } = await makeLodging(secret, {
    plan: { cancellationPolicyCode: 'week' },
  });
  const start = Temporal.Now.plainDateISO('UTC').add({ days: 30 });
  const booked = await secret.create<{ booking: { id: string } }>('/v1/bookings', {
    resourceId,
    ratePlanId,
    from: `${start}T15:00:00Z`,
    to: `${start.add({ days: 2 })}T10:00:00Z`,
    partySize: 2,
    guestEmail: 'guest@example.test',
    paidOffline: true,
    externalReference: 'REF-1',
    metadata: { channel: 'web' },
  });
  if (booked.status !== 201) throw new Error(`no booking: ${JSON.stringify(booked.body)}`);
  return { id: booked.body.booking.id, resourceId };
}

/** Copies have no guest, whose data is sealed for one booking, and are made a minute apart; one in a thousand is cancelled, and one has two units. */
async function multiplyBooking(client: pg.Client, bookingId: string): Promise<void> {
  const insert = () =>
    client.query(
      `INSERT INTO reservations.reservations
       SELECT copy.* FROM reservations.reservations AS original,
         (SELECT n, gen_random_uuid() AS id FROM generate_series(1, $2::int) AS n) AS fresh,
         jsonb_populate_record(original, jsonb_build_object('id', fresh.id, 'idempotency_key', fresh.id,
           'quote_id', null, 'reference', lpad(n::text, 8, '0'), 'external_reference', null, 'metadata', null, 'guest_sealed', null, 'guest_email_hash', null,
           'resource_id', md5((n / 100)::text)::uuid, 'state', CASE WHEN n % 1000 = 0 THEN 'cancelled' ELSE 'confirmed' END,
           'quantity', CASE WHEN n % 1000 = 1 THEN 2 ELSE 1 END, 'created_at', original.created_at - n * interval '1 minute',
           'starts_at', original.starts_at - n * interval '1 hour', 'ends_at', original.ends_at - n * interval '1 hour')) AS copy
       WHERE original.id = $1`,
      [bookingId, BOOKINGS],
    );
  await withoutRowChecks(client, insert);
  await client.query('ANALYZE reservations.reservations');
}
