import { randomUUID } from 'node:crypto';
import { okReplayed } from '@lodging/kit-messaging';
import { refuse } from '@lodging/kernel';
import { beforeAll, describe, expect, it } from 'vitest';
import { HttpClient } from './http-client.ts';
import { expectProblem } from './expect-problem.ts';
import { SHOP } from './build-tenant.ts';
import type { TestTenant } from './build-tenant.ts';
import type { RunningGateway } from './start-gateway.ts';
import type { StubServices } from './stub-services.ts';
import { useGateway } from './use-gateway.ts';

let gateway: RunningGateway;
let stubs: StubServices;
let tenant: TestTenant;
let anonymous: HttpClient;

useGateway((started) => ({ gateway, stubs, tenant } = started), { services: { without: ['read-pricing'] } });
beforeAll(() => {
  anonymous = new HttpClient(gateway.url);
});

const id = randomUUID();
const lastCall = (name: string) => stubs.calls.get(name)?.at(-1);
const stay = { from: '2027-05-03T17:00:00+02:00', to: '2027-05-05T10:00:00Z' };
const search = new URLSearchParams({ resource_id: id, ...stay, party_size: '2' });

describe('availability', () => {
  it('is translated to the contract of inventory, and the response is forwarded unchanged', async () => {
    const value = { resourceId: id, reasons: ['reserved'], available: false, strange: 'é "\\ ' };
    stubs.answer('find-availability', { ok: true, value });
    const answer = await tenant.browser.get(`/v1/availability?${search}&utm=1&utm=2`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.text).toBe(JSON.stringify(value));
    expect(lastCall('find-availability')?.request).toEqual({
      resourceId: id,
      from: '2027-05-03T15:00:00.000Z',
      to: '2027-05-05T10:00:00.000Z',
      partySize: 2,
    });
    await tenant.browser.get(
      `/v1/availability?${search}&quantity=3&children=0&rate_plan_id=${id.toUpperCase()}`,
    );
    expect(lastCall('find-availability')?.request).toMatchObject({
      partySize: 2,
      quantity: 3,
      occupancyChildren: 0,
      ratePlanId: id,
    });
  });

  it.each([
    ['quantity', ['0', '-1', '1.0', '9'.repeat(30)]],
    ['children', ['-1', '01', '0.0', 'x', '', '9'.repeat(30)]],
    ['rate_plan_id', ['', 'x', `${id}x`]],
  ])('is refused with a pointer to an invalid %s, which may be absent', async (name, values) => {
    for (const value of values) {
      const query = new URLSearchParams(search);
      query.set(name, value);
      const answer = await tenant.secret.get(`/v1/availability?${query}`);
      expect(expectProblem(answer, 'validation_failed')['errors'], value).toMatchObject([
        { pointer: `/${name}` },
      ]);
    }
  });

  it.each([
    ['party_size', ['0', '-1', '1.0', '1e1', ' 1', '+1', 'x', '', '9'.repeat(30)]],
    ['resource_id', ['', 'x', `${id}x`]],
    ['from', ['2027-05-03', '2027-05-03T17:00:00', '0000-01-01T00:00:00Z', '2027-02-30T00:00:00Z', '']],
    ['to', ['2027-05-03T15:00:00+23:59:59', 'tomorrow']],
  ])('is refused with a pointer to an invalid %s', async (name, values) => {
    for (const value of values) {
      const query = new URLSearchParams(search);
      query.set(name, value);
      const { errors } = expectProblem(
        await tenant.secret.get(`/v1/availability?${query}`),
        'validation_failed',
      );
      expect(errors, value).toMatchObject([{ pointer: `/${name}`, message: expect.any(String) }]);
    }
    const twice = await tenant.secret.get(`/v1/availability?${search}&${name}=1`);
    expect(expectProblem(twice, 'validation_failed')['errors']).toMatchObject([{ pointer: `/${name}` }]);
    const without = new URLSearchParams(search);
    without.delete(name);
    expectProblem(await tenant.secret.get(`/v1/availability?${without}`), 'validation_failed');
  });
});

describe('idempotent creates', () => {
  const body = { signedQuoteToken: 'a.b.c' };

  it('answer 201, and 200 with Idempotent-Replayed for a replay', async () => {
    const key = randomUUID();
    stubs.answer('place-hold', { ok: true, value: { id } });
    const first = await tenant.browser.post('/v1/holds', body, { 'idempotency-key': key.toUpperCase() });
    expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([201, null]);
    expect(lastCall('place-hold')?.request).toEqual({ ...body, idempotencyKey: key });
    stubs.answer('place-hold', okReplayed({ id }));
    const again = await tenant.browser.post('/v1/holds', body, { 'idempotency-key': key });
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    expect(again.headers.get('access-control-expose-headers')).toContain('Idempotent-Replayed');
  });

  it('require a UUID as Idempotency-Key, checked before the body', async () => {
    for (const path of ['/v1/holds', `/v1/holds/${id}/payment-intent`]) {
      for (const headers of [undefined, { 'idempotency-key': 'once' }, { 'idempotency-key': '' }]) {
        const sending = { rawBody: '{"broken', ...(headers === undefined ? {} : { headers }) };
        expectProblem(await tenant.secret.send('POST', path, sending), 'idempotency_key_required');
      }
    }
  });

  it.each([
    ['created', 201, null],
    ['already_open', 200, null],
    ['replayed', 200, 'true'],
  ])('answer a payment intent that is %s with %i', async (outcome, status, header) => {
    stubs.answer('create-payment-intent', {
      ok: true,
      value: { handle: { clientSecret: 's' }, outcome },
    });
    for (const sending of [{}, { body: {} }, { body: { any: [1] } }, { rawBody: '' }]) {
      const headers = { 'idempotency-key': randomUUID() };
      const answer = await tenant.secret.send('POST', `/v1/holds/${id}/payment-intent`, {
        ...sending,
        headers,
      });
      expect([answer.status, answer.headers.get('idempotent-replayed')], answer.text).toEqual([
        status,
        header,
      ]);
      expect(answer.body).toEqual({ clientSecret: 's' });
    }
    const asList = { rawBody: '[]', headers: { 'idempotency-key': randomUUID() } };
    const refused = await tenant.secret.send('POST', `/v1/holds/${id}/payment-intent`, asList);
    expectProblem(refused, 'validation_failed');
  });
});

describe('a refusal of a service', () => {
  it('keeps its code, detail and fields, and its delay becomes Retry-After', async () => {
    const extra = { reasons: ['reserved'], retryAfterSeconds: 7 };
    stubs.answer('create-quote', refuse('unavailable', 'Taken.', extra));
    const answer = await tenant.browser.post('/v1/quotes', { resourceId: id, ...stay, partySize: 1 });
    const problem = expectProblem(answer, 'unavailable');
    expect(problem).toMatchObject({ detail: 'Taken.', reasons: ['reserved'] });
    expect(problem).not.toHaveProperty('retryAfterSeconds');
    expect(answer.headers.get('retry-after')).toBe('7');
    expect(answer.headers.get('access-control-allow-origin')).toBe(SHOP);
  });

  it('that the contract does not declare is a 500 without details', async () => {
    stubs.answer('create-quote', refuse('secret_internals', 'Row 5 of table x.'));
    const answer = await tenant.secret.post('/v1/quotes', { resourceId: id, ...stay, partySize: 1 });
    expectProblem(answer, 'internal_error');
    expect(answer.text).not.toMatch(/internals|Row 5/);
  });
});

describe('an id in the path', () => {
  it.each([
    ['GET', '/v1/resources/{id}', 'resource_not_found', undefined],
    ['PATCH', '/v1/resources/{id}', 'resource_not_found', {}],
    ['GET', '/v1/resources/{id}/rates', 'resource_not_found', undefined],
    ['PUT', '/v1/resources/{id}/rates', 'resource_not_found', { ratePlans: [] }],
    ['GET', '/v1/resources/{id}/pricing', 'resource_not_found', undefined],
    ['PUT', '/v1/resources/{id}/pricing', 'resource_not_found', { pricing: [] }],
    ['GET', '/v1/resources/{id}/restrictions', 'resource_not_found', undefined],
    ['PUT', '/v1/resources/{id}/restrictions', 'resource_not_found', { restrictions: [] }],
    ['GET', '/v1/bookings/{id}', 'booking_not_found', undefined],
    ['PATCH', '/v1/bookings/{id}', 'booking_not_found', { state: 'cancelled' }],
    ['DELETE', '/v1/bookings/{id}', 'booking_not_found', undefined],
    ['POST', '/v1/bookings/{id}/refunds', 'booking_not_found', undefined],
    ['POST', '/v1/holds/{id}/checkout-session', 'hold_not_found', { successUrl: 'x', cancelUrl: 'x' }],
    ['POST', '/v1/holds/{id}/otp', 'hold_not_found', { email: 'g@example.com' }],
    ['POST', '/v1/holds/{id}/otp/verify', 'hold_not_found', { email: 'g@example.com', code: '1' }],
    ['POST', '/v1/holds/{id}/payment-intent', 'hold_not_found', undefined],
    ['POST', '/v1/holds/{id}/confirm', 'hold_not_found', { guestVerificationToken: 'x' }],
  ] as const)('of %s %s that is no UUID is %s, checked after the body', async (method, path, code, body) => {
    const headers = { 'idempotency-key': randomUUID() };
    for (const odd of ['x', '1', `${id}0`, '%00', 'a'.repeat(2_000)]) {
      const answer = await tenant.secret.send(method, path.replace('{id}', odd), { body, headers });
      expectProblem(answer, code);
    }
    if (body === undefined || method === 'PATCH') return;
    const misfit = await tenant.secret.send(method, path.replace('{id}', 'x'), { rawBody: '{}', headers });
    expectProblem(misfit, 'validation_failed');
  });

  it('is case-insensitive', async () => {
    await tenant.secret.get(`/v1/bookings/${id.toUpperCase()}`);
    expect(lastCall('read-booking')?.request).toEqual({ reservationId: id });
  });
});

describe('lists', () => {
  const after = { createdAt: '2026-11-20 09:00:00.123456+00', id };

  it('give a cursor that continues where the page ended', async () => {
    stubs.answer('list-resources', { ok: true, value: { resources: [{ id }], nextAfter: after } });
    const page = await tenant.browser.get('/v1/resources');
    expect(page.body).toEqual({ resources: [{ id }], nextCursor: expect.any(String) });
    expect(lastCall('list-resources')?.request).toEqual({ limit: 20, after: null });
    const cursor = String(page.body['nextCursor']);
    stubs.answer('list-resources', { ok: true, value: { resources: [], nextAfter: null } });
    const next = await tenant.secret.get(`/v1/resources?limit=100&cursor=${cursor}`);
    expect(next.body).toEqual({ resources: [], nextCursor: null });
    expect(lastCall('list-resources')?.request).toEqual({ limit: 100, after });
    for (const [client, path] of [
      [tenant.testSecret, `/v1/resources?cursor=${cursor}`],
      [tenant.secret, `/v1/room-types?cursor=${cursor}`],
      [tenant.secret, `/v1/resources?cursor=${cursor}x`],
      [tenant.secret, '/v1/resources?cursor='],
      [tenant.secret, '/v1/resources?cursor=nonsense'],
    ] as const) {
      expectProblem(await client.get(path), 'invalid_cursor');
    }
  });

  it('have the name of their records as the field', async () => {
    stubs.answer('list-room-types', { ok: true, value: { roomTypes: [], nextAfter: null } });
    expect((await tenant.secret.get('/v1/room-types')).body).toEqual({ roomTypes: [], nextCursor: null });
  });

  it('accept a limit of 1 to 100 in digits', async () => {
    for (const limit of ['0', '101', '-1', '1.5', 'x', '', '1e1', '1&limit=2']) {
      const answer = await tenant.secret.get(`/v1/resources?limit=${limit}`);
      expect(expectProblem(answer, 'validation_failed')['errors']).toMatchObject([{ pointer: '/limit' }]);
    }
  });
});

describe('set-up routes', () => {
  it('answer 201 to creates and 200 to changes', async () => {
    const roomType = { code: 'd', name: 'Double', maxOccupancy: 2, maxAdults: 2, maxChildren: 0 };
    expect((await tenant.secret.post('/v1/room-types', roomType)).status).toBe(201);
    const resource = { kind: 'generic', name: 'Bike', slug: 'bike', capacity: 1, currency: 'EUR', odd: 1 };
    expect((await tenant.secret.post('/v1/resources', resource)).status).toBe(201);
    expect(lastCall('create-resource')?.request).toMatchObject({ timezone: 'UTC', units: 1, photoUrls: [] });
    const changed = await tenant.secret.send('PATCH', `/v1/resources/${id}`, { body: { name: 'New' } });
    expect(changed.status).toBe(200);
    expect(lastCall('update-resource')?.request).toEqual({ resourceId: id, changes: { name: 'New' } });
    expect((await tenant.secret.put(`/v1/resources/${id}/rates`, { ratePlans: [] })).status).toBe(200);
    expect((await tenant.secret.put(`/v1/resources/${id}/pricing`, { pricing: [] })).status).toBe(200);
  });

  it('accept one megabyte of pricing, and 256 KiB elsewhere', async () => {
    const filler = 'x'.repeat(600 * 1024);
    const pricing = await tenant.secret.put(`/v1/resources/${id}/pricing`, { pricing: [], filler });
    expect(pricing.status).toBe(200);
    const more = { pricing: [], filler: filler + filler };
    expectProblem(await tenant.secret.put(`/v1/resources/${id}/pricing`, more), 'payload_too_large');
    const rates = await tenant.secret.put(`/v1/resources/${id}/rates`, { ratePlans: [], filler });
    expectProblem(rates, 'payload_too_large');
  });
});

describe('protocol errors', () => {
  it('are distinguished without a key', async () => {
    expectProblem(await anonymous.get('/nothing'), 'not_found');
    expectProblem(await anonymous.get('/v1/nothing'), 'not_found');
    const wrong = await anonymous.send('DELETE', '/v1/quotes');
    expectProblem(wrong, 'method_not_allowed');
    expect(wrong.headers.get('allow')).toContain('POST');
    expect((await anonymous.send('HEAD', '/v1/ping')).status).toBe(200);
  });

  it('include bodies that are not JSON, are compressed, or hold text that Postgres cannot store', async () => {
    const quote = (sending: object) => tenant.secret.send('POST', '/v1/quotes', sending);
    for (const rawBody of [
      '{"a":',
      '[]',
      'null',
      '"x"',
      '1',
      '{"resourceId":"\\u0000"}',
      '{"x":"\\ud800"}',
    ]) {
      expectProblem(await quote({ rawBody }), 'validation_failed');
    }
    expectProblem(await quote({}), 'validation_failed');
    const text = { rawBody: '{}', headers: { 'content-type': 'text/plain' } };
    expectProblem(await quote(text), 'unsupported_media_type');
    const packed = { rawBody: '{}', headers: { 'content-encoding': 'gzip' } };
    expectProblem(await quote(packed), 'unsupported_media_type');
  });

  it('point to every invalid field', async () => {
    const body = { resourceId: 'x', from: stay.from, to: 5, partySize: '2', currency: 'eur' };
    const { errors } = expectProblem(await tenant.secret.post('/v1/quotes', body), 'validation_failed');
    const pointers = (errors as { pointer: string }[]).map(({ pointer }) => pointer);
    expect(pointers).toEqual(['/resourceId', '/to', '/partySize', '/currency']);
  });
});

describe('open routes', () => {
  it('answer ping with the time', async () => {
    const { status, body } = await anonymous.get('/v1/ping');
    expect(status).toBe(200);
    expect(body).toEqual({ ok: true, ts: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/) });
  });

  it('publish the signing keys', async () => {
    stubs.answer('list-signing-keys', { ok: true, value: { keys: [{ kid: '1' }] } });
    const answer = await anonymous.get('/v1/.well-known/jwks.json');
    expect(answer.body).toEqual({ keys: [{ kid: '1' }] });
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
    expect(lastCall('list-signing-keys')?.ctx.tenantId).toBe('00000000-0000-0000-0000-000000000000');
  });

  it('explain each problem as HTML and as JSON', async () => {
    const asJson = await anonymous.get('/problems/hold_conflict');
    expect(asJson.body).toMatchObject({ code: 'hold_conflict', status: 409, title: expect.any(String) });
    const asPage = await anonymous.get('/problems/hold_conflict', { headers: { accept: 'text/html,*/*' } });
    expect(asPage.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(asPage.text).toContain('<h1>hold_conflict</h1>');
    for (const code of ['nothing', 'constructor', '%3Cscript%3E']) {
      expectProblem(await anonymous.get(`/problems/${code}`), 'not_found');
    }
  });
});

describe('a service without a responder', () => {
  it('is a 503 with Retry-After within 2 s', async () => {
    const started = performance.now();
    const answer = await tenant.secret.get(`/v1/resources/${id}/pricing`);
    expect(performance.now() - started).toBeLessThan(2_000);
    expectProblem(answer, 'service_unavailable');
    expect(answer.headers.get('retry-after')).toBe('1');
  });
});
