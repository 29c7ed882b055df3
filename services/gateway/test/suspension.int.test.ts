import { randomBytes, randomUUID } from 'node:crypto';
import { formatSecret } from '@lodging/kernel';
import { eventually } from '@lodging/kit-testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HttpClient } from './http-client.ts';
import { expectProblem } from './expect-problem.ts';
import { makeOperator, makeTenant, SHOP, signIn } from './build-tenant.ts';
import { startGateway } from './start-gateway.ts';
import { startStubServices } from './stub-services.ts';
import type { TestTenant } from './build-tenant.ts';
import type { RunningGateway } from './start-gateway.ts';
import type { StubServices } from './stub-services.ts';

let gateway: RunningGateway;
let other: RunningGateway;
let stubs: StubServices;

beforeAll(async () => {
  [gateway, stubs] = await Promise.all([startGateway(), startStubServices()]);
  other = await startGateway({ POSTGRES_URL: gateway.postgresUrl });
  stubs.answer('list-resources', { ok: true, value: { resources: [], nextAfter: null } });
  stubs.answer('summarize-period', { ok: true, value: {} });
  stubs.answer('render-feed', {
    ok: true,
    value: { body: 'BEGIN:VCALENDAR', etag: 'x', lastModified: null },
  });
});

afterAll(async () => {
  await other.stop();
  await gateway.stop();
  await stubs.stop();
});

const TENANTS = '/admin/v1/tenants';
const RESOURCES = '/v1/resources';
const METRICS = '/v1/metrics/summary?from=2026-11-01&to=2026-12-01';
const TIMESTAMP = /^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/;
const suspend = (id: string, reason = 'unpaid') => gateway.admin.post(`${TENANTS}/${id}/suspend`, { reason });
const reinstate = (id: string) => gateway.admin.post(`${TENANTS}/${id}/reinstate`);

describe('a suspended tenant', () => {
  it('shows since when and why, and neither once it is reinstated; both may be repeated', async () => {
    const { id } = await makeTenant(gateway);
    const first = await suspend(id, 'unpaid since May');
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({
      id,
      suspendedAt: expect.stringMatching(TIMESTAMP),
      suspendedReason: 'unpaid since May',
    });
    expect((await gateway.admin.get(`${TENANTS}/${id}`)).body).toEqual(first.body);
    expect((await suspend(id, 'unpaid since May')).body).toEqual(first.body);
    expect((await suspend(id, 'fraud')).body).toEqual({ ...first.body, suspendedReason: 'fraud' });
    const back = await reinstate(id);
    expect([back.status, back.body]).toEqual([
      200,
      { ...first.body, suspendedAt: null, suspendedReason: null },
    ]);
    expect(await reinstate(id)).toMatchObject({ status: 200, body: back.body });
  });

  it('is refused with every key and session, live and sandbox, in every process within five seconds, and accepted again', async () => {
    const tenant = await makeTenant(gateway);
    const operator = await makeOperator(gateway, tenant.id);
    const clients = [
      { client: tenant.secret, path: RESOURCES },
      { client: tenant.testSecret, path: RESOURCES },
      { client: tenant.browser, path: RESOURCES },
      { client: await signIn(gateway, operator), path: METRICS },
      { client: await signIn(gateway, operator, 'test'), path: METRICS },
    ];
    const codes = async (baseUrl: string) =>
      Promise.all(
        clients.map(async ({ client: { key, origin }, path }) => {
          const { status, body } = await new HttpClient(baseUrl, key, origin).get(path);
          return status === 200 ? 'ok' : body['code'];
        }),
      );
    const all = (code: string) => clients.map(() => code);
    for (const { url } of [gateway, other]) expect(await codes(url)).toEqual(all('ok'));
    expect((await suspend(tenant.id)).status).toBe(200);
    expect(await codes(gateway.url)).toEqual(all('tenant_suspended'));
    const becomes = (code: string) => async () => (await codes(other.url)).every((one) => one === code);
    await eventually('the other process refuses', becomes('tenant_suspended'), { withinMs: 5_000 });
    expect((await reinstate(tenant.id)).status).toBe(200);
    expect(await codes(gateway.url)).toEqual(all('ok'));
    await eventually('the other process accepts', becomes('ok'), { withinMs: 5_000 });
  });

  it('is refused after the key is known, and before anything else is checked', async () => {
    const tenant = await makeTenant(gateway);
    await suspend(tenant.id);
    expectProblem(await new HttpClient(gateway.url, 'sk_live_nonsense').get(RESOURCES), 'invalid_api_key');
    const { key } = tenant.browser;
    for (const client of [tenant.browser, new HttpClient(gateway.url, key, 'https://evil.example')]) {
      expectProblem(await client.get('/v1/room-types'), 'tenant_suspended');
    }
    const fromShop = await tenant.browser.get(RESOURCES);
    expectProblem(fromShop, 'tenant_suspended');
    expect(fromShop.headers.get('access-control-allow-origin')).toBe(SHOP);
    expectProblem(await tenant.secret.send('POST', '/v1/holds', { rawBody: '{' }), 'tenant_suspended');
    expectProblem(await tenant.secret.get(`${RESOURCES}/${randomUUID()}`), 'tenant_suspended');
  });

  it('takes no sign-in: a right password says why, a wrong one does not, and a refused one costs no attempt', async () => {
    const tenant = await makeTenant(gateway);
    const { email, password } = await makeOperator(gateway, tenant.id);
    await suspend(tenant.id);
    const attempt = (given: string) =>
      new HttpClient(gateway.url).post('/v1/operator/sessions', { email, password: given });
    for (let count = 0; count < 7; count += 1) expectProblem(await attempt(password), 'tenant_suspended');
    expectProblem(await attempt('wrong horse'), 'invalid_credentials');
    await reinstate(tenant.id);
    expect((await attempt(password)).status).toBe(201);
  });

  it('has its calendars served still', async () => {
    const tenant = await makeTenant(gateway);
    await suspend(tenant.id);
    const token = formatSecret('', randomBytes(32));
    const feed = await new HttpClient(gateway.url).get(`/v1/feeds/${token}.ics`);
    expect([feed.status, feed.text]).toEqual([200, 'BEGIN:VCALENDAR']);
  });

  it('leaves every other tenant alone', async () => {
    const [one, another] = [await makeTenant(gateway), await makeTenant(gateway)];
    await suspend(one.id);
    expect((await another.secret.get(RESOURCES)).status).toBe(200);
    expect((await gateway.admin.get(`${TENANTS}/${another.id}`)).body).toMatchObject({ suspendedAt: null });
  });
});

describe('a suspension', () => {
  it('takes a reason of 1 to 200 characters, and a tenant that exists', async () => {
    const tenant: TestTenant = await makeTenant(gateway);
    const path = `${TENANTS}/${tenant.id}/suspend`;
    for (const reason of ['', 'x'.repeat(201), 5, null, ['a'], 'a\u0000b', '\ud800', undefined]) {
      const { errors } = expectProblem(await gateway.admin.post(path, { reason }), 'validation_failed');
      expect(errors).toMatchObject([{ pointer: '/reason' }]);
    }
    for (const rawBody of ['[]', '"x"', 'null']) {
      expectProblem(await gateway.admin.send('POST', path, { rawBody }), 'validation_failed');
    }
    expectProblem(await gateway.admin.post(path), 'validation_failed');
    expectProblem(await gateway.admin.post(path, { reason: 'x'.repeat(300_000) }), 'payload_too_large');
    expect((await gateway.admin.get(`${TENANTS}/${tenant.id}`)).body).toMatchObject({ suspendedAt: null });
    expect((await suspend(tenant.id, 'x'.repeat(200))).status).toBe(200);
    for (const unknown of [randomUUID(), 'x', tenant.sandboxId]) {
      expectProblem(await suspend(unknown), 'tenant_not_found');
      expectProblem(await reinstate(unknown), 'tenant_not_found');
    }
  });
});
