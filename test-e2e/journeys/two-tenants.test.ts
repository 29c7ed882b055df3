// Another tenant's id is an unknown id, to the byte.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import type { Answer, CallOptions, Client } from '../harness/client.ts';
import { makeLodging, makeTenant, type OwnTenant } from '../harness/own-tenant.ts';
import { hold } from '../harness/stay.ts';

const demo = inject('demo');
const window = { from: '2027-05-03T15:00:00Z', to: '2027-05-05T10:00:00Z' };
let mine: OwnTenant;
let theirs: OwnTenant;
let ids: { resource: string; plan: string; reservation: string };

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
  ids = { resource: room.id, plan: room.ratePlanId, reservation: reservation.id };
});

type Ask = (client: Client, ids: { resource: string; plan: string; reservation: string }) => Promise<Answer>;
const withKey = (): CallOptions => ({ idempotencyKey: randomUUID() });
const email = 'guest@example.test';

const routes: [string, Ask][] = [
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
];

/** What is left of an answer once the ids of this one request are taken away. */
function bytes(answer: Answer, named: string[]): string {
  let text = JSON.stringify({ status: answer.status, body: { ...answer.body, instance: '' } });
  for (const id of named) text = text.replaceAll(id, '<id>');
  return text;
}

describe('two tenants', () => {
  it.each(routes)('%s answers another tenant’s id as it answers an unknown one', async (_route, ask) => {
    const unknown = { resource: randomUUID(), plan: randomUUID(), reservation: randomUUID() };
    const foreign = await ask(mine.secret, ids);
    const missing = await ask(mine.secret, unknown);
    expect(foreign.status).toBe(404);
    expect(bytes(foreign, Object.values(ids))).toBe(bytes(missing, Object.values(unknown)));
  });

  it('lists nothing of another tenant', async () => {
    for (const path of ['/v1/resources', '/v1/room-types']) {
      const list = await mine.secret.get(path);
      expect(Object.values(list.body)).toEqual(expect.arrayContaining([[], null]));
    }
  });

  it('reads a UUID in upper case as the same record', async () => {
    const answer = await theirs.secret.get<{ id: string }>(`/v1/resources/${ids.resource.toUpperCase()}`);
    expect(answer.body.id).toBe(ids.resource);
  });
});
