import { createHash, randomUUID } from 'node:crypto';
import { adminScope } from '@lodging/contract-public';
import { openDatabase } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { eventually } from '@lodging/kit-testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatAdminToken } from '../src/domain/audit/admin-token.ts';
import { adminRoutes } from '../src/inbound/admin/routes.ts';
import { HttpClient } from './http-client.ts';
import type { Answer } from './http-client.ts';
import { expectProblem } from './expect-problem.ts';
import { startGateway } from './start-gateway.ts';
import type { RunningGateway } from './start-gateway.ts';

let gateway: RunningGateway;
let other: RunningGateway;
let db: Database;

beforeAll(async () => {
  gateway = await startGateway();
  other = await startGateway({ POSTGRES_URL: gateway.postgresUrl });
  db = openDatabase({ url: gateway.postgresUrl, schema: 'gateway', log: gateway.log, maxConnections: 2 });
});

afterAll(async () => {
  await db.close();
  await other.stop();
  await gateway.stop();
});

const TOKENS = '/admin/v1/admin-tokens';
const TENANTS = '/admin/v1/tenants';
const TIMESTAMP = /^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface Made {
  readonly id: string;
  readonly token: string;
  readonly record: Record<string, unknown>;
}

async function makeToken(fields: object = {}): Promise<Made> {
  const made = await gateway.admin.post(TOKENS, { name: 'alice', ...fields });
  expect(made.status, made.text).toBe(201);
  const { token, ...record } = made.body;
  return { id: String(record['id']), token: String(token), record };
}

async function allTokens(): Promise<Record<string, unknown>[]> {
  const seen = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: Answer = await gateway.admin.get(
      `${TOKENS}?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`,
    );
    expect(page.status, page.text).toBe(200);
    seen.push(...(page.body['adminTokens'] as Record<string, unknown>[]));
    cursor = page.body['nextCursor'] as string | null;
  }
  return seen;
}

describe('a named admin token', () => {
  it('is shown once and stored as a digest', async () => {
    const { token, record } = await makeToken({ name: 'deploy bot' });
    expect(record).toEqual({
      id: expect.stringMatching(UUID),
      name: 'deploy bot',
      scopes: adminScope.options,
      createdAt: expect.stringMatching(TIMESTAMP),
      expiresAt: null,
      lastUsedAt: null,
    });
    expect(token.length).toBeGreaterThanOrEqual(32);
    expect(await allTokens()).toContainEqual(record);
    expect((await gateway.admin.get(`${TOKENS}?limit=100`)).text).not.toContain(token);
    const stored = await db.acrossTenants((tx) => tx.query('SELECT t::text AS row FROM admin_tokens t'));
    expect(JSON.stringify(stored)).not.toContain(token.slice(4));
    expect(JSON.stringify(gateway.log.lines)).not.toContain(token.slice(4));
  });

  it('makes and revokes no token, so that it cannot outlive its end', async () => {
    const [kept, other] = [await makeToken(), await makeToken()];
    const client = new HttpClient(gateway.adminUrl, kept.token);
    const before = await allTokens();
    for (const body of [{ name: 'child' }, {}, { name: 'child', scopes: ['read'] }])
      expectProblem(await client.post(TOKENS, body), 'insufficient_permission');
    for (const id of [kept.id, other.id, randomUUID(), 'x'])
      expectProblem(await client.send('DELETE', `${TOKENS}/${id}`), 'insufficient_permission');
    const ids = (tokens: Record<string, unknown>[]) => tokens.map(({ id }) => id);
    expect(ids(await allTokens())).toEqual(ids(before));
    expect((await client.get(TOKENS)).status).toBe(200);
    expect((await new HttpClient(gateway.adminUrl, other.token).get(TENANTS)).status).toBe(200);
    const entries = await gateway.admin.get(`/admin/v1/audit?actor=${kept.id}`);
    expect(entries.body['entries']).toEqual([]);
  });

  it('that is stored without scopes has all that a tenant’s administrator needs', async () => {
    const token = formatAdminToken(crypto.getRandomValues(new Uint8Array(32)));
    const digest = createHash('sha256').update(token).digest();
    const id = randomUUID();
    await db.acrossTenants((tx) =>
      tx.query("INSERT INTO admin_tokens (id, name, digest, created_at) VALUES ($1, 'plain', $2, now())", [
        id,
        digest,
      ]),
    );
    expect((await new HttpClient(gateway.adminUrl, token).get(TENANTS)).status).toBe(200);
    const listed = (await allTokens()).find((one) => one['id'] === id);
    expect(listed).toMatchObject({ scopes: adminScope.options });
  });

  it('does what the root token does, in every process, beside others, and shows its last use', async () => {
    const [one, two] = [await makeToken(), await makeToken()];
    for (const { adminUrl } of [gateway, other]) {
      for (const { token } of [one, two]) {
        expect((await new HttpClient(adminUrl, token).get(TENANTS)).status).toBe(200);
      }
    }
    const slug = `t-${randomUUID()}`;
    const made = await new HttpClient(gateway.adminUrl, one.token).post(TENANTS, { name: slug, slug });
    expect(made.status).toBe(201);
    const unused = await makeToken();
    const byId = new Map((await allTokens()).map((token) => [token['id'], token]));
    expect(byId.get(one.id)).toMatchObject({ lastUsedAt: expect.stringMatching(TIMESTAMP) });
    expect(byId.get(unused.id)).toMatchObject({ lastUsedAt: null });
    expectProblem(await new HttpClient(gateway.url, one.token).get('/v1/resources'), 'invalid_api_key');
  });

  it('that is revoked stops working within five seconds in every process, and no other does', async () => {
    const [gone, kept] = [await makeToken(), await makeToken()];
    const clients = [gateway, other].map(({ adminUrl }) => new HttpClient(adminUrl, gone.token));
    for (const client of clients) expect((await client.get(TENANTS)).status).toBe(200);
    const revoked = await gateway.admin.send('DELETE', `${TOKENS}/${gone.id}`);
    expect([revoked.status, revoked.text]).toEqual([204, '']);
    for (const client of clients) expectProblem(await client.get(TENANTS), 'invalid_admin_token');
    expect((await new HttpClient(gateway.adminUrl, kept.token).get(TENANTS)).status).toBe(200);
    expect((await allTokens()).map(({ id }) => id)).not.toContain(gone.id);
    for (const id of [gone.id, gone.id.toUpperCase(), randomUUID(), 'x', 'root']) {
      expectProblem(await gateway.admin.send('DELETE', `${TOKENS}/${id}`), 'admin_token_not_found');
    }
  });

  it('that expires is an unknown one from then on', async () => {
    const expiresAt = Temporal.Now.instant().add({ seconds: 2 }).round('millisecond');
    const { token, record } = await makeToken({ expiresAt: expiresAt.toString() });
    expect(record['expiresAt']).toBe(expiresAt.toString({ smallestUnit: 'millisecond' }));
    const client = new HttpClient(gateway.adminUrl, token);
    expect((await client.get(TENANTS)).status).toBe(200);
    const refused = () => client.get(TENANTS).then(({ status }) => status === 401);
    await eventually('the token has expired', refused, { withinMs: 5_000 });
    expect(Temporal.Instant.compare(Temporal.Now.instant(), expiresAt)).toBeGreaterThanOrEqual(0);
  });

  it('that was never issued is refused, also where its form is right', async () => {
    const invented = formatAdminToken(crypto.getRandomValues(new Uint8Array(32)));
    for (const token of [invented, `${invented.slice(0, -1)}!`, 'adm_', 'root']) {
      expectProblem(await new HttpClient(gateway.adminUrl, token).get(TOKENS), 'invalid_admin_token');
    }
  });

  it('that was never seen before works in a flood of wrong ones of its address, which are refused', async () => {
    const own = await startGateway({ POSTGRES_URL: gateway.postgresUrl, TRUSTED_PROXIES: '127.0.0.1' });
    try {
      await own.countsInRedis();
      const from = { headers: { 'x-forwarded-for': '203.0.113.8' } };
      const guess = () => {
        const wrong = formatAdminToken(crypto.getRandomValues(new Uint8Array(32)));
        return new HttpClient(own.adminUrl, wrong).get(TENANTS, from);
      };
      const tries = await Promise.all(Array.from({ length: 60 }, guess));
      expect(tries.filter(({ status }) => status === 401)).toHaveLength(30);
      expect(tries.filter(({ status }) => status === 429)).toHaveLength(30);
      // Made in another process.
      const { token, id } = await makeToken();
      const client = new HttpClient(own.adminUrl, token);
      const works = async () => (await client.get(TENANTS, from)).status === 200;
      await eventually('the new token works', works, { withinMs: 5_000 });
      const flood = Array.from({ length: 20 }, guess);
      for (let sent = 0; sent < 20; sent += 1) {
        const answer = await client.get(TENANTS, from);
        expect(answer.status, answer.text).toBe(200);
      }
      for (const refused of await Promise.all(flood)) expectProblem(refused, 'rate_limited');
      await gateway.admin.send('DELETE', `${TOKENS}/${id}`);
      expectProblem(await client.get(TENANTS, from), 'rate_limited');
    } finally {
      await own.stop();
    }
  });

  it('has a name of 1 to 60 characters that is not the root token’s, and an end that is ahead', async () => {
    const before = await allTokens();
    for (const [bad, pointer] of [
      [{ name: '' }, '/name'],
      [{ name: 'x'.repeat(61) }, '/name'],
      [{ name: 'root' }, '/name'],
      [{ name: 'a\u0000b' }, '/name'],
      [{ name: '\ud800' }, '/name'],
      [{ name: 5 }, '/name'],
      [{ name: null }, '/name'],
      [{ name: undefined }, '/name'],
      [{ expiresAt: '2020-01-01T00:00:00Z' }, '/expiresAt'],
      [{ expiresAt: 'never' }, '/expiresAt'],
      [{ expiresAt: 5 }, '/expiresAt'],
      [{ scopes: [] }, '/scopes'],
      [{ scopes: 'read' }, '/scopes'],
      [{ scopes: null }, '/scopes'],
      [{ scopes: ['root'] }, '/scopes/0'],
      [{ scopes: ['read', 'everything'] }, '/scopes/1'],
      [{ scopes: Array.from({ length: 21 }, () => 'read') }, '/scopes'],
    ] as const) {
      const answer = await gateway.admin.post(TOKENS, { name: 'alice', ...bad });
      const { errors } = expectProblem(answer, 'validation_failed');
      expect(errors).toMatchObject([{ pointer }]);
    }
    for (const rawBody of ['[]', '"alice"', 'null']) {
      expectProblem(await gateway.admin.send('POST', TOKENS, { rawBody }), 'validation_failed');
    }
    expectProblem(await gateway.admin.post(TOKENS, { name: 'x'.repeat(300_000) }), 'payload_too_large');
    expectProblem(await gateway.admin.get(`${TOKENS}?cursor=x`), 'invalid_cursor');
    expectProblem(await gateway.admin.get(`${TOKENS}?limit=0`), 'validation_failed');
    expect(await allTokens()).toEqual(before);
    const { record } = await makeToken({ name: 'x'.repeat(60), id: randomUUID(), token: 'mine', extra: 1 });
    expect(record).not.toHaveProperty('extra');
  });
});

describe('the scope of each route', () => {
  const address = (path: string) => path.replaceAll(/\{\w+\}/g, () => randomUUID());
  const tokens = new Map<string, HttpClient>();

  beforeAll(async () => {
    for (const scope of adminScope.options) {
      const { token, record } = await makeToken({ name: scope, scopes: [scope, scope] });
      expect(record).toMatchObject({ scopes: [scope] });
      tokens.set(scope, new HttpClient(gateway.adminUrl, token));
    }
  });

  it.each(adminRoutes.map(({ method, path, scope }) => [method, path, scope] as const))(
    '%s %s needs %s, before the body and the path are looked at',
    async (method, path, scope) => {
      const sent = method === 'GET' || method === 'DELETE' ? {} : { rawBody: '{' };
      for (const [held, client] of tokens) {
        for (const place of [address(path), path.replaceAll(/\{\w+\}/g, 'x')]) {
          const answer = await client.send(method, place, sent);
          if (held === scope) expect(answer.status, answer.text).not.toBe(403);
          else expectProblem(answer, 'insufficient_permission');
        }
      }
      if (method === 'GET') expect(scope).toBe('read');
      expect((await gateway.admin.send(method, address(path), sent)).status).not.toBe(403);
    },
  );

  it('is needed for no path that does not exist', async () => {
    for (const client of tokens.values()) expectProblem(await client.get('/admin/v1/nothing'), 'not_found');
  });
});
