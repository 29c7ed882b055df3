import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { Client } from '../harness/client.ts';
import { eventually } from '../harness/eventually.ts';
import { expectProblem } from '../harness/expect-problem.ts';
import { makeGeneric, makeTenant, type OwnTenant } from '../harness/own-tenant.ts';

const demo = inject('demo');
let tenant: OwnTenant;

beforeAll(async () => {
  tenant = await makeTenant(demo);
});

const secretOnly: [string, string][] = [
  ['GET', `/v1/bookings/${randomUUID()}`],
  ['POST', `/v1/holds/${randomUUID()}/payment-intent`],
  ['POST', '/v1/resources'],
  ['PATCH', `/v1/resources/${randomUUID()}`],
  ['POST', '/v1/room-types'],
  ['GET', '/v1/room-types'],
  ['PUT', `/v1/resources/${randomUUID()}/rates`],
  ['GET', `/v1/resources/${randomUUID()}/rates`],
  ['PUT', `/v1/resources/${randomUUID()}/pricing`],
  ['GET', `/v1/resources/${randomUUID()}/pricing`],
];

describe('keys', () => {
  it('answers ping and the public signing keys without a key', async () => {
    const anyone = new Client(demo.gatewayUrl);
    expect((await anyone.get('/v1/ping')).body).toMatchObject({
      ok: true,
      ts: expect.stringMatching(/^\d{4}-/),
    });
    const keys = await anyone.get<{ keys: Record<string, unknown>[] }>('/v1/.well-known/jwks.json');
    expect(keys.body.keys.length).toBeGreaterThan(0);
    for (const key of keys.body.keys) expect(key).not.toHaveProperty('d');
  });

  it('refuses a key that is missing, malformed, unknown or foreign to the scheme', async () => {
    for (const key of [undefined, 'nonsense', `sk_live_${'a'.repeat(43)}`, `${tenant.secret.key}x`]) {
      const answer = await new Client(demo.gatewayUrl, key).get('/v1/resources');
      expectProblem(answer, 401, 'invalid_api_key');
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
    }
    const basic = await new Client(demo.gatewayUrl).get('/v1/resources', {
      headers: { authorization: `Basic ${tenant.secret.key}` },
    });
    expectProblem(basic, 401, 'invalid_api_key');
  });

  it.each(secretOnly)('refuses a publishable key on %s %s', async (method, path) => {
    expectProblem(await tenant.browser.send(method, path), 403, 'secret_key_required');
  });

  it('takes a publishable key from an allowed origin only', async () => {
    const { key } = tenant.browser;
    const allowed = await tenant.browser.get('/v1/resources');
    expect(allowed.status).toBe(200);
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://widget.example');
    expect(allowed.headers.get('vary')).toMatch(/origin/i);
    for (const origin of [
      undefined,
      'https://evil.example',
      'https://widget.example.evil.example',
      'http://widget.example',
      'null',
    ]) {
      const refused = await new Client(demo.gatewayUrl, key, origin).get('/v1/resources');
      expectProblem(refused, 403, 'origin_not_allowed');
      const readableBy = origin === 'null' ? null : (origin ?? null);
      expect(refused.headers.get('access-control-allow-origin')).toBe(readableBy);
    }
  });

  it('answers a preflight without a key', async () => {
    const preflight = await new Client(demo.gatewayUrl, undefined, 'https://anywhere.example').send(
      'OPTIONS',
      '/v1/holds',
      {
        headers: {
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization,idempotency-key',
        },
      },
    );
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('https://anywhere.example');
    expect(preflight.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('idempotency-key');
  });

  it('stops a revoked key within five seconds, and keeps a rotated one for its grace', async () => {
    const keys = `/admin/v1/tenants/${tenant.id}/api-keys`;
    const made = await tenant.admin.post<{ id: string; key: string }>(keys, { kind: 'secret', mode: 'live' });
    const old = new Client(demo.gatewayUrl, made.body.key);
    expect((await old.get('/v1/resources')).status).toBe(200);
    const rotated = await tenant.admin.post<{ id: string; key: string }>(`${keys}/${made.body.id}/rotate`, {
      graceSeconds: 600,
    });
    expect(rotated.status).toBe(201);
    expect((await old.get('/v1/resources')).status).toBe(200);
    const fresh = new Client(demo.gatewayUrl, rotated.body.key);
    expect((await fresh.get('/v1/resources')).status).toBe(200);
    expect((await tenant.admin.send('DELETE', `${keys}/${rotated.body.id}`)).status).toBe(204);
    await eventually('the revoked key stops', async () => (await fresh.get('/v1/resources')).status === 401, {
      withinMs: 5_500,
    });
  });

  it('limits a key to its own rate and says when to come back', async () => {
    const made = await tenant.admin.post<{ key: string }>(`/admin/v1/tenants/${tenant.id}/api-keys`, {
      kind: 'secret',
      mode: 'live',
      requestsPerMinute: 20,
    });
    const slow = new Client(demo.gatewayUrl, made.body.key);
    const answers = [];
    for (let count = 0; count < 50; count += 1) answers.push(await slow.get('/v1/resources'));
    const refused = answers.filter((answer) => answer.status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(9);
    expect(answers[0]?.headers.get('ratelimit-policy')).toBeTruthy();
    expect(answers[0]?.headers.get('ratelimit')).toBeTruthy();
    const last = refused.at(-1);
    if (last === undefined) throw new Error('nothing was refused');
    expectProblem(last, 429, 'rate_limited');
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('lists', () => {
  it('pages through resources without offsets, each once, and ends with null', async () => {
    const own = await makeTenant(demo);
    const made = [];
    for (let count = 0; count < 5; count += 1) made.push((await makeGeneric(own.secret)).id);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const page = await own.secret.get<{ resources: { id: string }[]; nextCursor: string | null }>(
        `/v1/resources?limit=2${query}`,
      );
      expect(page.status).toBe(200);
      seen.push(...page.body.resources.map((resource) => resource.id));
      cursor = page.body.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual(made);
    const full = await own.secret.get<{ nextCursor: string | null }>('/v1/resources?limit=5');
    expect(full.body.nextCursor).toBeNull();
  });

  it('refuses a limit out of bounds, and a cursor that is bad or another tenant’s', async () => {
    for (const limit of ['0', '101', '-1', '1.5', 'x', '', '1e1']) {
      expectProblem(await tenant.secret.get(`/v1/resources?limit=${limit}`), 400, 'validation_failed');
    }
    expectProblem(await tenant.secret.get('/v1/resources?cursor=nonsense'), 400, 'invalid_cursor');
    const demoTenant = new Client(demo.gatewayUrl, demo.tenants[0]?.secretKey);
    const page = await demoTenant.get<{ nextCursor: string }>('/v1/resources?limit=1');
    const foreign = encodeURIComponent(page.body.nextCursor);
    expect((await demoTenant.get(`/v1/resources?cursor=${foreign}`)).status).toBe(200);
    expectProblem(await tenant.secret.get(`/v1/resources?cursor=${foreign}`), 400, 'invalid_cursor');
  });
});
