import { randomUUID } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startBrowser } from '../harness/browser.ts';
import { eventually } from '../harness/eventually.ts';
import { makeTenant, type OwnTenant } from '../harness/own-tenant.ts';
import { openPageElsewhere, type PageElsewhere, type Sending } from '../harness/page-elsewhere.ts';

const demo = inject('demo');
let tenant: OwnTenant;
let browser: Browser;
let page: PageElsewhere;
/** Works on the page; that of the tenant's own client does not. */
let key: string;

beforeAll(async () => {
  [tenant, browser] = await Promise.all([makeTenant(demo), startBrowser()]);
  page = await openPageElsewhere(browser);
  key = await keyOfPage();
});

afterAll(async () => {
  await page.close();
  await browser.close();
});

async function keyOfPage(limits: object = {}): Promise<string> {
  const made = await tenant.admin.post<{ key: string }>(`/admin/v1/tenants/${tenant.id}/api-keys`, {
    kind: 'publishable',
    mode: 'live',
    allowedOrigins: [page.origin],
    ...limits,
  });
  return made.body.key;
}

const at = (path: string) => `${demo.gatewayUrl}${path}`;
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const json = { 'content-type': 'application/json' };
const post = (body: string, headers = json) => ({ method: 'POST', body, headers });

describe('a page of another origin reads', () => {
  it('that it sent no key, an unknown one, or one that is not for it', async () => {
    const seen = [
      await page.send(at('/v1/resources')),
      await page.send(at('/v1/resources'), { headers: bearer('pk_live_nonsense') }),
      await page.send(at('/v1/resources'), { headers: bearer(tenant.browser.key ?? '') }),
      await page.send(at('/v1/room-types'), { headers: bearer(key) }),
    ];
    expect(seen).toMatchObject([
      { status: 401, code: 'invalid_api_key' },
      { status: 401, code: 'invalid_api_key' },
      { status: 403, code: 'origin_not_allowed' },
      { status: 403, code: 'secret_key_required' },
    ]);
  });

  it.each<[number, string, string, Sending]>([
    [400, 'validation_failed', '/v1/quotes', post('{')],
    [400, 'idempotency_key_required', '/v1/holds', post('{}')],
    [404, 'resource_not_found', `/v1/resources/${randomUUID()}`, {}],
    [404, 'not_found', '/v1/ressources', {}],
    [405, 'method_not_allowed', '/v1/quotes', { method: 'PUT' }],
    [413, 'payload_too_large', '/v1/quotes', post(`"${'x'.repeat(20_000)}"`)],
    [415, 'unsupported_media_type', '/v1/quotes', post('{}', { 'content-type': 'text/plain' })],
  ])('%s %s', async (status, code, path, sending) => {
    const seen = await page.send(at(path), { ...sending, headers: { ...sending.headers, ...bearer(key) } });
    expect(seen).toMatchObject({ status, code, requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  });

  it('that it sent too many requests, and when to send the next', async () => {
    const headers = bearer(await keyOfPage({ requestsPerMinute: 1 }));
    const seen = await eventually('the limit is spent', async () => {
      const last = await page.send(at('/v1/resources'), { headers });
      return last !== 'nothing' && last.status !== 200 && last;
    });
    expect(seen).toMatchObject({ status: 429, code: 'rate_limited' });
    expect(Number(Object(seen).retryAfter)).toBeGreaterThan(0);
  });
});

describe('a page of another origin reads nothing', () => {
  it('of what a secret key is answered, be it an answer or a refusal', async () => {
    const headers = bearer(tenant.secret.key ?? '');
    expect(await page.send(at('/v1/resources'), { headers })).toBe('nothing');
    expect(await page.send(at(`/v1/resources/${randomUUID()}`), { headers })).toBe('nothing');
  });

  it('from a sandboxed frame, which has no origin', async () => {
    expect(await page.sendFromNowhere(at('/v1/resources'), { headers: bearer(key) })).toBe('nothing');
    expect(await page.sendFromNowhere(at('/v1/resources'))).toBe('nothing');
  });
});

it('a page of a listed origin reads answers', async () => {
  expect(await page.send(at('/v1/resources'), { headers: bearer(key) })).toMatchObject({ status: 200 });
});
