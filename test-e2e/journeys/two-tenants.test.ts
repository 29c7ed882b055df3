import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Answer, CallOptions, Client } from '../harness/client.ts';
import { makeLodging, makeTenant, type OwnTenant } from '../harness/own-tenant.ts';
import { calendarOf, startFeedServer } from '../harness/feed-server.ts';
import type { FeedServer } from '../harness/feed-server.ts';
import { bookedOffline } from '../harness/bookings.ts';
import { conflictsOf, connected, map, openFeed } from '../harness/calendars.ts';
import { eventually } from '../harness/eventually.ts';
import { hold } from '../harness/stay.ts';
import { eventsOf, ping, registered } from '../harness/webhooks.ts';

const demo = inject('demo');
const email = 'guest@example.test';
const window = { from: '2027-05-03T15:00:00Z', to: '2027-05-05T10:00:00Z' };
let mine: OwnTenant;
let theirs: OwnTenant;

interface Ids {
  resource: string;
  plan: string;
  reservation: string;
  feedToken: string;
  connection: string;
  listing: string;
  conflict: string;
  endpoint: string;
  delivery: string;
}
let ids: Ids;
let elsewhere: FeedServer;

beforeAll(async () => {
  mine = await makeTenant(demo);
  theirs = await makeTenant(demo);
  const room = await makeLodging(theirs.secret);
  const reservation = await hold(theirs.secret, {
    resourceId: room.id,
    ratePlanId: room.ratePlanId,
    ...window,
    partySize: 1,
  });
  elsewhere = await startFeedServer();
  ids = {
    resource: room.id,
    plan: room.ratePlanId,
    reservation: reservation.id,
    feedToken: (await openFeed(theirs.secret, room.id)).id,
    ...(await withConflict(room)),
    ...(await withEndpoint()),
  };
});

afterAll(() => elsewhere.stop());

/** An imported calendar with an event over a stay. */
async function withConflict(room: { id: string; ratePlanId: string }) {
  await bookedOffline(theirs.secret, {
    resourceId: room.id,
    ratePlanId: room.ratePlanId,
    from: '2027-05-10T15:00:00Z',
    to: '2027-05-12T10:00:00Z',
    partySize: 1,
    guestEmail: email,
  });
  elsewhere.serve('/a.ics', calendarOf({ uid: 'a', from: '2027-05-10', to: '2027-05-12' }));
  const { id } = await connected(theirs.secret, elsewhere.urlOf('/a.ics'), room.id);
  const [conflict] = await eventually('their conflict is open', async () => {
    const found = await conflictsOf(theirs.secret, id);
    return found.length > 0 ? found : undefined;
  });
  return { connection: id, listing: conflict?.listingId ?? '', conflict: conflict?.id ?? '' };
}

async function withEndpoint() {
  const { id } = await registered(theirs.secret, elsewhere.urlOf('/hook'));
  return { endpoint: id, delivery: await ping(theirs.secret, id) };
}

type SendRequest = (client: Client, ids: Ids) => Promise<Answer>;
const withKey = (): CallOptions => ({ idempotencyKey: randomUUID() });

const routes: [string, SendRequest][] = [
  [
    'GET availability',
    (client, { resource }) =>
      client.get(`/v1/availability?resource_id=${resource}&from=${window.from}&to=${window.to}&party_size=1`),
  ],
  [
    'POST quotes',
    (client, { resource, plan }) =>
      client.post('/v1/quotes', { resourceId: resource, ratePlanId: plan, ...window, partySize: 1 }),
  ],
  ['GET resource', (client, { resource }) => client.get(`/v1/resources/${resource}`)],
  [
    'PATCH resource',
    (client, { resource }) =>
      client.send('PATCH', `/v1/resources/${resource}`, { body: { name: 'Mine now' } }),
  ],
  ['GET rates', (client, { resource }) => client.get(`/v1/resources/${resource}/rates`)],
  [
    'PUT rates',
    (client, { resource }) =>
      client.put(`/v1/resources/${resource}/rates`, {
        ratePlans: [{ code: 'x', name: 'X', currency: 'EUR' }],
      }),
  ],
  ['GET pricing', (client, { resource }) => client.get(`/v1/resources/${resource}/pricing`)],
  [
    'PUT pricing',
    (client, { resource }) =>
      client.put(`/v1/resources/${resource}/pricing`, {
        pricing: [{ ratePlanCode: 'flex', baseAmountMinorUnits: '1' }],
      }),
  ],
  ['POST otp', (client, { reservation }) => client.post(`/v1/holds/${reservation}/otp`, { email })],
  [
    'POST otp/verify',
    (client, { reservation }) =>
      client.post(`/v1/holds/${reservation}/otp/verify`, { email, code: '123456' }),
  ],
  [
    'POST payment-intent',
    (client, { reservation }) => client.post(`/v1/holds/${reservation}/payment-intent`, {}, withKey()),
  ],
  [
    'POST confirm',
    (client, { reservation }) =>
      client.post(`/v1/holds/${reservation}/confirm`, { guestVerificationToken: 'x' }),
  ],
  ['GET booking', (client, { reservation }) => client.get(`/v1/bookings/${reservation}`)],
  ['POST feed-tokens', (client, { resource }) => client.post(`/v1/resources/${resource}/feed-tokens`)],
  ['GET feed-tokens', (client, { resource }) => client.get(`/v1/resources/${resource}/feed-tokens`)],
  [
    'DELETE feed-token',
    (client, { resource, feedToken }) =>
      client.send('DELETE', `/v1/resources/${resource}/feed-tokens/${feedToken}`),
  ],
  [
    'POST feed-token/rotate',
    (client, { resource, feedToken }) =>
      client.post(`/v1/resources/${resource}/feed-tokens/${feedToken}/rotate`),
  ],
  ['GET reads', (client, { connection }) => client.get(`/v1/channel-connections/${connection}/reads`)],
  ['GET connection', (client, { connection }) => client.get(`/v1/channel-connections/${connection}`)],
  [
    'PATCH connection',
    (client, { connection }) =>
      client.send('PATCH', `/v1/channel-connections/${connection}`, { body: { status: 'paused' } }),
  ],
  [
    'DELETE connection',
    (client, { connection }) => client.send('DELETE', `/v1/channel-connections/${connection}`),
  ],
  ['POST sync', (client, { connection }) => client.post(`/v1/channel-connections/${connection}/sync`)],
  [
    'POST listings',
    (client, { connection, resource }) =>
      client.post(`/v1/channel-connections/${connection}/listings`, { resourceId: resource }),
  ],
  ['GET listings', (client, { connection }) => client.get(`/v1/channel-connections/${connection}/listings`)],
  [
    'DELETE listing',
    (client, { connection, listing }) =>
      client.send('DELETE', `/v1/channel-connections/${connection}/listings/${listing}`),
  ],
  [
    'PATCH conflict',
    (client, { conflict }) =>
      client.send('PATCH', `/v1/channel/conflicts/${conflict}`, { body: { status: 'resolved_cancelled' } }),
  ],
  ['GET endpoint', (client, { endpoint }) => client.get(`/v1/webhook-endpoints/${endpoint}`)],
  ['DELETE endpoint', (client, { endpoint }) => client.send('DELETE', `/v1/webhook-endpoints/${endpoint}`)],
  [
    'POST rotate-secret',
    (client, { endpoint }) => client.post(`/v1/webhook-endpoints/${endpoint}/rotate-secret`),
  ],
  ['POST ping', (client, { endpoint }) => client.post(`/v1/webhook-endpoints/${endpoint}/ping`)],
  ['GET deliveries', (client, { endpoint }) => client.get(`/v1/webhook-endpoints/${endpoint}/deliveries`)],
  [
    'POST redeliver',
    (client, { endpoint, delivery }) =>
      client.post(`/v1/webhook-endpoints/${endpoint}/deliveries/${delivery}/redeliver`),
  ],
];

/** The response without the ids of the request. */
function bytes(answer: Answer, named: string[]): string {
  let text = JSON.stringify({ status: answer.status, body: { ...answer.body, instance: '' } });
  for (const id of named) text = text.replaceAll(id, '<id>');
  return text;
}

describe('two tenants', () => {
  it.each(routes)('%s answers another tenant’s id as it answers an unknown one', async (_route, send) => {
    const unknown = Object.fromEntries(
      Object.keys(ids).map((name) => [name, randomUUID()]),
    ) as unknown as Ids;
    const foreign = await send(mine.secret, ids);
    const missing = await send(mine.secret, unknown);
    expect(foreign.status).toBe(404);
    expect(bytes(foreign, Object.values(ids))).toBe(bytes(missing, Object.values(unknown)));
  });

  it('lists nothing of another tenant', async () => {
    for (const path of [
      '/v1/resources',
      '/v1/room-types',
      '/v1/channel-connections',
      '/v1/channel/conflicts',
    ]) {
      const list = await mine.secret.get(path);
      expect(Object.values(list.body)).toEqual(expect.arrayContaining([[], null]));
    }
    expect((await mine.secret.get('/v1/webhook-endpoints')).body).toEqual({ webhookEndpoints: [] });
    await eventually('their event is logged', async () => (await eventsOf(theirs.secret)).length > 0);
    expect(await eventsOf(mine.secret)).toEqual([]);
    expect(await eventsOf(mine.secret, `reservationId=${ids.reservation}`)).toEqual([]);
  });

  it('accepts neither another tenant’s resource in a mapping nor its connection as an exclusion', async () => {
    const room = await makeLodging(mine.secret);
    const made = await mine.secret.post<{ id: string }>('/v1/channel-connections', {
      channel: 'ical',
      feedUrl: elsewhere.urlOf('/a.ics'),
    });
    await map(mine.secret, made.body.id, room.id);
    const send = (ofOther: Ids) =>
      Promise.all([
        mine.secret.post(`/v1/channel-connections/${made.body.id}/listings`, {
          resourceId: ofOther.resource,
        }),
        mine.secret.post(`/v1/resources/${room.id}/feed-tokens`, { excludeConnectionId: ofOther.connection }),
      ]);
    const answers = await send(ids);
    expect(answers.map(({ body }) => body['code'])).toEqual(['resource_not_found', 'connection_not_found']);
    const missing = await send({ ...ids, resource: randomUUID(), connection: randomUUID() });
    expect(answers.map((answer) => bytes(answer, []))).toEqual(missing.map((answer) => bytes(answer, [])));
    expect((await mine.secret.send('DELETE', `/v1/channel-connections/${made.body.id}`)).status).toBe(204);
  });

  it('reads a UUID in upper case as the same record', async () => {
    const answer = await theirs.secret.get<{ id: string }>(`/v1/resources/${ids.resource.toUpperCase()}`);
    expect(answer.body.id).toBe(ids.resource);
  });
});
