import type { Demo } from '../harness/demo.ts';
import { makeGeneric, makeLodging, makeTenant } from '../harness/own-tenant.ts';
import { hold } from '../harness/stay.ts';
import { createPool } from './pool.ts';
import type { Pool } from './pool.ts';
import type { Credentials } from './hostile-request.ts';

const ORIGIN = 'https://widget.example';

export interface FuzzTenant {
  readonly tenantIds: readonly string[];
  readonly pool: Pool;
  readonly credentials: Credentials;
}

/** A tenant with a record in each collection; every text in them has the marker. */
export async function makeFuzzTenant(demo: Demo, marker: string): Promise<FuzzTenant> {
  const tenant = await makeTenant(demo);
  const { secret, admin } = tenant;
  const pool = createPool();
  const post = async (path: string, body: unknown) => {
    const answer = await secret.create<{ id: string }>(path, body);
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    pool.harvest(path, answer.body);
    return answer.body.id;
  };
  const room = await makeLodging(secret, { units: 3 });
  const generic = await makeGeneric(secret);
  for (const id of [room.id, generic.id]) pool.add('resources', id);
  pool.add('ratePlans', room.ratePlanId);
  const roomType = { code: `rt-${marker}`, name: marker, maxOccupancy: 4, maxAdults: 4, maxChildren: 2 };
  await post('/v1/room-types', roomType);
  const stay = { resourceId: room.id, ratePlanId: room.ratePlanId, partySize: 1 };
  const times = { from: '2027-06-10T15:00:00Z', to: '2027-06-12T10:00:00Z' };
  pool.add('bookings', (await hold(secret, { ...stay, ...times })).id);
  await post('/v1/bookings', {
    ...stay,
    ...times,
    guestName: marker,
    guestEmail: 'guest@example.test',
    paidOffline: true,
  });
  await post(`/v1/resources/${room.id}/feed-tokens`, { name: marker });
  const feed = { channel: 'ical', feedUrl: `https://${marker}.invalid/a.ics` };
  const connection = await post('/v1/channel-connections', feed);
  await post(`/v1/channel-connections/${connection}/listings`, { resourceId: room.id });
  await post('/v1/webhook-endpoints', {
    url: `https://${marker}.invalid/hook`,
    eventTypes: ['reservation.created'],
  });
  const key = async (body: object) => {
    const path = `/admin/v1/tenants/${tenant.id}/api-keys`;
    return (await admin.post<{ key: string }>(path, { requestsPerMinute: 10_000_000, ...body })).body.key;
  };
  const credentials = {
    secret: await key({ kind: 'secret', mode: 'live' }),
    testSecret: await key({ kind: 'secret', mode: 'test' }),
    publishable: await key({ kind: 'publishable', mode: 'live', allowedOrigins: [ORIGIN] }),
    origin: ORIGIN,
  };
  return { tenantIds: [tenant.id, tenant.sandboxId], pool, credentials };
}
