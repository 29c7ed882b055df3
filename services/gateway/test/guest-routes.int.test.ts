import { randomUUID } from 'node:crypto';
import { okReplayed } from '@lodging/kit-messaging';
import { refuse } from '@lodging/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HttpClient } from './http-client.ts';
import { expectProblem } from './expect-problem.ts';
import { makeKey, makeTenant } from './build-tenant.ts';
import { startGateway } from './start-gateway.ts';
import { startStubServices } from './stub-services.ts';
import type { TestTenant } from './build-tenant.ts';
import type { RunningGateway } from './start-gateway.ts';
import type { StubServices } from './stub-services.ts';

let gateway: RunningGateway;
let stubs: StubServices;
let tenant: TestTenant;

beforeAll(async () => {
  [gateway, stubs] = await Promise.all([startGateway(), startStubServices()]);
  tenant = await makeTenant(gateway);
});

afterAll(async () => {
  await gateway.stop();
  await stubs.stop();
});

const id = randomUUID();
const guest = `/v1/guests/${id}`;
const lastCall = (name: string) => stubs.calls.get(name)?.at(-1)?.request;
const pointersOf = (problem: Record<string, unknown>) =>
  (problem['errors'] as { pointer: string }[]).map(({ pointer }) => pointer);
const patch = (body: unknown) => tenant.secret.send('PATCH', guest, { body });
async function keyWith(...permissions: string[]): Promise<HttpClient> {
  const made = await makeKey(gateway, tenant.id, { kind: 'secret', mode: 'live', permissions });
  return new HttpClient(gateway.url, made.key);
}

describe('the list', () => {
  it('passes its filters on, and its cursor belongs to them', async () => {
    const nextAfter = { createdAt: '2027-01-01T00:00:00.000000Z', id };
    stubs.answer('list-guests', { ok: true, value: { guests: [], nextAfter } });
    const query = 'email=Ada%40Example.com&q=love&verified=false&updatedSince=2027-01-01T01:00:00%2B01:00';
    const first = await tenant.secret.get(`/v1/guests?${query}&limit=7`);
    expect(first.status).toBe(200);
    expect(lastCall('list-guests')).toEqual({
      email: 'ada@example.com',
      q: 'love',
      verified: false,
      updatedSince: '2027-01-01T00:00:00.000Z',
      limit: 7,
      after: null,
    });
    const cursor = String(first.body['nextCursor']);
    expect((await tenant.secret.get(`/v1/guests?${query}&cursor=${cursor}`)).status).toBe(200);
    expect(lastCall('list-guests')).toMatchObject({ after: nextAfter });
    expectProblem(await tenant.secret.get(`/v1/guests?verified=true&cursor=${cursor}`), 'invalid_cursor');
  });

  it.each([
    ['email=ada', '/email'],
    ['q=ab', '/q'],
    [`q=${'x'.repeat(201)}`, '/q'],
    ['q=a%00b', '/q'],
    ['verified=maybe', '/verified'],
    ['updatedSince=2027-01-01', '/updatedSince'],
    ['limit=101', '/limit'],
  ])('refuses %s', async (query, pointer) => {
    const problem = expectProblem(await tenant.secret.get(`/v1/guests?${query}`), 'validation_failed');
    expect(pointersOf(problem)).toEqual([pointer]);
  });
});

describe('a PATCH', () => {
  const consent = { purpose: 'news', given: true, at: '2027-01-01T00:00:00Z', source: 'desk' };

  it('passes its fields on', async () => {
    stubs.answer('change-guest', { ok: true, value: { id } });
    const body = { name: 'Ada', phone: null, metadata: { a: '' }, consents: [consent] };
    expect((await patch(body)).status).toBe(200);
    expect(lastCall('change-guest')).toEqual({
      ...body,
      guestId: id,
      consents: [{ ...consent, at: '2027-01-01T00:00:00.000Z' }],
    });
  });

  const long = 'x'.repeat(100_000);
  it.each<[string, object, string]>([
    ['no field', {}, ''],
    ['a name that is no text', { name: 7 }, '/name'],
    ['an empty name', { name: '' }, '/name'],
    ['a name with NUL', { name: 'A\u0000' }, '/name'],
    ['a name that is too long', { name: 'x'.repeat(201) }, '/name'],
    ['a phone that is too long', { phone: 'x'.repeat(51) }, '/phone'],
    ['a phone that is no text', { phone: {} }, '/phone'],
    ['a language that is none', { language: 'not a tag' }, '/language'],
    ['notes that are too long', { notes: long.slice(0, 5_001) }, '/notes'],
    ['notes that are no text', { notes: [] }, '/notes'],
    ['metadata that is no object', { metadata: 'x' }, '/metadata'],
    ['a value of metadata that is too long', { metadata: { k: 'x'.repeat(501) } }, '/metadata/k'],
    ['consents that are no list', { consents: {} }, '/consents'],
    ['too many consents', { consents: Array.from({ length: 51 }, () => consent) }, '/consents'],
    ['a consent without purpose', { consents: [{ ...consent, purpose: '' }] }, '/consents/0/purpose'],
    ['a consent that is neither', { consents: [{ ...consent, given: 'yes' }] }, '/consents/0/given'],
    ['a consent at no time', { consents: [{ ...consent, at: 'today' }] }, '/consents/0/at'],
    ['a consent without source', { consents: [{ ...consent, source: undefined }] }, '/consents/0/source'],
  ])('refuses %s', async (_, body, pointer) => {
    const calls = stubs.calls.get('change-guest')?.length ?? 0;
    const problem = expectProblem(await patch(body), 'validation_failed');
    expect(pointersOf(problem)).toEqual([pointer]);
    expect(stubs.calls.get('change-guest')?.length ?? 0).toBe(calls);
  });

  it('refuses a body that is too large', async () => {
    expectProblem(await patch({ notes: long.repeat(2) }), 'payload_too_large');
  });
});

describe('a merge', () => {
  it('passes both guests on', async () => {
    stubs.answer('merge-guests', { ok: true, value: { id } });
    const from = randomUUID();
    expect((await tenant.secret.post(`${guest}/merge`, { from })).status).toBe(200);
    expect(lastCall('merge-guests')).toEqual({ guestId: id, from });
  });

  it.each([{}, { from: null }, { from: 'x' }, { from: 7 }])('refuses %j', async (body) => {
    const problem = expectProblem(await tenant.secret.post(`${guest}/merge`, body), 'validation_failed');
    expect(pointersOf(problem)).toEqual(['/from']);
  });
});

describe('an export', () => {
  const document = { exportedAt: '2027-01-01T00:00:00.000Z', guest: { id }, stays: [] };
  const exportId = randomUUID();
  const stored = (bytes: number) => ({
    ok: true as const,
    value: { exportId, parts: 2, bytes, content: null },
  });

  it('is an attachment', async () => {
    const content = JSON.stringify(document);
    stubs.answer('export-guest', { ok: true, value: { exportId: null, parts: 1, bytes: 9, content } });
    const answer = await tenant.secret.post(`${guest}/export`);
    expect([answer.status, answer.body]).toEqual([200, document]);
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="guest.json"');
  });

  it('of at most 5 MiB is sent at once, though it was stored', async () => {
    const [one, two] = ['{"exportedAt":', '"now"}'];
    stubs.answer('export-guest', stored(5 * 1024 * 1024));
    stubs.answer('read-guest-export', ({ part }: { part: number }) => ({
      ok: true,
      value: { parts: 2, content: part === 0 ? one : two },
    }));
    const answer = await tenant.secret.post(`${guest}/export`);
    expect([answer.status, answer.body]).toEqual([200, { exportedAt: 'now' }]);
    expect(
      stubs.calls
        .get('read-guest-export')
        ?.slice(-2)
        .map(({ request }) => request),
    ).toEqual([
      { guestId: id, exportId, part: 0 },
      { guestId: id, exportId, part: 1 },
    ]);
  });

  it('above 5 MiB is 202, and fetched by its id', async () => {
    stubs.answer('export-guest', stored(5 * 1024 * 1024 + 1));
    const accepted = await tenant.secret.post(`${guest}/export`);
    expect([accepted.status, accepted.body]).toEqual([202, { exportId }]);
    stubs.answer('read-guest-export', { ok: true, value: { parts: 1, content: JSON.stringify(document) } });
    const fetched = await tenant.secret.get(`${guest}/exports/${exportId}`);
    expect([fetched.status, fetched.body]).toEqual([200, document]);
    expect(fetched.headers.get('content-disposition')).toContain('attachment');
    stubs.answer('read-guest-export', refuse('not_found', 'There is no such export.'));
    expectProblem(await tenant.secret.get(`${guest}/exports/${exportId}`), 'not_found');
    expectProblem(await tenant.secret.get(`${guest}/exports/x`), 'not_found');
  });
});

describe('an erasure', () => {
  const erasure = { id, erasedAt: '2027-01-01T00:00:00.000Z', erased: [], remains: [], elsewhere: [] };
  const entries = async () => {
    const audit = await gateway.admin.get(`/admin/v1/audit?tenantId=${tenant.id}&action=guest.erased`);
    return audit.body['entries'] as object[];
  };

  it('is recorded once, and repeated with the same response', async () => {
    stubs.answer('erase-guest', { ok: true, value: erasure });
    const first = await tenant.secret.post(`${guest}/erase`);
    expect([first.status, first.body]).toEqual([200, erasure]);
    expect(await entries()).toMatchObject([{ target: { kind: 'guest', id } }]);
    stubs.answer('erase-guest', okReplayed(erasure));
    const second = await tenant.secret.post(`${guest}/erase`);
    expect([second.status, second.body]).toEqual([200, erasure]);
    expect(await entries()).toHaveLength(1);
  });

  it('names the bookings in the way', async () => {
    const reservationIds = [randomUUID()];
    stubs.answer('erase-guest', refuse('guest_has_open_stays', 'Open.', { reservationIds }));
    const problem = expectProblem(await tenant.secret.post(`${guest}/erase`), 'guest_has_open_stays');
    expect(problem).toMatchObject({ reservationIds });
  });
});

const OPERATIONS: readonly [string, string, string][] = [
  ['GET', '/v1/guests', 'read'],
  ['GET', guest, 'read'],
  ['PATCH', guest, 'book'],
  ['GET', `${guest}/stays`, 'read'],
  ['POST', `${guest}/merge`, 'book'],
  ['POST', `${guest}/export`, 'guest:export'],
  ['GET', `${guest}/exports/${id}`, 'guest:export'],
  ['POST', `${guest}/erase`, 'guest:erase'],
];

describe.each(OPERATIONS)('%s %s', (method, path, permission) => {
  it('is not for publishable keys, nor for a key without its permission', async () => {
    expectProblem(await tenant.browser.send(method, path, {}), 'secret_key_required');
    const all = ['read', 'book', 'operate', 'payment:refund:create', 'guest:export', 'guest:erase'];
    const other = await keyWith(...all.filter((one) => one !== permission));
    expectProblem(await other.send(method, path, {}), 'insufficient_permission');
  });

  it('takes a malformed id for an unknown guest', async () => {
    if (path === '/v1/guests') return;
    const body = method === 'PATCH' ? { name: 'Ada' } : path.endsWith('merge') ? { from: id } : undefined;
    const answer = await tenant.secret.send(method, path.replace(id, 'x'), { body });
    expectProblem(answer, 'guest_not_found');
  });
});
