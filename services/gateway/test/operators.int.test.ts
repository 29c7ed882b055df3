import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HttpClient } from './http-client.ts';
import type { Answer } from './http-client.ts';
import { expectProblem } from './expect-problem.ts';
import { makeOperator, makeTenant, signIn } from './build-tenant.ts';
import { startGateway } from './start-gateway.ts';
import { startStubServices } from './stub-services.ts';
import type { TestOperator, TestTenant } from './build-tenant.ts';
import type { RunningGateway } from './start-gateway.ts';
import type { StubServices } from './stub-services.ts';

let gateway: RunningGateway;
let other: RunningGateway;
let stubs: StubServices;
let tenant: TestTenant;
let operator: TestOperator;

beforeAll(async () => {
  [gateway, stubs] = await Promise.all([startGateway(), startStubServices()]);
  other = await startGateway({ POSTGRES_URL: gateway.postgresUrl });
  stubs.answer('summarize-period', { ok: true, value: {} });
});

beforeEach(async () => {
  tenant = await makeTenant(gateway);
  operator = await makeOperator(gateway, tenant.id);
});

afterAll(async () => {
  await other.stop();
  await gateway.stop();
  await stubs.stop();
});

const METRICS = '/v1/metrics/summary?from=2026-11-01&to=2026-12-01';
const TIMESTAMP = /^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/;
const operatorsOf = (tenantId: string) => `/admin/v1/tenants/${tenantId}/operators`;
const pathOf = ({ id }: { id: string }, tenantId = tenant.id) => `${operatorsOf(tenantId)}/${id}`;
const attempt = ({ email }: TestOperator, password: string) =>
  new HttpClient(gateway.url).post('/v1/operator/sessions', { email, password });
const listed = async (query = '') =>
  (await gateway.admin.get(`${operatorsOf(tenant.id)}?limit=100${query}`)).body;

const endings: [string, (path: string) => Promise<Answer>][] = [
  ['the operator is removed', (path) => gateway.admin.send('DELETE', path)],
  ['the password is set', (path) => gateway.admin.put(`${path}/password`, { password: 'another horse' })],
  ['the sessions are ended', (path) => gateway.admin.send('DELETE', `${path}/sessions`)],
];

describe('the list of operators', () => {
  it('shows who signed in when and how many sessions are open, oldest first, and no password', async () => {
    const second = await makeOperator(gateway, tenant.id);
    const idle = {
      name: null,
      role: 'manager',
      lastSignInAt: null,
      sessions: 0,
      createdAt: expect.stringMatching(TIMESTAMP),
    };
    expect(await listed()).toEqual({
      operators: [operator, second].map(({ id, email }) => ({ id, email, ...idle })),
      nextCursor: null,
    });
    const first = await signIn(gateway, operator);
    await signIn(gateway, operator, 'test');
    await attempt(operator, 'wrong horse');
    const [shown, untouched] = (await listed())['operators'] as { lastSignInAt: string; sessions: number }[];
    expect(shown).toMatchObject({ sessions: 2, lastSignInAt: expect.stringMatching(TIMESTAMP) });
    expect(untouched).toMatchObject({ sessions: 0, lastSignInAt: null });
    await first.send('DELETE', '/v1/operator/sessions/current');
    expect((await listed())['operators']).toMatchObject([{ sessions: 1 }, { sessions: 0 }]);
  });

  it('is paged, with a cursor that is valid for its tenant only, and holds its own operators only', async () => {
    const second = await makeOperator(gateway, tenant.id);
    const path = operatorsOf(tenant.id);
    const page = await gateway.admin.get(`${path}?limit=1`);
    expect(page.body['operators']).toMatchObject([{ id: operator.id }]);
    const cursor = String(page.body['nextCursor']);
    const last = await gateway.admin.get(`${path}?limit=1&cursor=${cursor}`);
    expect(last.body).toMatchObject({ operators: [{ id: second.id }], nextCursor: null });
    const stranger = await makeTenant(gateway);
    expect((await gateway.admin.get(operatorsOf(stranger.id))).body).toEqual({
      operators: [],
      nextCursor: null,
    });
    expectProblem(await gateway.admin.get(`${operatorsOf(stranger.id)}?cursor=${cursor}`), 'invalid_cursor');
    for (const id of [randomUUID(), 'x', tenant.sandboxId]) {
      expectProblem(await gateway.admin.get(operatorsOf(id)), 'tenant_not_found');
    }
    for (const limit of ['0', '101', 'x']) {
      expectProblem(await gateway.admin.get(`${path}?limit=${limit}`), 'validation_failed');
    }
  });
});

describe('all sessions of an operator end within a second in every process when', () => {
  it.each(endings)('%s, and those of others go on', async (_what, end) => {
    const colleague = await signIn(gateway, await makeOperator(gateway, tenant.id));
    const sessions = [await signIn(gateway, operator), await signIn(other, operator, 'test')];
    const everywhere = sessions.flatMap(({ key }) =>
      [gateway, other].map(({ url }) => new HttpClient(url, key)),
    );
    for (const client of everywhere) expect((await client.get(METRICS)).status).toBe(200);
    const ended = await end(pathOf(operator));
    expect([ended.status, ended.text]).toEqual([204, '']);
    for (const client of everywhere) expectProblem(await client.get(METRICS), 'invalid_api_key');
    expect((await colleague.get(METRICS)).status).toBe(200);
  });
});

describe('an operator', () => {
  it('who is removed cannot sign in, and the address may be given again, to another tenant as well', async () => {
    expect((await gateway.admin.send('DELETE', pathOf(operator))).status).toBe(204);
    expectProblem(await attempt(operator, operator.password), 'invalid_credentials');
    expect((await listed())['operators']).toEqual([]);
    expectProblem(await gateway.admin.send('DELETE', pathOf(operator)), 'operator_not_found');
    const stranger = await makeTenant(gateway);
    const body = { email: operator.email, password: 'yet another horse' };
    const again = await gateway.admin.post(operatorsOf(stranger.id), body);
    expect(again.status).toBe(201);
    expect(again.body['id']).not.toBe(operator.id);
    expect((await attempt(operator, 'yet another horse')).status).toBe(201);
  });

  it('whose password was set signs in with the new one only', async () => {
    const set = await gateway.admin.put(`${pathOf(operator)}/password`, { password: 'another horse' });
    expect(set.status).toBe(204);
    expectProblem(await attempt(operator, operator.password), 'invalid_credentials');
    expect((await attempt(operator, 'another horse')).status).toBe(201);
    expect(JSON.stringify(gateway.log.lines)).not.toContain('another horse');
  });

  it('whose sessions were ended signs in again', async () => {
    expect((await gateway.admin.send('DELETE', `${pathOf(operator)}/sessions`)).status).toBe(204);
    expect((await attempt(operator, operator.password)).status).toBe(201);
  });

  it('keeps no session from sign-ins that run while the sessions are ended for good', async () => {
    const signIns = Array.from({ length: 4 }, () => attempt(operator, operator.password));
    const [set, ...answers] = await Promise.all([
      gateway.admin.put(`${pathOf(operator)}/password`, { password: 'another horse' }),
      ...signIns,
    ]);
    expect(set.status).toBe(204);
    for (const { body } of answers) {
      const client = new HttpClient(gateway.url, String(body['token']));
      expectProblem(await client.get(METRICS), 'invalid_api_key');
    }
    expect((await listed())['operators']).toMatchObject([{ sessions: 0 }]);
  });

  it.each(endings)(
    'of another tenant, or unknown, is not found when %s, and nothing changes',
    async (_what, end) => {
      const session = await signIn(gateway, operator);
      const stranger = await makeTenant(gateway);
      expectProblem(await end(pathOf(operator, stranger.id)), 'operator_not_found');
      expectProblem(await end(pathOf({ id: randomUUID() })), 'operator_not_found');
      expectProblem(await end(pathOf({ id: 'x' })), 'operator_not_found');
      expectProblem(await end(pathOf(operator, randomUUID())), 'tenant_not_found');
      expectProblem(await end(pathOf(operator, tenant.sandboxId)), 'tenant_not_found');
      expectProblem(await end(pathOf(operator, 'x')), 'tenant_not_found');
      expect((await session.get(METRICS)).status).toBe(200);
    },
  );

  it('keeps password and sessions when the new password does not fit', async () => {
    const session = await signIn(gateway, operator);
    const path = `${pathOf(operator)}/password`;
    for (const password of [
      'short',
      'x'.repeat(201),
      12_345_678,
      null,
      undefined,
      ['long enough'],
      'a\u0000bcdefgh',
    ]) {
      const { errors } = expectProblem(await gateway.admin.put(path, { password }), 'validation_failed');
      expect(errors).toContainEqual({ pointer: '/password', message: expect.any(String) });
    }
    for (const rawBody of ['[]', 'null', '"long enough"']) {
      expectProblem(await gateway.admin.send('PUT', path, { rawBody }), 'validation_failed');
    }
    expectProblem(await gateway.admin.put(path, { password: 'x'.repeat(300_000) }), 'payload_too_large');
    expect((await session.get(METRICS)).status).toBe(200);
    expect((await attempt(operator, operator.password)).status).toBe(201);
  });
});
