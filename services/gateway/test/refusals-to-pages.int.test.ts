import { randomUUID } from 'node:crypto';
import type { ProblemCode } from '@lodging/contract-wire';
import { beforeAll, describe, expect, it } from 'vitest';
import { HttpClient } from './http-client.ts';
import type { Answer, Sending } from './http-client.ts';
import { expectProblem } from './expect-problem.ts';
import { makeKey, makeOperator, SHOP, signIn } from './build-tenant.ts';
import type { TestTenant } from './build-tenant.ts';
import type { RunningGateway } from './start-gateway.ts';
import type { StubServices } from './stub-services.ts';
import { formatKey } from '../src/domain/keys/api-key.ts';
import { publicRoutes } from '../src/inbound/public/routes/routes.ts';
import { useGateway } from './use-gateway.ts';

const ELSEWHERE = 'https://elsewhere.example';

let gateway: RunningGateway;
let stubs: StubServices;
let tenant: TestTenant;

useGateway((started) => ({ gateway, stubs, tenant } = started), {
  settings: { TRUSTED_PROXIES: '127.0.0.1' },
});
beforeAll(() => {
  stubs.answer('list-resources', { ok: true, value: { resources: [], nextAfter: null } });
});

/** Too many failures of one address would be 429. */
let addresses = 0;
const fromElsewhere = () => ({ 'x-forwarded-for': `203.0.113.${(addresses += 1) % 200}` });
const unknownKey = (kind: 'secret' | 'publishable') =>
  formatKey(kind, 'live', crypto.getRandomValues(new Uint8Array(32)));

function expectReadable(answer: Answer, origin: string): void {
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
  expect(answer.headers.get('vary')).toBe('Origin');
  expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  const exposed = answer.headers.get('access-control-expose-headers')?.split(', ');
  const wanted = [
    'Retry-After',
    'X-Request-Id',
    'ETag',
    'Idempotent-Replayed',
    'RateLimit',
    'RateLimit-Policy',
  ];
  expect(exposed).toEqual(expect.arrayContaining(wanted));
}

function expectHidden(answer: Answer): void {
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  expect(answer.headers.get('access-control-expose-headers')).toBeNull();
}

const LONG = `/v1/resources?${'x'.repeat(8_300)}`;
/** Refused before the key is looked at, or without a look at it. */
const early: [ProblemCode, string, string, Sending][] = [
  [
    'unsupported_media_type',
    'POST',
    '/v1/quotes',
    { rawBody: '{}', headers: { 'content-encoding': 'gzip' } },
  ],
  ['uri_too_long', 'GET', LONG, {}],
  ['bad_request', 'GET', '/v1/resources/%zz', {}],
  ['not_found', 'GET', '/v1/nothing-here', {}],
  ['method_not_allowed', 'PUT', '/v1/quotes', {}],
];
/** Refused after it. */
const late: [ProblemCode, string, string, Sending][] = [
  ['validation_failed', 'POST', '/v1/quotes', { rawBody: '{' }],
  [
    'unsupported_media_type',
    'POST',
    '/v1/quotes',
    { rawBody: '{}', headers: { 'content-type': 'text/plain' } },
  ],
  ['payload_too_large', 'POST', '/v1/quotes', { rawBody: `"${'x'.repeat(20_000)}"` }],
  ['idempotency_key_required', 'POST', '/v1/holds', { rawBody: '{}' }],
  ['resource_not_found', 'GET', '/v1/resources/nonsense', {}],
];
const keyed = publicRoutes.filter(({ access }) => access !== 'open');
const address = (path: string) => path.replaceAll(/\{\w+\}/g, () => randomUUID());

describe('a page on another site', () => {
  it.each(keyed.map(({ method, path }) => [method, path] as const))(
    'reads why %s %s refused it, without a key, with an unknown one, and with that of another page',
    async (method, path) => {
      const keys = [
        undefined,
        'nonsense',
        unknownKey('secret'),
        unknownKey('publishable'),
        tenant.browser.key,
      ];
      for (const key of keys) {
        const client = new HttpClient(gateway.url, key, ELSEWHERE);
        const answer = await client.send(method, address(path), { headers: fromElsewhere() });
        expect([401, 403]).toContain(answer.status);
        expectReadable(answer, ELSEWHERE);
      }
    },
  );

  it.each(early)('reads %s: %s', async (code, method, path, sending) => {
    for (const key of [undefined, 'nonsense', tenant.browser.key]) {
      const answer = await new HttpClient(gateway.url, key, ELSEWHERE).send(method, path, sending);
      expectProblem(answer, code);
      expectReadable(answer, ELSEWHERE);
    }
  });

  it('reads that it sent too many unknown keys', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.3' };
    const stranger = () =>
      new HttpClient(gateway.url, unknownKey('publishable'), ELSEWHERE).get('/v1/resources', { headers });
    for (let count = 0; count < 100; count += 1) await stranger();
    const answer = await stranger();
    expectProblem(answer, 'rate_limited');
    expectReadable(answer, ELSEWHERE);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('gets an answer to its preflight of an address that does not exist', async () => {
    const headers = {
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    };
    const answer = await new HttpClient(gateway.url, undefined, ELSEWHERE).send(
      'OPTIONS',
      '/v1/nothing-here',
      {
        headers,
      },
    );
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-origin')).toBe(ELSEWHERE);
    expect(answer.headers.get('access-control-allow-headers')).toContain('Authorization');
  });
});

describe('the page of a key', () => {
  it.each([...early, ...late])('reads %s: %s', async (code, method, path, sending) => {
    const answer = await tenant.browser.send(method, path, sending);
    expectProblem(answer, code);
    expectReadable(answer, SHOP);
  });

  it('reads that a service does not answer', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<{ ok: true; value: object }>();
    stubs.answer('read-resource', () => released);
    try {
      const answer = await tenant.browser.get(`/v1/resources/${randomUUID()}`);
      expectProblem(answer, 'service_unavailable');
      expectReadable(answer, SHOP);
      expect(answer.headers.get('retry-after')).toBe('1');
    } finally {
      release({ ok: true, value: {} });
    }
  });

  it('reads that its limit is spent', async () => {
    await gateway.countsInRedis();
    const made = { kind: 'publishable', mode: 'live', allowedOrigins: [SHOP], requestsPerMinute: 1 };
    const page = new HttpClient(gateway.url, (await makeKey(gateway, tenant.id, made)).key, SHOP);
    await page.get('/v1/resources');
    const spent = await page.get('/v1/resources');
    expectProblem(spent, 'rate_limited');
    expectReadable(spent, SHOP);
  });
});

describe('no page reads a refusal', () => {
  it.each([...early, ...late])('of a secret key (%s: %s)', async (code, method, path, sending) => {
    const answer = await new HttpClient(gateway.url, tenant.secret.key, ELSEWHERE).send(
      method,
      path,
      sending,
    );
    expectProblem(answer, code);
    expectHidden(answer);
  });

  it('of the session of an operator', async () => {
    const { key } = await signIn(gateway, await makeOperator(gateway, tenant.id));
    const session = new HttpClient(gateway.url, key, ELSEWHERE);
    for (const [code, method, path, sending] of early) {
      const answer = await session.send(method, path, sending);
      expectProblem(answer, code);
      expectHidden(answer);
    }
    const wrong = await session.get('/v1/bookings/nonsense/payments');
    expectProblem(wrong, 'booking_not_found');
    expectHidden(wrong);
  });

  it('of a secret key that may not, or that has spent its limit', async () => {
    await gateway.countsInRedis();
    const made = { kind: 'secret', mode: 'live', permissions: ['read'], requestsPerMinute: 1 };
    const { key } = await makeKey(gateway, tenant.id, made);
    const client = new HttpClient(gateway.url, key, ELSEWHERE);
    const forbidden = await client.post('/v1/quotes', {});
    expectProblem(forbidden, 'insufficient_permission');
    expectHidden(forbidden);
    await client.get('/v1/resources');
    const spent = await client.get('/v1/resources');
    expectProblem(spent, 'rate_limited');
    expectHidden(spent);
  });

  it('without an origin of its own', async () => {
    for (const key of [undefined, 'nonsense', tenant.browser.key])
      for (const origin of [undefined, 'null'])
        for (const path of ['/v1/resources', '/v1/nothing-here']) {
          const answer = await new HttpClient(gateway.url, key, origin).get(path);
          expectHidden(answer);
          expect(answer.headers.get('vary')).toBe('Origin');
        }
  });

  it('of an operation without a key, or of anything outside the API', async () => {
    const anyone = new HttpClient(gateway.url, undefined, ELSEWHERE);
    expectHidden(await anyone.send('POST', '/v1/operator/sessions', { rawBody: '{' }));
    expectHidden(await anyone.send('POST', '/v1/ping'));
    expectHidden(await anyone.get('/v1/feeds/nonsense.ics'));
    expectHidden(await anyone.get('/nothing-here'));
    expectHidden(await new HttpClient(gateway.adminUrl, undefined, ELSEWHERE).get('/admin/v1/tenants'));
  });
});

it('what is answered is read by the pages of the key alone', async () => {
  const answer = await tenant.browser.get('/v1/resources');
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, SHOP]);
  const ofServer = await new HttpClient(gateway.url, tenant.secret.key, SHOP).get('/v1/resources');
  expect([ofServer.status, ofServer.headers.get('access-control-allow-origin')]).toEqual([200, null]);
});
