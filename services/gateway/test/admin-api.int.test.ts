import { argon2Sync, randomUUID, timingSafeEqual } from 'node:crypto';
import { permission } from '@lodging/contract-public';
import { openDatabase } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { refuse } from '@lodging/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HttpClient } from './http-client.ts';
import type { Answer } from './http-client.ts';
import { expectProblem } from './expect-problem.ts';
import { makeKey, makeTenant } from './build-tenant.ts';
import { ADMIN_TOKEN, startGateway } from './start-gateway.ts';
import { startStubServices } from './stub-services.ts';
import type { TestTenant } from './build-tenant.ts';
import type { RunningGateway } from './start-gateway.ts';
import type { StubServices } from './stub-services.ts';

let gateway: RunningGateway;
let stubs: StubServices;
let admin: HttpClient;
let tenant: TestTenant;
let db: Database;

beforeAll(async () => {
  [gateway, stubs] = await Promise.all([startGateway(), startStubServices()]);
  admin = gateway.admin;
  tenant = await makeTenant(gateway);
  db = openDatabase({ url: gateway.postgresUrl, schema: 'gateway', log: gateway.log, maxConnections: 2 });
});

afterAll(async () => {
  await db.close();
  await gateway.stop();
  await stubs.stop();
});

const quote = {
  resourceId: randomUUID(),
  from: '2030-03-01T15:00:00Z',
  to: '2030-03-03T10:00:00Z',
  partySize: 1,
};
const TENANTS = '/admin/v1/tenants';
const TIMESTAMP = /^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('the admin token', () => {
  it('is required on every path, known or unknown, before any other check', async () => {
    for (const key of [
      undefined,
      ADMIN_TOKEN.slice(0, -1),
      `${ADMIN_TOKEN}s`,
      'x'.repeat(500),
      tenant.secret.key,
    ]) {
      const stranger = new HttpClient(gateway.adminUrl, key);
      for (const path of [TENANTS, `${TENANTS}/x`, '/admin/v1/fx-rates', '/nothing']) {
        expectProblem(await stranger.get(path), 'invalid_admin_token');
      }
      expectProblem(await stranger.send('POST', TENANTS, { rawBody: '{' }), 'invalid_admin_token');
    }
    expectProblem(await admin.get('/nothing'), 'not_found');
    expectProblem(await admin.send('PATCH', TENANTS), 'method_not_allowed');
  });

  it('is not guessed: after thirty wrong ones in a minute an address gets 429, and the right one goes on', async () => {
    const own = await startGateway({ TRUSTED_PROXIES: '127.0.0.1' });
    try {
      await own.countsInRedis();
      const from = { headers: { 'x-forwarded-for': '203.0.113.7' } };
      const guesses = new HttpClient(own.adminUrl, 'a-guessed-token');
      const tries = await Promise.all(Array.from({ length: 60 }, () => guesses.get(TENANTS, from)));
      expect(tries.filter(({ status }) => status === 401)).toHaveLength(30);
      const refused = await guesses.get(TENANTS, from);
      expectProblem(refused, 'rate_limited');
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50);
      expectProblem(await new HttpClient(own.adminUrl).get(TENANTS, from), 'invalid_admin_token');
      expectProblem(await guesses.get(TENANTS), 'invalid_admin_token');
      expect((await own.admin.get(TENANTS, from)).status).toBe(200);
    } finally {
      await own.stop();
    }
  });

  it('gives no access to /v1, which the admin server does not serve', async () => {
    expectProblem(await new HttpClient(gateway.url, admin.key).get('/v1/resources'), 'invalid_api_key');
    expectProblem(await admin.get('/v1/ping'), 'not_found');
    expectProblem(await new HttpClient(gateway.url).get(TENANTS), 'not_found');
  });
});

describe('tenants', () => {
  it('have limits for their publishable keys, changed one by one and lifted with null', async () => {
    const own = await makeTenant(gateway);
    const path = `${TENANTS}/${own.id}`;
    const change = async (body: object) => {
      const changed = await admin.send('PATCH', path, { body });
      expect(changed.status).toBe(200);
      expect((await admin.get(path)).body).toEqual(changed.body);
      return changed.body;
    };
    expect(await change({ maxOpenHolds: 3, codesPerClientHour: null })).toMatchObject({
      maxOpenHolds: 3,
      maxHeldUnitNights: 750,
      heldUnitNightsFollowSize: true,
      codesPerAddressHour: 10,
      codesPerClientHour: null,
      keyLimitFactor: 10,
    });
    expect(await change({})).toMatchObject({ maxOpenHolds: 3, heldUnitNightsFollowSize: true });
    expect(await change({ maxHeldUnitNights: 0 })).toMatchObject({
      maxOpenHolds: 3,
      maxHeldUnitNights: 0,
      heldUnitNightsFollowSize: false,
    });
    expect(await change({ keyLimitFactor: null })).toMatchObject({ keyLimitFactor: null });
    for (const factor of [0, 1.5, 1_001]) {
      const refused = await admin.send('PATCH', path, { body: { keyLimitFactor: factor } });
      expectProblem(refused, 'validation_failed');
    }
    for (const wrong of [-1, 1.5, '3', true]) {
      const refused = await admin.send('PATCH', path, { body: { codesPerAddressHour: wrong } });
      expectProblem(refused, 'validation_failed');
    }
    expectProblem(await admin.send('PATCH', `${TENANTS}/${randomUUID()}`, { body: {} }), 'tenant_not_found');
  });

  it('have unit-nights that follow the units for sale until a number is set, and after it is removed', async () => {
    const own = await makeTenant(gateway);
    const path = `${TENANTS}/${own.id}`;
    const change = async (body: object) => (await admin.send('PATCH', path, { body })).body;
    const limitsOfKey = async () => {
      await own.browser.post('/v1/quotes', quote);
      return stubs.calls.get('create-quote')?.at(-1)?.ctx.caller.limits;
    };
    const bySize = { maxHeldUnitNights: 750, heldUnitNightsFollowSize: true };
    expect((await admin.get(path)).body).toMatchObject(bySize);
    expect(await limitsOfKey()).toMatchObject({ ...bySize, keyLimitFactor: 10 });
    const asDefault = { maxHeldUnitNights: 750, heldUnitNightsFollowSize: false };
    expect(await change({ maxHeldUnitNights: 750 })).toMatchObject(asDefault);
    expect(await limitsOfKey()).toMatchObject(asDefault);
    expect(await change({ maxHeldUnitNights: 5 })).toMatchObject({ maxHeldUnitNights: 5 });
    expect(await change({ heldUnitNightsFollowSize: true })).toMatchObject(bySize);
    expect(await limitsOfKey()).toMatchObject(bySize);
    const both = { heldUnitNightsFollowSize: true, maxHeldUnitNights: 5 };
    expectProblem(await admin.send('PATCH', path, { body: both }), 'validation_failed');
  });

  it('give their publishable keys, and no other, the limits and the client’s network', async () => {
    const own = await makeTenant(gateway);
    const callOf = async (client: HttpClient) => {
      await client.post('/v1/quotes', quote);
      return stubs.calls.get('create-quote')?.at(-1)?.ctx;
    };
    expect(await callOf(own.browser)).toMatchObject({
      clientAddress: '127.0.0.1',
      caller: { kind: 'publishable', limits: { maxOpenHolds: 25, codesPerAddressHour: 10 } },
    });
    const bySecretKey = await callOf(own.secret);
    expect(bySecretKey?.clientAddress).toBeUndefined();
    expect(bySecretKey?.caller.limits).toBeUndefined();
    await admin.send('PATCH', `${TENANTS}/${own.id}`, { body: { maxOpenHolds: 2 } });
    expect((await callOf(own.browser))?.caller.limits).toMatchObject({ maxOpenHolds: 2 });
  });

  it('are created in pairs, live and sandbox', async () => {
    const slug = `hotel-${randomUUID()}`;
    const made = await admin.post(TENANTS, { name: 'Hotel Süd', slug });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      id: expect.stringMatching(UUID),
      sandboxId: expect.stringMatching(UUID),
      name: 'Hotel Süd',
      slug,
      timezone: 'UTC',
      defaultCurrency: 'EUR',
      maxOpenHolds: 25,
      maxHeldUnitNights: 750,
      heldUnitNightsFollowSize: true,
      codesPerAddressHour: 10,
      codesPerClientHour: 100,
      keyLimitFactor: 10,
      createdAt: expect.stringMatching(TIMESTAMP),
      suspendedAt: null,
      suspendedReason: null,
    });
    expect((await admin.get(`${TENANTS}/${String(made.body['id']).toUpperCase()}`)).body).toEqual(made.body);
    expectProblem(await admin.get(`${TENANTS}/${String(made.body['sandboxId'])}`), 'tenant_not_found');
    expectProblem(await admin.post(TENANTS, { name: 'Other', slug }), 'slug_taken');
  });

  it('are refused with an invalid slug, time zone, currency or name', async () => {
    const good = { name: 'n', slug: 's' };
    for (const bad of [
      { slug: 'A b' },
      { timezone: 'Mars/Base' },
      { defaultCurrency: 'eur' },
      { name: '' },
    ]) {
      const { errors } = expectProblem(await admin.post(TENANTS, { ...good, ...bad }), 'validation_failed');
      expect(errors).toMatchObject([{ pointer: `/${Object.keys(bad)[0]}` }]);
    }
  });

  it('are listed once each, in order of creation', async () => {
    const made = [];
    for (let count = 0; count < 3; count += 1) made.push((await makeTenant(gateway)).id);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Answer = await admin.get(`${TENANTS}?limit=2${cursor === null ? '' : `&cursor=${cursor}`}`);
      expect(page.status).toBe(200);
      seen.push(...(page.body['tenants'] as { id: string }[]).map(({ id }) => id));
      cursor = page.body['nextCursor'] as string | null;
    } while (cursor !== null);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.slice(-3)).toEqual(made);
    const whole = await admin.get(`${TENANTS}?limit=${seen.length}`);
    expect(whole.body['nextCursor']).toBeNull();
    expectProblem(await admin.get(`${TENANTS}?cursor=x`), 'invalid_cursor');
    expectProblem(await admin.get(`${TENANTS}?limit=0`), 'validation_failed');
  });

  it('are separated by row level security', async () => {
    const other = await makeTenant(gateway);
    for (const table of ['tenants', 'api_keys', 'api_key_secrets', 'operators', 'operator_sessions']) {
      const asOther = await db.readInTenant(other.id, {
        name: `all-${table}`,
        text: `SELECT * FROM ${table}`,
        values: [],
      });
      const rows = asOther as { id?: string; tenant_id?: string }[];
      expect(rows.every((row) => (table === 'tenants' ? row.id : row.tenant_id) === other.id)).toBe(true);
    }
    const forged = db.inTenant(other.id, (tx) => tx.query('UPDATE api_keys SET tenant_id = $1', [tenant.id]));
    await expect(forged).rejects.toThrow(/row-level security/);
  });
});

describe('API keys', () => {
  const keysOf = (id: string) => `${TENANTS}/${id}/api-keys`;

  it('are shown once and stored as a digest', async () => {
    const made = await admin.post(keysOf(tenant.id), { kind: 'secret', mode: 'test', name: 'worker' });
    expect(made.status).toBe(201);
    const { key, ...record } = made.body;
    expect(record).toEqual({
      id: expect.stringMatching(UUID),
      kind: 'secret',
      mode: 'test',
      name: 'worker',
      prefix: String(key).slice(0, 12),
      permissions: permission.options,
      effectivePermissions: permission.options,
      allowedOrigins: [],
      requestsPerMinute: null,
      createdAt: expect.stringMatching(TIMESTAMP),
      expiresAt: null,
      lastUsedAt: null,
    });
    expect(key).toMatch(/^sk_test_[0-9A-Za-z]{49}$/);
    const listed = await admin.get(`${keysOf(tenant.id)}?limit=100`);
    expect(listed.body['apiKeys']).toContainEqual(record);
    expect(listed.text).not.toContain(String(key).slice(12));
    expect(JSON.stringify(gateway.log.lines)).not.toContain(String(key).slice(12));
    const stored = await db.acrossTenants((tx) =>
      tx.query('SELECT k::text || s::text AS row FROM api_keys k, api_key_secrets s'),
    );
    expect(JSON.stringify(stored)).not.toContain(String(key).slice(12));
  });

  it('list all permissions by default, none with an empty list, and no unknown ones', async () => {
    const make = (fields: object) =>
      admin.post(keysOf(tenant.id), { kind: 'secret', mode: 'live', ...fields });
    expect((await make({ permissions: [] })).body['permissions']).toEqual([]);
    expect((await make({ permissions: ['payment:refund:create'] })).body['permissions']).toHaveLength(1);
    expectProblem(await make({ permissions: ['everything'] }), 'validation_failed');
    const publishable = await make({
      kind: 'publishable',
      permissions: ['payment:refund:create'],
      allowedOrigins: ['https://shop.example'],
    });
    expect(publishable.body['permissions']).toEqual([]);
    expect(publishable.body['effectivePermissions']).toEqual([]);
  });

  it('show what they may, wherever they are shown', async () => {
    const basic = ['read', 'book', 'operate'];
    for (const [permissions, effectivePermissions] of [
      [[], basic],
      [
        ['payment:refund:create', 'guest:export'],
        [...basic, 'payment:refund:create', 'guest:export'],
      ],
      [['read'], ['read']],
    ]) {
      const made = await admin.post(keysOf(tenant.id), { kind: 'secret', mode: 'live', permissions });
      expect(made.body).toMatchObject({ permissions, effectivePermissions });
      const path = `${keysOf(tenant.id)}/${String(made.body['id'])}`;
      expect((await admin.post(`${path}/rotate`)).body).toMatchObject({ permissions, effectivePermissions });
      const changed = await admin.send('PATCH', path, { body: { permissions: ['book'] } });
      expect(changed.body).toMatchObject({ permissions: ['book'], effectivePermissions: ['book'] });
      const listed = await admin.get(`${keysOf(tenant.id)}?limit=100`);
      expect(listed.body['apiKeys']).toContainEqual(changed.body);
    }
  });

  it('for browsers are not made without an origin to be used from', async () => {
    const make = (fields: object) =>
      admin.post(keysOf(tenant.id), { kind: 'publishable', mode: 'live', ...fields });
    for (const fields of [{}, { allowedOrigins: [] }]) {
      const { errors } = expectProblem(await make(fields), 'validation_failed');
      expect(errors).toMatchObject([{ pointer: '/allowedOrigins' }]);
    }
    expectProblem(
      await admin.post(keysOf(randomUUID()), { kind: 'publishable', mode: 'live' }),
      'validation_failed',
    );
  });

  it('store origins as browsers send them, and refuse everything else', async () => {
    const make = (origin: string) =>
      admin.post(keysOf(tenant.id), { kind: 'publishable', mode: 'live', allowedOrigins: [origin] });
    for (const [given, kept] of [
      ['https://Shop.Example', 'https://shop.example'],
      ['https://shop.example/', 'https://shop.example'],
      ['https://shop.example:443', 'https://shop.example'],
      ['http://localhost:3000', 'http://localhost:3000'],
    ] as const) {
      expect((await make(given)).body['allowedOrigins']).toEqual([kept]);
    }
    for (const bad of [
      '*',
      'null',
      'shop.example',
      'https://shop.example/path',
      'https://u@shop.example',
      'file:///x',
    ]) {
      const { errors } = expectProblem(await make(bad), 'validation_failed');
      expect(errors).toMatchObject([{ pointer: '/allowedOrigins/0' }]);
    }
  });

  it('of another tenant are not found, with the same response as for an unknown tenant', async () => {
    const other = await makeTenant(gateway);
    const { id } = await makeKey(gateway, other.id, { kind: 'secret', mode: 'live' });
    const bare = (text: string) => text.replace(/"instance":"[^"]*"/, '');
    for (const [method, tail] of [
      ['DELETE', ''],
      ['POST', '/rotate'],
    ] as const) {
      const request = (keyId: string) => admin.send(method, `${keysOf(tenant.id)}/${keyId}${tail}`);
      const foreign = await request(id);
      expectProblem(foreign, 'api_key_not_found');
      expect(bare(foreign.text)).toBe(bare((await request(randomUUID())).text));
      expect(bare(foreign.text)).toBe(bare((await request('x')).text));
      expectProblem(await admin.send(method, `${keysOf(randomUUID())}/${id}${tail}`), 'tenant_not_found');
      expectProblem(await admin.send(method, `${keysOf('x')}/${id}${tail}`), 'tenant_not_found');
    }
    expect((await other.secret.get('/v1/resources/x')).status).toBe(404);
    for (const path of [keysOf(randomUUID()), keysOf('x')]) {
      expectProblem(await admin.get(path), 'tenant_not_found');
      expectProblem(await admin.post(path, { kind: 'secret', mode: 'live' }), 'tenant_not_found');
      expectProblem(await admin.post(path, {}), 'validation_failed');
    }
  });

  it('rotate with a grace period of at most seven days', async () => {
    const { id } = await makeKey(gateway, tenant.id, { kind: 'secret', mode: 'live' });
    const rotate = (body?: object) => admin.post(`${keysOf(tenant.id)}/${id}/rotate`, body);
    for (const graceSeconds of [-1, 604_801, 1.5, '60', null]) {
      expectProblem(await rotate({ graceSeconds }), 'validation_failed');
    }
    const rotated = await rotate();
    expect(rotated.status).toBe(201);
    expect(rotated.body).toMatchObject({ id, prefix: String(rotated.body['key']).slice(0, 12) });
    expect((await rotate({ graceSeconds: 604_800 })).status).toBe(201);
  });

  it('are paged, with a cursor that is valid for their tenant only', async () => {
    const page = await admin.get(`${keysOf(tenant.id)}?limit=1`);
    const cursor = String(page.body['nextCursor']);
    const next = await admin.get(`${keysOf(tenant.id)}?limit=1&cursor=${cursor}`);
    expect(next.status).toBe(200);
    expect(next.body['apiKeys']).not.toEqual(page.body['apiKeys']);
    const other = await makeTenant(gateway);
    expectProblem(await admin.get(`${keysOf(other.id)}?cursor=${cursor}`), 'invalid_cursor');
  });
});

describe('operators', () => {
  it('are stored with an argon2id hash of their password, once per e-mail address', async () => {
    const email = `Ops-${randomUUID()}@Hotel.example`;
    const path = `${TENANTS}/${tenant.id}/operators`;
    const made = await admin.post(path, { email, password: 'correct horse' });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      id: expect.stringMatching(UUID),
      tenantId: tenant.id,
      email: email.toLowerCase(),
      name: null,
      role: 'manager',
      createdAt: expect.stringMatching(TIMESTAMP),
    });
    const other = await makeTenant(gateway);
    const again = await admin.post(`${TENANTS}/${other.id}/operators`, { email, password: 'another horse' });
    expectProblem(again, 'operator_exists');
    const [row] = await db.readInTenant<{ password_hash: string }>(tenant.id, {
      name: 'operator',
      text: 'SELECT password_hash FROM operators WHERE tenant_id = $1 AND email = $2',
      values: [tenant.id, email.toLowerCase()],
    });
    expect(isPassword(row?.password_hash ?? '', 'correct horse')).toBe(true);
    expect(isPassword(row?.password_hash ?? '', 'correct mule')).toBe(false);
    expect(JSON.stringify(gateway.log.lines)).not.toContain('horse');
  });

  it('require an e-mail address, a password of eight characters and an existing tenant', async () => {
    const path = `${TENANTS}/${tenant.id}/operators`;
    expectProblem(await admin.post(path, { email: 'x', password: 'long enough' }), 'validation_failed');
    expectProblem(await admin.post(path, { email: 'a@b.example', password: 'short' }), 'validation_failed');
    const body = { email: 'a@b.example', password: 'long enough' };
    expectProblem(await admin.post(`${TENANTS}/${randomUUID()}/operators`, body), 'tenant_not_found');
  });
});

function isPassword(phc: string, password: string): boolean {
  const [, parameters, salt, tag] = /^\$argon2id\$v=19\$([^$]+)\$([^$]+)\$([^$]+)$/.exec(phc) ?? [];
  expect(parameters).toBe('m=19456,t=2,p=1');
  const expected = Buffer.from(tag ?? '', 'base64');
  const given = argon2Sync('argon2id', {
    message: password,
    nonce: Buffer.from(salt ?? '', 'base64'),
    parallelism: 1,
    tagLength: expected.length,
    memory: 19_456,
    passes: 2,
  });
  return timingSafeEqual(given, expected);
}

describe('payment accounts and exchange rates', () => {
  const account = { provider: 'stripe', accountId: 'acct_1', redirectOrigins: ['https://shop.example'] };
  const path = () => `${TENANTS}/${tenant.id}/payment-account`;

  it('are set in payments for the live tenant or the sandbox, by mode', async () => {
    stubs.answer('set-payment-account', (request: typeof account) => ({ ok: true, value: request }));
    for (const [mode, tenantId] of [
      ['live', tenant.id],
      ['test', tenant.sandboxId],
    ] as const) {
      const set = await admin.put(path(), { mode, ...account });
      expect([set.status, set.body]).toEqual([200, { mode, ...account }]);
      expect(stubs.calls.get('set-payment-account')?.at(-1)).toMatchObject({
        request: account,
        ctx: { tenantId, livemode: mode === 'live', caller: { kind: 'platform' } },
      });
    }
    expectProblem(await admin.put(path(), { ...account }), 'validation_failed');
    expectProblem(await admin.put(path(), { mode: 'live', ...account, accountId: 'x' }), 'validation_failed');
    const unknown = `${TENANTS}/${randomUUID()}/payment-account`;
    expectProblem(await admin.put(unknown, { mode: 'live', ...account }), 'tenant_not_found');
  });

  it('keep their redirect origins where none are sent, in payments and in the audit trail', async () => {
    const stored = { ...account, accountId: 'acct_2' };
    stubs.answer('read-payment-account', { ok: true, value: account });
    stubs.answer('set-payment-account', { ok: true, value: stored });
    const [mode, provider, accountId] = ['live', 'stripe', 'acct_2'];
    const set = await admin.put(path(), { mode, provider, accountId });
    expect([set.status, set.body]).toEqual([200, { mode, ...stored }]);
    expect(stubs.calls.get('set-payment-account')?.at(-1)?.request).toEqual({ provider, accountId });
    const trail = await admin.get(`/admin/v1/audit?tenantId=${tenant.id}&action=payment_account.set&limit=1`);
    expect(trail.body['entries']).toMatchObject([
      {
        changes: [
          { field: 'mode', before: 'live', after: 'live' },
          { field: 'accountId', before: 'acct_1', after: 'acct_2' },
        ],
      },
    ]);
  });

  it('are removed by mode', async () => {
    stubs.answer('remove-payment-account', { ok: true, value: { removed: true } });
    const removed = await admin.send('DELETE', `${path()}?mode=test`);
    expect([removed.status, removed.text]).toEqual([204, '']);
    expect(stubs.calls.get('remove-payment-account')?.at(-1)?.ctx.tenantId).toBe(tenant.sandboxId);
    const { errors } = expectProblem(await admin.send('DELETE', path()), 'validation_failed');
    expect(errors).toMatchObject([{ pointer: '/mode' }]);
    stubs.answer('remove-payment-account', refuse('payment_account_not_found', 'None.'));
    expectProblem(await admin.send('DELETE', `${path()}?mode=live`), 'payment_account_not_found');
  });

  it('are forwarded to inventory without a tenant', async () => {
    stubs.answer('put-fx-rates', (request: object) => ({ ok: true, value: request }));
    const rate = { fromCurrency: 'EUR', toCurrency: 'USD', rate: '1.0850', source: 'ecb' };
    const rates = [{ ...rate, effectiveAt: '2026-11-20T09:00:00.000Z' }];
    const put = await admin.put('/admin/v1/fx-rates', { rates });
    expect([put.status, put.body]).toEqual([200, { rates }]);
    expect(stubs.calls.get('put-fx-rates')?.at(-1)?.ctx.tenantId).toMatch(/^[0-]+$/);
    for (const bad of ['0', '-1', '1,5', 'x', 1.5]) {
      const misfit = await admin.put('/admin/v1/fx-rates', { rates: [{ ...rates[0], rate: bad }] });
      expectProblem(misfit, 'validation_failed');
    }
  });
});

describe('the last use of a key', () => {
  it('is written when the gateway stops', async () => {
    const second = await startGateway({ POSTGRES_URL: gateway.postgresUrl });
    const { id, key } = await makeKey(gateway, tenant.id, { kind: 'secret', mode: 'live' });
    await new HttpClient(second.url, key).get('/v1/resources/x');
    await second.stop();
    const listed = await admin.get(`${TENANTS}/${tenant.id}/api-keys?limit=100`);
    const record = (listed.body['apiKeys'] as { id: string }[]).find((one) => one.id === id);
    expect(record).toMatchObject({ lastUsedAt: expect.stringMatching(TIMESTAMP) });
  });
});
