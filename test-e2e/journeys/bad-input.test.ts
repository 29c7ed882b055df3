import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { connect as connectCalendar } from '../harness/calendars.ts';
import type { Answer } from '../harness/client.ts';
import { expectProblem } from '../harness/expect-problem.ts';
import { makeLodging, makeTenant, type OwnTenant } from '../harness/own-tenant.ts';
import { hold } from '../harness/stay.ts';

const demo = inject('demo');
const window = { from: '2027-05-03T15:00:00Z', to: '2027-05-05T10:00:00Z' };
let tenant: OwnTenant;
let room: { id: string; ratePlanId: string };
let reservationId: string;
let connectionId: string;

beforeAll(async () => {
  tenant = await makeTenant(demo);
  room = await makeLodging(tenant.secret);
  const requestedStay = { resourceId: room.id, ratePlanId: room.ratePlanId, ...window, partySize: 1 };
  reservationId = (await hold(tenant.secret, requestedStay)).id;
  connectionId = (await connectCalendar(tenant.secret, 'https://calendars.invalid/a.ics')).body.id;
});

const nasty: unknown[] = [
  null,
  true,
  -1,
  0,
  1.5,
  Number.MAX_SAFE_INTEGER,
  2 ** 60,
  '',
  'x',
  'nul\u0000here',
  'lone\ud800surrogate',
  '9'.repeat(40),
  'a'.repeat(5_000),
  [],
  ['x'],
  {},
  { $ne: 1 },
  '0000-01-01T00:00:00Z',
  '2027-05-03T15:00:00+23:59',
  '2027-02-30T00:00:00Z',
  '+275760-09-13T00:00:00Z',
  '2027-05-03',
  '../../etc/passwd',
];

/** A valid body for each route with a body; each field is replaced by each invalid value. */
function bodies(): { method: string; path: string; body: Record<string, unknown> }[] {
  const stay = {
    resourceId: room.id,
    ratePlanId: room.ratePlanId,
    ...window,
    partySize: 1,
    currency: 'EUR',
    quantity: 1,
  };
  const pricing = {
    ratePlanCode: 'flex',
    baseAmountMinorUnits: '100',
    dayOfWeekMultipliersBps: { mon: 10_000 },
    seasons: [],
    leadTimeTiers: [],
    lengthOfStayTiers: [],
  };
  return [
    { method: 'POST', path: '/v1/quotes', body: stay },
    { method: 'POST', path: '/v1/holds', body: { signedQuoteToken: 'x', partySize: 1 } },
    { method: 'POST', path: `/v1/holds/${reservationId}/otp`, body: { email: 'not an address' } },
    {
      method: 'POST',
      path: `/v1/holds/${reservationId}/otp/verify`,
      body: { email: 'g@example.test', code: '1' },
    },
    { method: 'POST', path: `/v1/holds/${reservationId}/confirm`, body: { guestVerificationToken: 'x' } },
    {
      method: 'POST',
      path: '/v1/room-types',
      body: { code: '', name: 'n', maxOccupancy: 1, maxAdults: 1, maxChildren: 0 },
    },
    {
      method: 'POST',
      path: '/v1/resources',
      body: {
        kind: 'castle',
        name: 'n',
        slug: 'n',
        capacity: 1,
        currency: 'EUR',
        timezone: 'UTC',
        units: 1,
        photoUrls: [],
        roomTypeId: randomUUID(),
      },
    },
    {
      method: 'PATCH',
      path: `/v1/resources/${room.id}`,
      body: { name: 1, capacity: 1, units: 1, photoUrls: [] },
    },
    { method: 'PUT', path: `/v1/resources/${room.id}/rates`, body: { ratePlans: [{ code: 'flex' }] } },
    {
      method: 'PUT',
      path: `/v1/resources/${room.id}/pricing`,
      body: { pricing: [{ ...pricing, baseAmountMinorUnits: 'ten' }] },
    },
    {
      method: 'POST',
      path: `/v1/resources/${room.id}/feed-tokens`,
      body: { excludeConnectionId: 'x', name: 'Airbnb' },
    },
    {
      method: 'POST',
      path: '/v1/channel-connections',
      body: { channel: 'ical', feedUrl: 'http://10.0.0.1/' },
    },
    { method: 'PATCH', path: `/v1/channel-connections/${connectionId}`, body: { status: 'open' } },
    {
      method: 'POST',
      path: `/v1/channel-connections/${connectionId}/listings`,
      body: { resourceId: randomUUID(), externalListingId: '7' },
    },
    { method: 'PATCH', path: `/v1/channel/conflicts/${reservationId}`, body: { status: 'open' } },
  ];
}

function expectCalm(answer: Answer, what: string): void {
  expect(answer.status, `${what}: ${JSON.stringify(answer.body)}`).toBeLessThan(500);
  if (answer.status >= 400)
    expect(answer.headers.get('content-type'), what).toMatch(/^application\/problem\+json/);
}

describe('bad input', () => {
  it('answers each invalid value in each field of each body with a problem', async () => {
    for (const { method, path, body } of bodies()) {
      const calls = Object.keys(body).flatMap((field) =>
        nasty.map(async (value) => {
          const sent = { ...body, [field]: value };
          const answer = await tenant.secret.send(method, path, { body: sent, idempotencyKey: randomUUID() });
          expectCalm(answer, `${method} ${path} ${field}=${JSON.stringify(value)?.slice(0, 60)}`);
        }),
      );
      await Promise.all(calls);
    }
  });

  it('answers a missing field, and a body that is no object, as validation_failed with a pointer', async () => {
    for (const { method, path, body } of bodies().filter(
      (one) => !one.path.endsWith('/resources/' + room.id) && !one.path.endsWith('/feed-tokens'),
    )) {
      const empty = await tenant.secret.send(method, path, { body: {}, idempotencyKey: randomUUID() });
      const problem = expectProblem(empty, 400, 'validation_failed');
      expect(
        problem.errors?.map((error) => error.pointer),
        path,
      ).toContain(`/${Object.keys(body)[0]}`);
      for (const rawBody of ['[]', '"x"', 'null', '1']) {
        const answer = await tenant.secret.send(method, path, { rawBody, idempotencyKey: randomUUID() });
        expectProblem(answer, 400, 'validation_failed');
      }
    }
  });

  it('ignores unknown fields and query parameters', async () => {
    const body = {
      resourceId: room.id,
      ratePlanId: room.ratePlanId,
      from: '2027-08-03T15:00:00Z',
      to: '2027-08-05T10:00:00Z',
      partySize: 1,
    };
    const answer = await tenant.secret.post('/v1/quotes?utm=1', {
      ...body,
      extra: { deep: [1] },
      constructor: 1,
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  });

  it('answers each invalid value in each query parameter of availability with a problem', async () => {
    const good = { resource_id: room.id, ...window, party_size: '1' };
    for (const field of Object.keys(good)) {
      for (const value of nasty) {
        const query = new URLSearchParams({ ...good, [field]: String(value) });
        expectCalm(
          await tenant.secret.get(`/v1/availability?${query}`),
          `${field}=${String(value).slice(0, 60)}`,
        );
      }
      const { [field as keyof typeof good]: _gone, ...rest } = good;
      expectProblem(
        await tenant.secret.get(`/v1/availability?${new URLSearchParams(rest)}`),
        400,
        'validation_failed',
      );
      const twice = `${new URLSearchParams(good)}&${field}=1`;
      expectProblem(await tenant.secret.get(`/v1/availability?${twice}`), 400, 'validation_failed');
    }
  });

  it('answers protocol errors with problem+json', async () => {
    const { secret } = tenant;
    expectProblem(await secret.get('/v1/nothing'), 404, 'not_found');
    expectProblem(await secret.get('/nothing'), 404, 'not_found');
    const wrongMethod = await secret.send('DELETE', '/v1/quotes');
    expectProblem(wrongMethod, 405, 'method_not_allowed');
    expect(wrongMethod.headers.get('allow')).toContain('POST');
    expectProblem(await secret.post('/v1/quotes', undefined, { rawBody: '{"a":' }), 400, 'validation_failed');
    const asText = { rawBody: 'a=1', headers: { 'content-type': 'text/plain' } };
    expectProblem(await secret.post('/v1/quotes', undefined, asText), 415, 'unsupported_media_type');
    const zipped = { rawBody: '{}', headers: { 'content-encoding': 'gzip' } };
    expectProblem(await secret.post('/v1/quotes', undefined, zipped), 415, 'unsupported_media_type');
    const large = { rawBody: JSON.stringify({ text: 'x'.repeat(300 * 1_024) }) };
    expectProblem(await secret.post('/v1/quotes', undefined, large), 413, 'payload_too_large');
    for (const path of [
      '/v1/resources/%00',
      '/v1/resources/%zz',
      `/v1/resources/${'a'.repeat(3_000)}`,
      '/v1/bookings/%F0%28',
    ]) {
      const answer = await secret.get(path);
      expect([400, 404, 414], path).toContain(answer.status);
      expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    }
    expectProblem(
      await secret.get('/v1/resources', { headers: { 'x-large': 'x'.repeat(40_000) } }),
      431,
      'headers_too_large',
    );
  });

  it('answers a malformed request line, and a body that stalls, with a problem', async () => {
    const url = new URL(demo.gatewayUrl);
    const speak = (text: string, withinMs: number) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(Number(url.port), url.hostname, () => socket.write(text));
        let received = '';
        socket.on('data', (chunk) => (received += chunk.toString()));
        socket.on('close', () => resolve(received));
        socket.on('error', reject);
        setTimeout(() => reject(new Error(`no end within ${withinMs} ms: ${received}`)), withinMs).unref();
      });
    expect(await speak('NONSENSE\r\n\r\n', 5_000)).toMatch(/^HTTP\/1\.1 400[\s\S]*bad_request/);
    const head = `POST /v1/quotes HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${tenant.secret.key}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a"`;
    expect(await speak(head, 16_000)).toMatch(/^HTTP\/1\.1 408[\s\S]*request_timeout/);
  });

  it('accepts no body, an empty object or any object on payment-intent', async () => {
    const path = `/v1/holds/${reservationId}/payment-intent`;
    for (const options of [{}, { rawBody: '' }, { body: {} }, { body: { anything: 1 } }]) {
      const answer = await tenant.secret.send('POST', path, { ...options, idempotencyKey: randomUUID() });
      expect([200, 201], JSON.stringify(answer.body)).toContain(answer.status);
    }
  });
});
