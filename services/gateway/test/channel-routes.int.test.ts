import { randomBytes, randomUUID } from 'node:crypto';
import { formatSecret, refuse } from '@lodging/kernel';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HttpClient } from './http-client.ts';
import { expectProblem } from './expect-problem.ts';
import type { TestTenant } from './build-tenant.ts';
import type { RunningGateway } from './start-gateway.ts';
import type { StubServices } from './stub-services.ts';
import { useGateway } from './use-gateway.ts';

let gateway: RunningGateway;
let stubs: StubServices;
let tenant: TestTenant;
let anonymous: HttpClient;

useGateway((started) => ({ gateway, stubs, tenant } = started), {
  settings: { TRUSTED_PROXIES: '127.0.0.1' },
});
beforeAll(() => {
  anonymous = new HttpClient(gateway.url);
});

const id = randomUUID();
const inner = randomUUID();
const publicUrl = 'https://api.lodging.example';
const callsOf = (name: string) => stubs.calls.get(name) ?? [];
const lastCall = (name: string) => callsOf(name).at(-1)?.request;
const pointersOf = (problem: Record<string, unknown>) =>
  (problem['errors'] as { pointer: string }[]).map(({ pointer }) => pointer);
const answered = (name: string, value: unknown = { answered: name }) =>
  stubs.answer(name, { ok: true, value });

describe('feed tokens', () => {
  const tokens = `/v1/resources/${id.toUpperCase()}/feed-tokens`;

  it('are created with a URL under PUBLIC_URL, with and without a body', async () => {
    for (const sending of [{}, { rawBody: '' }, { body: {} }]) {
      const made = await tenant.secret.send('POST', tokens, sending);
      expect([made.status, made.body]).toEqual([201, { answered: 'create-feed-token' }]);
      expect(lastCall('create-feed-token')).toEqual({ resourceId: id, publicUrl });
    }
    const body = { name: 'Airbnb', excludeConnectionId: inner };
    await tenant.secret.post(tokens, { ...body, publicUrl: 'https://evil.example' });
    expect(lastCall('create-feed-token')).toEqual({ ...body, resourceId: id, publicUrl });
    const odd = await tenant.secret.post(tokens, { name: '', excludeConnectionId: 'x' });
    expect(pointersOf(expectProblem(odd, 'validation_failed'))).toEqual(['/name', '/excludeConnectionId']);
  });

  it('are listed, rotated and deleted by the ids in the path', async () => {
    answered('list-feed-tokens', { feedTokens: [] });
    const list = await tenant.secret.get(tokens);
    expect([list.status, list.body]).toEqual([200, { feedTokens: [] }]);
    const one = `${tokens}/${inner.toUpperCase()}`;
    expect((await tenant.secret.post(`${one}/rotate`)).status).toBe(201);
    expect(lastCall('rotate-feed-token')).toEqual({ resourceId: id, feedTokenId: inner, publicUrl });
    answered('delete-feed-token', { deleted: true });
    const deleted = await tenant.secret.send('DELETE', one);
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    expect(lastCall('delete-feed-token')).toEqual({ resourceId: id, feedTokenId: inner });
  });

  it('with a malformed id are not found, the resource first', async () => {
    expectProblem(await tenant.secret.send('DELETE', `${tokens}/x`), 'feed_token_not_found');
    expectProblem(await tenant.secret.post(`${tokens}/x/rotate`), 'feed_token_not_found');
    expectProblem(await tenant.secret.send('DELETE', '/v1/resources/x/feed-tokens/x'), 'resource_not_found');
  });
});

describe('a feed', () => {
  const etag = '"c4fe"';
  const body = 'BEGIN:VCALENDAR\r\nSUMMARY:Zimmer für zwei\r\nEND:VCALENDAR\r\n';
  const lastModified = '2027-05-03T09:05:00.000Z';
  const token = formatSecret('', randomBytes(32));
  const read = (presented: string, sending = {}) => anonymous.get(`/v1/feeds/${presented}.ics`, sending);

  beforeEach(() => {
    stubs.answer('render-feed', ({ knownEtags }: { knownEtags: string[] }) => {
      const isKnown = knownEtags.includes(etag) || knownEtags.includes('*');
      return { ok: true, value: { etag, lastModified, body: isKnown ? null : body } };
    });
  });

  it('is served unchanged to every client that has its token', async () => {
    const answer = await read(token);
    expect([answer.status, answer.text]).toEqual([200, body]);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      etag,
      'last-modified': 'Mon, 03 May 2027 09:05:00 GMT',
      'cache-control': 'no-cache',
      'ratelimit-policy': '"default";q=600;w=60',
    });
    expect(lastCall('render-feed')).toEqual({ token, knownEtags: [] });
    expect(callsOf('render-feed').at(-1)?.ctx).toMatchObject({
      tenantId: '00000000-0000-0000-0000-000000000000',
      caller: { kind: 'platform', permissions: [] },
    });
  });

  it('answers 304 to a client that has it, and answers HEAD', async () => {
    for (const tags of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const answer = await read(token, { headers: { 'if-none-match': tags } });
      expect([answer.status, answer.text, answer.headers.get('etag')]).toEqual([304, '', etag]);
      expect(answer.headers.get('cache-control')).toBe('no-cache');
    }
    expect((await read(token, { headers: { 'if-none-match': '"x"' } })).text).toBe(body);
    const head = await anonymous.send('HEAD', `/v1/feeds/${token}.ics`);
    expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', etag]);
    expect(head.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(body)));
  });

  it('answers no preflight and sends no CORS headers', async () => {
    const headers = { origin: 'https://shop.example' };
    expect((await read(token, { headers })).headers.get('access-control-allow-origin')).toBeNull();
    const preflight = await anonymous.send('OPTIONS', `/v1/feeds/${token}.ics`, {
      headers: { ...headers, 'access-control-request-method': 'GET' },
    });
    expectProblem(preflight, 'method_not_allowed');
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('is not found with an unknown token, whatever its form', async () => {
    stubs.answer('render-feed', refuse('not_found', 'There is no feed at this address.'));
    const details = new Set<unknown>();
    for (const wrong of [token, 'x', 'a'.repeat(1_000), '%2e%2e', 'a%2Fb', 'ä', 'a.b', '%00']) {
      const problem = expectProblem(await read(wrong), 'not_found');
      details.add(problem['detail']);
    }
    expect(details.size).toBe(1);
    for (const path of ['/v1/feeds', '/v1/feeds/', '/v1/feeds/a', '/v1/feeds/.ics', '/v1/feeds/a.ics/b']) {
      expectProblem(await anonymous.get(path), 'not_found');
    }
  });

  it('is not requested with a token that was never issued', async () => {
    await gateway.countsInRedis();
    const before = callsOf('render-feed').length;
    for (const wrong of [`${token.slice(0, -1)}${token.endsWith('x') ? 'y' : 'x'}`, token.slice(1), '']) {
      expectProblem(await read(wrong), 'not_found');
    }
    expect(callsOf('render-feed')).toHaveLength(before);
  });

  it('is read 600 times a minute by one address, whatever the token', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.20' };
    const statuses: number[] = [];
    for (let batch = 0; batch < 7; batch += 1) {
      const tokens = Array.from({ length: 100 }, () => formatSecret('', randomBytes(32)));
      const answers = await Promise.all(tokens.map((one) => read(one, { headers })));
      statuses.push(...answers.map(({ status }) => status));
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(600);
    const refused = await read('never-issued', { headers });
    expectProblem(refused, 'rate_limited');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await read(token)).status).toBe(200);
  });
});

describe('connections', () => {
  const connections = '/v1/channel-connections';
  const one = `${connections}/${id.toUpperCase()}`;

  it('are created from a feed URL, and refused with a pointer where it must not be fetched', async () => {
    const body = { channel: 'ical', feedUrl: 'https://calendars.example/a.ics' };
    const made = await tenant.secret.post(connections, body);
    expect([made.status, made.body]).toEqual([201, { answered: 'create-connection' }]);
    expect(lastCall('create-connection')).toEqual(body);
    const errors = [{ pointer: '/feedUrl', message: 'must not lead to a private address' }];
    stubs.answer('create-connection', refuse('validation_failed', 'Not that address.', { errors }));
    const refused = await tenant.secret.post(connections, { ...body, feedUrl: 'http://127.0.0.1/' });
    expect(expectProblem(refused, 'validation_failed')['errors']).toEqual(errors);
    const odd = await tenant.secret.post(connections, { channel: 'airbnb', feedUrl: '' });
    expect(pointersOf(expectProblem(odd, 'validation_failed'))).toEqual(['/channel', '/feedUrl']);
  });

  it('are paged, with a cursor that is invalid for other lists', async () => {
    const nextAfter = { createdAt: '2026-11-20 09:00:00.123456+00', id };
    answered('list-connections', { connections: [{ id }], nextAfter });
    const page = await tenant.secret.get(`${connections}?limit=1`);
    expect(page.body).toEqual({ connections: [{ id }], nextCursor: expect.any(String) });
    expect(lastCall('list-connections')).toEqual({ limit: 1, after: null });
    const cursor = String(page.body['nextCursor']);
    await tenant.secret.get(`${connections}?cursor=${cursor}`);
    expect(lastCall('list-connections')).toEqual({ limit: 20, after: nextAfter });
    expectProblem(await tenant.secret.get(`/v1/channel/conflicts?cursor=${cursor}`), 'invalid_cursor');
    expectProblem(await tenant.testSecret.get(`${connections}?cursor=${cursor}`), 'invalid_cursor');
  });

  it('are read, paused, synced and deleted by their id', async () => {
    expect((await tenant.secret.get(one)).status).toBe(200);
    const patched = await tenant.secret.send('PATCH', one, { body: { status: 'paused' } });
    expect(patched.status).toBe(200);
    expect(lastCall('change-connection')).toEqual({ connectionId: id, status: 'paused' });
    for (const body of [{}, { status: 'error' }, { status: null }]) {
      const refused = await tenant.secret.send('PATCH', one, { body });
      expect(pointersOf(expectProblem(refused, 'validation_failed'))).toEqual(['/status']);
    }
    const synced = await tenant.secret.post(`${one}/sync`);
    expect([synced.status, synced.body]).toEqual([202, { answered: 'sync-connection' }]);
    stubs.answer('sync-connection', refuse('connection_paused', 'The connection is paused.'));
    expectProblem(await tenant.secret.post(`${one}/sync`), 'connection_paused');
    answered('delete-connection', { deleted: true });
    expect((await tenant.secret.send('DELETE', one)).status).toBe(204);
    expect(lastCall('delete-connection')).toEqual({ connectionId: id });
    for (const path of [`${connections}/x`, `${connections}/x/listings`]) {
      expectProblem(await tenant.secret.get(path), 'connection_not_found');
    }
  });

  it('have their reads in pages', async () => {
    const nextAfter = { createdAt: '2026-11-20 09:00:00.123456+00', id };
    answered('list-feed-reads', { reads: [{ at: '2026-11-20T09:00:00.000Z' }], nextAfter });
    const page = await tenant.secret.get(`${one}/reads?limit=1`);
    expect(page.body).toEqual({
      reads: [{ at: '2026-11-20T09:00:00.000Z' }],
      nextCursor: expect.any(String),
    });
    expect(lastCall('list-feed-reads')).toEqual({ connectionId: id, limit: 1, after: null });
    await tenant.secret.get(`${one}/reads?cursor=${String(page.body['nextCursor'])}`);
    expect(lastCall('list-feed-reads')).toEqual({ connectionId: id, limit: 20, after: nextAfter });
    expectProblem(await tenant.secret.get(`${connections}/x/reads`), 'connection_not_found');
  });

  it('are mapped to resources', async () => {
    const body = { resourceId: inner, externalListingId: 'room 12' };
    expect((await tenant.secret.post(`${one}/listings`, body)).status).toBe(201);
    expect(lastCall('create-listing')).toEqual({ ...body, connectionId: id });
    stubs.answer('create-listing', refuse('listing_already_mapped', 'It is mapped.'));
    const again = await tenant.secret.post(`${one}/listings`, { resourceId: inner });
    expectProblem(again, 'listing_already_mapped');
    expectProblem(await tenant.secret.post(`${one}/listings`, { resourceId: 'x' }), 'validation_failed');
    answered('list-listings', { listings: [] });
    expect((await tenant.secret.get(`${one}/listings`)).body).toEqual({ listings: [] });
    answered('delete-listing', { deleted: true });
    expect((await tenant.secret.send('DELETE', `${one}/listings/${inner}`)).status).toBe(204);
    expect(lastCall('delete-listing')).toEqual({ connectionId: id, listingId: inner });
    expectProblem(await tenant.secret.send('DELETE', `${one}/listings/x`), 'listing_not_found');
  });
});

describe('conflicts', () => {
  it('are filtered by status', async () => {
    answered('list-conflicts', { conflicts: [], nextAfter: null });
    const list = await tenant.secret.get('/v1/channel/conflicts?status=open');
    expect([list.status, list.body]).toEqual([200, { conflicts: [], nextCursor: null }]);
    expect(lastCall('list-conflicts')).toEqual({ limit: 20, after: null, status: 'open' });
    await tenant.secret.get('/v1/channel/conflicts');
    expect(lastCall('list-conflicts')).toEqual({ limit: 20, after: null });
    const odd = await tenant.secret.get('/v1/channel/conflicts?status=closed');
    expect(pointersOf(expectProblem(odd, 'validation_failed'))).toEqual(['/status']);
  });

  it('are resolved with a terminal state only', async () => {
    const resolve = (status: unknown, which: string = id) =>
      tenant.secret.send('PATCH', `/v1/channel/conflicts/${which}`, { body: { status } });
    for (const status of ['resolved_relocated', 'resolved_cancelled']) {
      expect((await resolve(status)).status).toBe(200);
      expect(lastCall('resolve-conflict')).toEqual({ conflictId: id, status });
    }
    for (const status of ['open', 'resolved', undefined, 1]) {
      expect(pointersOf(expectProblem(await resolve(status), 'validation_failed'))).toEqual(['/status']);
    }
    stubs.answer('resolve-conflict', refuse('conflict_already_resolved', 'It is over.'));
    expectProblem(await resolve('resolved_cancelled'), 'conflict_already_resolved');
    expectProblem(await resolve('resolved_cancelled', 'x'), 'conflict_not_found');
  });
});
