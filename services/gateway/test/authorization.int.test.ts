import { randomUUID } from 'node:crypto';
import { permission } from '@lodging/contract-public';
import { eventually } from '@lodging/kit-testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HttpClient } from './http-client.ts';
import { expectProblem } from './expect-problem.ts';
import { makeKey, makeTenant, SHOP } from './build-tenant.ts';
import { startGateway } from './start-gateway.ts';
import { startStubServices } from './stub-services.ts';
import type { TestTenant } from './build-tenant.ts';
import type { RunningGateway } from './start-gateway.ts';
import type { StubServices } from './stub-services.ts';
import { formatSessionToken } from '../src/domain/operators/operator-session.ts';
import { publicRoutes } from '../src/inbound/public/routes/routes.ts';

let gateway: RunningGateway;
let stubs: StubServices;
let tenant: TestTenant;
let unprivileged: HttpClient;
/** Keys that have one permission each. */
let single: Record<string, HttpClient>;

beforeAll(async () => {
  [gateway, stubs] = await Promise.all([startGateway({ TRUSTED_PROXIES: '127.0.0.1' }), startStubServices()]);
  stubs.answer('list-resources', { ok: true, value: { resources: [], nextAfter: null } });
  stubs.answer('list-bookings', { ok: true, value: { bookings: [], nextAfter: null } });
  stubs.answer('list-connections', { ok: true, value: { connections: [], nextAfter: null } });
  stubs.answer('list-conflicts', { ok: true, value: { conflicts: [], nextAfter: null } });
  stubs.answer('list-webhook-deliveries', { ok: true, value: { deliveries: [], nextAfter: null } });
  stubs.answer('list-events', { ok: true, value: { events: [], nextAfter: null } });
  tenant = await makeTenant(gateway);
  const { key } = await makeKey(gateway, tenant.id, { kind: 'secret', mode: 'live', permissions: [] });
  unprivileged = new HttpClient(gateway.url, key);
  const withOnly = async (permission: string) => {
    const made = await makeKey(gateway, tenant.id, {
      kind: 'secret',
      mode: 'live',
      permissions: [permission],
    });
    return [permission, new HttpClient(gateway.url, made.key)] as const;
  };
  single = Object.fromEntries(await Promise.all(['read', 'book', 'operate', 'house'].map(withOnly)));
});

afterAll(async () => {
  await gateway.stop();
  await stubs.stop();
});

/** Too many failures of one address would be 429. */
let addresses = 0;
const fromElsewhere = () => ({ 'x-forwarded-for': `203.0.113.${(addresses += 1) % 200}` });

const keyed = publicRoutes.filter((route) => route.access !== 'open');
const rows = keyed.map((route) => [route.method, route.path, route.access] as const);
const forbidden = [401, 403, 429];
const ofOperators = (access: string) => access === 'operator' || access === 'console';
const address = (path: string) => path.replaceAll(/\{\w+\}/g, () => randomUUID());

describe('every route of /v1', () => {
  it.each(rows)('%s %s refuses a request without a valid credential', async (method, path, access) => {
    const unknown = `Bearer ${formatSessionToken('bearer', crypto.getRandomValues(new Uint8Array(32)))}`;
    const none = ['', 'Bearer', 'Bearer nonsense', 'Bearer os_x', unknown, `Basic ${tenant.secret.key}`];
    for (const authorization of none) {
      const headers = { ...fromElsewhere(), ...(authorization === '' ? {} : { authorization }) };
      const answer = await new HttpClient(gateway.url).send(method, address(path), { headers });
      const isWithout = !/^Bearer ./.test(authorization);
      expectProblem(answer, access === 'console' && isWithout ? 'session_ended' : 'invalid_api_key');
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  it.each(rows)(
    '%s %s refuses a page of another site the cookie of the console, and every page one whose session has ended',
    async (method, path) => {
      const token = formatSessionToken('cookie', crypto.getRandomValues(new Uint8Array(32)));
      const send = (value: string, site: string) => {
        const cookie = `other=1; __Host-lodging-console=${value}`;
        const headers = { ...fromElsewhere(), cookie, 'sec-fetch-site': site, origin: SHOP };
        return new HttpClient(gateway.url).send(method, address(path), { headers });
      };
      const foreign = await send(token, 'cross-site');
      expectProblem(foreign, 'origin_not_allowed');
      expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
      for (const value of [token, '', 'cs_x', formatSessionToken('bearer', new Uint8Array(32))]) {
        const ended = await send(value, 'same-origin');
        expectProblem(ended, 'session_ended');
        expect(ended.headers.get('www-authenticate')).toBe('Bearer');
        expect(ended.headers.get('access-control-allow-origin')).toBeNull();
      }
    },
  );

  it.each(rows)('%s %s checks the kind and the origin of a publishable key', async (method, path, access) => {
    const { key } = tenant.browser;
    const fromShop = await tenant.browser.send(method, address(path));
    if (access === 'any_key') expect(forbidden).not.toContain(fromShop.status);
    else expectProblem(fromShop, 'secret_key_required');
    expect(fromShop.headers.get('access-control-allow-origin')).toBe(SHOP);
    for (const origin of [undefined, 'null', 'https://evil.example', 'http://shop.example']) {
      const answer = await new HttpClient(gateway.url, key, origin).send(method, address(path));
      expectProblem(answer, access === 'any_key' ? 'origin_not_allowed' : 'secret_key_required');
      expect(answer.headers.get('access-control-allow-origin')).toBe(
        origin === 'null' ? null : (origin ?? null),
      );
      expect(answer.headers.get('vary')).toBe('Origin');
    }
  });

  it.each(rows)('%s %s accepts a secret key and shows its request limit', async (method, path, access) => {
    const answer = await tenant.secret.send(method, address(path));
    if (ofOperators(access)) {
      expectProblem(answer, 'invalid_api_key');
      return;
    }
    expect(forbidden).not.toContain(answer.status);
    expect(answer.headers.get('ratelimit-policy')).toBe('"default";q=6000;w=60');
    expect(answer.headers.get('ratelimit')).toMatch(/^"default";r=\d+;t=\d+$/);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  it.each(keyed.map((route) => [route.method, route.path, route.permission, route.access] as const))(
    '%s %s requires the permission %s of a secret key',
    async (method, path, permission, access) => {
      const sent = method === 'GET' ? {} : { rawBody: '{' };
      const unlisted = await unprivileged.send(method, address(path), sent);
      const general = ['read', 'book', 'operate', 'house'];
      if (ofOperators(access)) expectProblem(unlisted, 'invalid_api_key');
      else if (general.includes(permission ?? '')) expect(forbidden).not.toContain(unlisted.status);
      else expectProblem(unlisted, 'insufficient_permission');
      for (const [held, client] of Object.entries(single)) {
        const answer = await client.send(method, address(path), sent);
        if (ofOperators(access)) expectProblem(answer, 'invalid_api_key');
        else if (held === permission || (held === 'operate' && permission === 'house'))
          expect(forbidden).not.toContain(answer.status);
        else expectProblem(answer, 'insufficient_permission');
      }
    },
  );

  it.each(rows)('%s %s answers preflights from any origin, without a key', async (method, path) => {
    const answer = await new HttpClient(gateway.url, undefined, 'https://anywhere.example').send(
      'OPTIONS',
      address(path),
      { headers: { 'access-control-request-method': method } },
    );
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://anywhere.example');
    expect(answer.headers.get('access-control-allow-methods')).toContain(method);
    expect(answer.headers.get('access-control-allow-headers')).toContain('Idempotency-Key');
    expect(answer.headers.get('access-control-max-age')).toBe('600');
  });
});

describe('a key', () => {
  it('acts for the live tenant or its sandbox, with its permissions, whatever headers the client sends', async () => {
    await tenant.secret.get('/v1/resources', { headers: { 'lodging-tenant': tenant.sandboxId } });
    await tenant.testSecret.get('/v1/resources');
    await tenant.browser.get('/v1/resources');
    const calls = (stubs.calls.get('list-resources') ?? []).slice(-3).map(({ ctx }) => ctx);
    expect(calls).toMatchObject([
      {
        tenantId: tenant.id,
        livemode: true,
        caller: { kind: 'secret', permissions: permission.options },
      },
      { tenantId: tenant.sandboxId, livemode: false, caller: { kind: 'secret' } },
      { tenantId: tenant.id, livemode: true, caller: { kind: 'publishable', permissions: [] } },
    ]);
  });

  it('stops working within five seconds of its revocation, in other processes too', async () => {
    const other = await startGateway({ POSTGRES_URL: gateway.postgresUrl });
    try {
      const made = await makeKey(gateway, tenant.id, { kind: 'secret', mode: 'live' });
      const [here, there] = [new HttpClient(gateway.url, made.key), new HttpClient(other.url, made.key)];
      expect((await here.get('/v1/resources')).status).toBe(200);
      expect((await there.get('/v1/resources')).status).toBe(200);
      const path = `/admin/v1/tenants/${tenant.id}/api-keys/${made.id}`;
      expect((await gateway.admin.send('DELETE', path)).status).toBe(204);
      expectProblem(await here.get('/v1/resources'), 'invalid_api_key');
      const refused = () => there.get('/v1/resources').then(({ status }) => status === 401);
      await eventually('the other process refuses the key', refused, { withinMs: 5_000 });
      expectProblem(await gateway.admin.send('DELETE', path), 'api_key_not_found');
    } finally {
      await other.stop();
    }
  });

  it('works after its rotation until the end of the grace period', async () => {
    const made = await makeKey(gateway, tenant.id, { kind: 'secret', mode: 'live', name: 'worker' });
    const path = `/admin/v1/tenants/${tenant.id}/api-keys/${made.id}/rotate`;
    const rotated = await gateway.admin.post(path, { graceSeconds: 604_800 });
    expect(rotated.status).toBe(201);
    expect(rotated.body).toMatchObject({ id: made.id, name: 'worker', kind: 'secret', mode: 'live' });
    const statuses = async (...keys: unknown[]) =>
      Promise.all(
        keys.map(async (key) => (await new HttpClient(gateway.url, String(key)).get('/v1/resources')).status),
      );
    expect(await statuses(made.key, rotated.body['key'])).toEqual([200, 200]);
    const again = await gateway.admin.post(path, { graceSeconds: 0 });
    expect(await statuses(made.key, rotated.body['key'], again.body['key'])).toEqual([401, 401, 200]);
  });
});

describe('the request limit', () => {
  it('admits the requests of the limit, then answers 429 with Retry-After', async () => {
    const { key } = await makeKey(gateway, tenant.id, { kind: 'secret', mode: 'live', requestsPerMinute: 5 });
    const slow = new HttpClient(gateway.url, key);
    const answers = await Promise.all(Array.from({ length: 20 }, () => slow.get('/v1/resources')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(15);
    for (const answer of refused) {
      const { body, headers } = { body: expectProblem(answer, 'rate_limited'), headers: answer.headers };
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(50);
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
      expect(headers.get('ratelimit-policy')).toBe('"default";q=5;w=60');
      expect(headers.get('ratelimit')).toMatch(/^"default";r=0;t=\d+$/);
      expect(body).not.toHaveProperty('retryAfterSeconds');
    }
  });

  it('is shared by all processes', async () => {
    const other = await startGateway({ POSTGRES_URL: gateway.postgresUrl });
    try {
      const made = { kind: 'secret', mode: 'live', requestsPerMinute: 10 };
      const { key } = await makeKey(gateway, tenant.id, made);
      const clients = [new HttpClient(gateway.url, key), new HttpClient(other.url, key)];
      const statuses = [];
      for (let count = 0; count < 10; count += 1) {
        for (const client of clients) statuses.push((await client.get('/v1/resources')).status);
      }
      const admitted = statuses.filter((status) => status === 200).length;
      expect(admitted).toBeGreaterThanOrEqual(8);
      expect(admitted).toBeLessThanOrEqual(10);
    } finally {
      await other.stop();
    }
  });

  it('is checked after kind and origin, and before the body', async () => {
    const made = { kind: 'publishable', mode: 'live', allowedOrigins: [SHOP], requestsPerMinute: 1 };
    const { key } = await makeKey(gateway, tenant.id, made);
    const shop = new HttpClient(gateway.url, key, SHOP);
    expectProblem(await shop.get('/v1/room-types'), 'secret_key_required');
    expectProblem(await new HttpClient(gateway.url, key).get('/v1/resources'), 'origin_not_allowed');
    expectProblem(await shop.send('POST', '/v1/quotes', { rawBody: '{' }), 'validation_failed');
    const spent = await shop.send('POST', '/v1/quotes', { rawBody: '{' });
    expectProblem(spent, 'rate_limited');
    expect(spent.headers.get('access-control-allow-origin')).toBe(SHOP);
    expect(spent.headers.get('access-control-expose-headers')).toContain('Retry-After');
  });

  it('lets one address read the public keys 600 times a minute, and others go on', async () => {
    await gateway.countsInRedis();
    stubs.answer('list-signing-keys', { ok: true, value: { keys: [] } });
    const anonymous = new HttpClient(gateway.url);
    const headers = { 'x-forwarded-for': '198.51.100.7' };
    const read = () => anonymous.get('/v1/.well-known/jwks.json', { headers });
    const statuses: number[] = [];
    for (let batch = 0; batch < 7; batch += 1) {
      const answers = await Promise.all(Array.from({ length: 100 }, read));
      statuses.push(...answers.map(({ status }) => status));
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(600);
    const refused = await read();
    expectProblem(refused, 'rate_limited');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('cache-control')).not.toContain('public');
    expect((await anonymous.get('/v1/.well-known/jwks.json')).status).toBe(200);
  });
});
