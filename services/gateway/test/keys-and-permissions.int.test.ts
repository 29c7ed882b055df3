import { randomUUID } from 'node:crypto';
import { openDatabase } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { eventually } from '@lodging/kit-testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HttpClient } from './http-client.ts';
import { expectProblem } from './expect-problem.ts';
import { makeKey, makeTenant, SHOP } from './build-tenant.ts';
import { startGateway } from './start-gateway.ts';
import { startStubServices } from './stub-services.ts';
import type { MadeKey, TestTenant } from './build-tenant.ts';
import type { RunningGateway } from './start-gateway.ts';
import type { StubServices } from './stub-services.ts';

let gateway: RunningGateway;
let other: RunningGateway;
let stubs: StubServices;
let tenant: TestTenant;
let db: Database;

beforeAll(async () => {
  [gateway, stubs] = await Promise.all([startGateway(), startStubServices()]);
  other = await startGateway({ POSTGRES_URL: gateway.postgresUrl });
  stubs.answer('list-resources', { ok: true, value: { resources: [], nextAfter: null } });
  tenant = await makeTenant(gateway);
  db = openDatabase({ url: gateway.postgresUrl, schema: 'gateway', log: gateway.log, maxConnections: 2 });
});

afterAll(async () => {
  await db.close();
  await other.stop();
  await gateway.stop();
  await stubs.stop();
});

const RESOURCES = '/v1/resources';
const WITHIN_5_S = { withinMs: 5_000 };
const keyPath = ({ id }: Pick<MadeKey, 'id'>, tenantId = tenant.id) =>
  `/admin/v1/tenants/${tenantId}/api-keys/${id}`;
const patch = (path: string, body: unknown) => gateway.admin.send('PATCH', path, { body });
const secretKey = (fields: object = {}) =>
  makeKey(gateway, tenant.id, { kind: 'secret', mode: 'live', ...fields });
const listed = async ({ id }: MadeKey) => {
  const { body } = await gateway.admin.get(`/admin/v1/tenants/${tenant.id}/api-keys?limit=100`);
  return (body['apiKeys'] as { id: string }[]).find((key) => key.id === id);
};

describe('a key that is changed', () => {
  it('loses and gains permissions in every process within five seconds, and is not replaced', async () => {
    const made = await secretKey({ name: 'pms' });
    const [here, there] = [new HttpClient(gateway.url, made.key), new HttpClient(other.url, made.key)];
    for (const client of [here, there]) expect((await client.get(RESOURCES)).status).toBe(200);
    const changed = await patch(keyPath(made), { permissions: ['book', 'book'], name: null });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({
      id: made.id,
      prefix: made.prefix,
      permissions: ['book'],
      name: null,
    });
    expect(changed.body).not.toHaveProperty('key');
    expectProblem(await here.get(RESOURCES), 'insufficient_permission');
    const refused = () => there.get(RESOURCES).then(({ status }) => status === 403);
    await eventually('the other process refuses the read', refused, WITHIN_5_S);
    expect((await patch(keyPath(made), { permissions: ['read'] })).status).toBe(200);
    const accepted = () => there.get(RESOURCES).then(({ status }) => status === 200);
    await eventually('the other process accepts the read', accepted, WITHIN_5_S);
    expect(await listed(made)).toMatchObject({ permissions: ['read'] });
  });

  it('takes another request limit at once, also when the one before is spent', async () => {
    const made = await secretKey({ requestsPerMinute: 1 });
    const client = new HttpClient(gateway.url, made.key);
    expect((await client.get(RESOURCES)).status).toBe(200);
    expectProblem(await client.get(RESOURCES), 'rate_limited');
    expect((await patch(keyPath(made), { requestsPerMinute: 50 })).body['requestsPerMinute']).toBe(50);
    const answer = await client.get(RESOURCES);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('ratelimit-policy')).toBe('"default";q=50;w=60');
    expect((await patch(keyPath(made), { requestsPerMinute: null })).body['requestsPerMinute']).toBeNull();
    expect((await client.get(RESOURCES)).headers.get('ratelimit-policy')).toBe('"default";q=6000;w=60');
  });

  it('of a browser takes other origins, and neither gains nor needs permissions', async () => {
    const made = await makeKey(gateway, tenant.id, {
      kind: 'publishable',
      mode: 'live',
      allowedOrigins: [SHOP],
    });
    const browser = new HttpClient(gateway.url, made.key, 'https://new.example');
    expectProblem(await browser.get(RESOURCES), 'origin_not_allowed');
    const changed = await patch(keyPath(made), {
      allowedOrigins: ['https://New.example/'],
      permissions: ['operate'],
    });
    expect(changed.body).toMatchObject({ allowedOrigins: ['https://new.example'], permissions: [] });
    expect((await browser.get(RESOURCES)).status).toBe(200);
    expectProblem(await new HttpClient(gateway.url, made.key, SHOP).get(RESOURCES), 'origin_not_allowed');
    const { errors } = expectProblem(await patch(keyPath(made), { allowedOrigins: [] }), 'validation_failed');
    expect(errors).toMatchObject([{ pointer: '/allowedOrigins' }]);
    expect((await browser.get(RESOURCES)).status).toBe(200);
    expect((await patch(keyPath(await secretKey({})), { allowedOrigins: [] })).status).toBe(200);
    const unknown = keyPath({ ...made, id: randomUUID() });
    expectProblem(await patch(unknown, { allowedOrigins: [] }), 'api_key_not_found');
  });

  it('stays as it is with an empty body, unknown fields, and every body that does not fit', async () => {
    const made = await secretKey({ name: 'pms', permissions: ['read'], requestsPerMinute: 9 });
    const before = await listed(made);
    for (const body of [
      {},
      { kind: 'publishable', mode: 'test', expiresAt: null, key: 'x', id: randomUUID() },
    ]) {
      const same = await patch(keyPath(made), body);
      expect([same.status, same.body]).toEqual([200, before]);
    }
    for (const [bad, pointer] of [
      [{ permissions: ['everything'] }, '/permissions/0'],
      [{ permissions: 'read' }, '/permissions'],
      [{ permissions: null }, '/permissions'],
      [{ permissions: Array.from({ length: 21 }, () => 'read') }, '/permissions'],
      [{ allowedOrigins: ['nonsense'] }, '/allowedOrigins/0'],
      [{ allowedOrigins: Array.from({ length: 101 }, () => SHOP) }, '/allowedOrigins'],
      [{ requestsPerMinute: 0 }, '/requestsPerMinute'],
      [{ requestsPerMinute: 1.5 }, '/requestsPerMinute'],
      [{ requestsPerMinute: '5' }, '/requestsPerMinute'],
      [{ requestsPerMinute: 1e9 }, '/requestsPerMinute'],
      [{ name: '' }, '/name'],
      [{ name: 'a\u0000b' }, '/name'],
      [{ name: 'x'.repeat(201) }, '/name'],
      [{ name: 5 }, '/name'],
    ] as const) {
      const { errors } = expectProblem(await patch(keyPath(made), bad), 'validation_failed');
      expect(errors).toMatchObject([{ pointer }]);
    }
    for (const rawBody of ['[]', '"x"', 'null', '5']) {
      expectProblem(await gateway.admin.send('PATCH', keyPath(made), { rawBody }), 'validation_failed');
    }
    expectProblem(await gateway.admin.send('PATCH', keyPath(made)), 'validation_failed');
    const huge = await patch(keyPath(made), { name: 'x'.repeat(300_000) });
    expectProblem(huge, 'payload_too_large');
    expect(await listed(made)).toEqual(before);
  });

  it('is found by its own tenant alone, and not once it was revoked', async () => {
    const made = await secretKey();
    const stranger = await makeTenant(gateway);
    expectProblem(await patch(keyPath(made, stranger.id), { name: 'x' }), 'api_key_not_found');
    expectProblem(await patch(keyPath(made, tenant.sandboxId), { name: 'x' }), 'tenant_not_found');
    expectProblem(await patch(keyPath(made, randomUUID()), { name: 'x' }), 'tenant_not_found');
    expectProblem(await patch(keyPath({ id: 'x' }), { name: 'x' }), 'api_key_not_found');
    expect((await gateway.admin.send('DELETE', keyPath(made))).status).toBe(204);
    expectProblem(await patch(keyPath(made), { name: 'x' }), 'api_key_not_found');
  });
});

describe('a key that expires', () => {
  it('is an unknown one from that time on, and shows when', async () => {
    const expiresAt = Temporal.Now.instant().add({ seconds: 2 }).round('millisecond');
    const made = await secretKey({ expiresAt: expiresAt.toString() });
    expect(await listed(made)).toMatchObject({
      expiresAt: expiresAt.toString({ smallestUnit: 'millisecond' }),
    });
    const [here, there] = [new HttpClient(gateway.url, made.key), new HttpClient(other.url, made.key)];
    expect((await here.get(RESOURCES)).status).toBe(200);
    const refused = () => here.get(RESOURCES).then(({ status }) => status === 401);
    await eventually('the key has expired', refused, WITHIN_5_S);
    for (const client of [here, there]) expectProblem(await client.get(RESOURCES), 'invalid_api_key');
    expect(Temporal.Instant.compare(Temporal.Now.instant(), expiresAt)).toBeGreaterThanOrEqual(0);
    const rotated = await gateway.admin.post(`${keyPath(made)}/rotate`, {});
    expectProblem(
      await new HttpClient(gateway.url, String(rotated.body['key'])).get(RESOURCES),
      'invalid_api_key',
    );
  });

  it('never expires without `expiresAt`, and is not made with a time that is past or no time', async () => {
    expect(await listed(await secretKey({ expiresAt: null }))).toMatchObject({ expiresAt: null });
    const path = `/admin/v1/tenants/${tenant.id}/api-keys`;
    const keys = (await gateway.admin.get(`${path}?limit=100`)).body;
    for (const expiresAt of [
      '2020-01-01T00:00:00Z',
      'tomorrow',
      '',
      5,
      '2030-02-30T00:00:00Z',
      '2030-01-01',
    ]) {
      const answer = await gateway.admin.post(path, { kind: 'secret', mode: 'live', expiresAt });
      const { errors } = expectProblem(answer, 'validation_failed');
      expect(errors).toMatchObject([{ pointer: '/expiresAt' }]);
    }
    expect((await gateway.admin.get(`${path}?limit=100`)).body).toEqual(keys);
  });
});

describe('a field of a body that needs a permission', () => {
  const exempt = {
    resourceId: randomUUID(),
    from: '2027-05-03T15:00:00Z',
    to: '2027-05-05T10:00:00Z',
    partySize: 1,
    guestEmail: 'ada@example.com',
    taxExemptions: [{ code: 'city', reason: 'on business' }],
  };
  const waive = { state: 'cancelled', penalty: { kind: 'waive' } };

  it('is refused before anything is looked up, a malformed id in the path too, and leaves no entry', async () => {
    const client = new HttpClient(gateway.url, (await secretKey({ permissions: ['book'] })).key);
    const calls = () =>
      ['cancel-booking', 'create-booking'].map((name) => stubs.calls.get(name)).flat().length;
    const before = calls();
    for (const id of [randomUUID(), 'x', '%00']) {
      const answer = await client.send('PATCH', `/v1/bookings/${id}`, { body: waive });
      expectProblem(answer, 'insufficient_permission');
      expect(answer.body['detail']).toContain('booking:penalty:override');
    }
    const booked = await client.post('/v1/bookings', exempt, { 'idempotency-key': randomUUID() });
    expectProblem(booked, 'insufficient_permission');
    expect(booked.body['detail']).toContain('booking:tax:exempt');
    expect(calls()).toBe(before);
    const trail = await gateway.admin.get(
      `/admin/v1/audit?tenantId=${tenant.id}&action=booking.penalty_overridden`,
    );
    expect(trail.body['entries']).toEqual([]);
  });

  it('is refused after a body that does not fit, and a request without it needs no permission', async () => {
    const client = new HttpClient(gateway.url, (await secretKey({ permissions: ['book'] })).key);
    const misfit = { state: 'checked_in', penalty: { kind: 'waive' } };
    expectProblem(await client.send('PATCH', '/v1/bookings/x', { body: misfit }), 'validation_failed');
    const plain = { body: { state: 'cancelled' } };
    expectProblem(await client.send('PATCH', '/v1/bookings/x', plain), 'booking_not_found');
    const none = { ...exempt, taxExemptions: [] };
    const booked = await client.post('/v1/bookings', none, { 'idempotency-key': randomUUID() });
    expect(booked.status).not.toBe(403);
  });

  it('is taken from a key that has the permission', async () => {
    const permissions = ['book', 'booking:penalty:override'];
    const client = new HttpClient(gateway.url, (await secretKey({ permissions })).key);
    expectProblem(await client.send('PATCH', '/v1/bookings/x', { body: waive }), 'booking_not_found');
  });
});

describe('a key that was made before permissions of routes existed', () => {
  it.each([[[]], [['payment:refund:create']]])('with the list %j reads, books and operates', async (list) => {
    const made = await secretKey();
    await db.acrossTenants((tx) =>
      tx.query('UPDATE api_keys SET permissions = $1 WHERE id = $2', [list, made.id]),
    );
    const client = new HttpClient(gateway.url, made.key);
    for (const [method, path] of [
      ['GET', RESOURCES],
      ['POST', '/v1/quotes'],
      ['POST', '/v1/bookings'],
      ['POST', RESOURCES],
      ['POST', '/v1/webhook-endpoints'],
    ] as const) {
      const answer = await client.send(method, path, method === 'GET' ? {} : { body: {} });
      expect(answer.status, `${method} ${path}`).not.toBe(403);
    }
    const refund = await client.post(`/v1/bookings/${randomUUID()}/refunds`, {});
    if (list.length === 0) expectProblem(refund, 'insufficient_permission');
    else expect(refund.status).not.toBe(403);
  });
});
