import { exampleOf } from '@lodging/contract-wire';
import { cancelledByGuest, managedBooking } from '@lodging/contract-reservations';
import { refuse } from '@lodging/kernel';
import { eventually } from '@lodging/kit-testing';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { keepSpans } from '../../../packages/kit/runtime/test/keep-spans.ts';
import { publicRoutes } from '../src/inbound/public/routes/routes.ts';
import { makeOperator, SHOP, signIn } from './build-tenant.ts';
import type { TestTenant } from './build-tenant.ts';
import { expectProblem } from './expect-problem.ts';
import { HttpClient } from './http-client.ts';
import type { RunningGateway } from './start-gateway.ts';
import type { StubServices } from './stub-services.ts';
import { useGateway } from './use-gateway.ts';

const ended = keepSpans({ sampleRatio: 1 });
let gateway: RunningGateway;
let stubs: StubServices;
let tenant: TestTenant;
useGateway((started) => ({ gateway, stubs, tenant } = started), {
  settings: { TRUSTED_PROXIES: '127.0.0.1' },
});

const TOKEN = 'eyJhbGciOiJFZERTQSJ9.ZXhhbXBsZQ.c2lnbmF0dXJl';
const withToken = { 'guest-token': TOKEN };
const id = randomUUID();
const managed = exampleOf(managedBooking);

beforeAll(() => {
  stubs.answer('read-managed-booking', { ok: true, value: managed });
  stubs.answer('cancel-managed-booking', { ok: true, value: exampleOf(cancelledByGuest) });
  stubs.answer('request-guest-link', { ok: true, value: { accepted: true } });
  stubs.answer('end-guest-links', { ok: true, value: { ended: true } });
  stubs.answer('create-guest-link', {
    ok: true,
    value: { url: null, token: TOKEN, expiresAt: '2027-07-12T08:00:00.000Z' },
  });
  stubs.answer('open-managed-session', refuse('guest_may_not', 'not here'));
});

const lastOf = (operation: string) => stubs.calls.get(operation)?.at(-1)?.request;

describe('/v1/manage', () => {
  it('takes any key, and hands the header on', async () => {
    for (const client of [tenant.browser, tenant.secret]) {
      const answer = await client.get('/v1/manage/booking', { headers: withToken });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(lastOf('read-managed-booking')).toEqual({ guestToken: TOKEN });
    }
    const preflight = await tenant.browser.send('OPTIONS', '/v1/manage/booking', {
      headers: { 'access-control-request-method': 'GET', 'access-control-request-headers': 'guest-token' },
    });
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Guest-Token');
  });

  it('hands on no token where there is none of ours', async () => {
    for (const token of ['', 'with spaces in it', 'ä', 'x'.repeat(5_000)]) {
      const headers = { 'guest-token': encodeURI(token) === token ? token : '%' };
      await tenant.browser.get('/v1/manage/booking', { headers });
      expect(lastOf('read-managed-booking')).toEqual({ guestToken: '' });
    }
    await tenant.browser.get('/v1/manage/booking');
    expect(lastOf('read-managed-booking')).toEqual({ guestToken: '' });
  });

  it('refuses a publishable key from another origin', async () => {
    const elsewhere = { ...withToken, origin: 'https://elsewhere.example' };
    expectProblem(
      await tenant.browser.get('/v1/manage/booking', { headers: elsewhere }),
      'origin_not_allowed',
    );
  });

  it('answers every well-formed request for a link alike', async () => {
    const requestLink = (body: object) => tenant.browser.post('/v1/manage/link', body);
    const answer = await requestLink({ reference: 'A7P7-K3Q9', email: 'ada@example.com' });
    expect([answer.status, answer.body]).toEqual([202, { accepted: true }]);
    for (const body of [
      {},
      { reference: 'A7P7K3Q9' },
      { reference: '', email: 'a@b.example' },
      { reference: 'A', email: 'x' },
    ])
      expectProblem(await requestLink(body), 'validation_failed');
  });

  it('names the guest in the audit trail of a cancellation', async () => {
    const answer = await tenant.browser.post(
      '/v1/manage/cancel',
      { expectedPenaltyMinorUnits: '10000' },
      withToken,
    );
    expect(answer.status).toBe(200);
    expect(lastOf('cancel-managed-booking')).toEqual({
      guestToken: TOKEN,
      expectedPenaltyMinorUnits: '10000',
    });
    const audit = await gateway.admin.get(`/admin/v1/audit?tenantId=${tenant.id}&action=booking.cancelled`);
    const { booking } = exampleOf(cancelledByGuest) as { booking: { id: string } };
    expect(audit.body['entries']).toEqual([
      expect.objectContaining({
        actor: { kind: 'guest', id: expect.any(String), name: null },
        target: { kind: 'booking', id: booking.id },
      }),
    ]);
    expect(audit.text).not.toContain(TOKEN);
  });

  it('leaves no audit entry of a refused cancellation', async () => {
    stubs.answer('cancel-managed-booking', refuse('penalty_changed', 'changed', { penaltyMinorUnits: '5' }));
    const body = { expectedPenaltyMinorUnits: '1' };
    const answer = await tenant.browser.post('/v1/manage/cancel', body, withToken);
    expectProblem(answer, 'penalty_changed');
    expect(answer.body['penaltyMinorUnits']).toBe('5');
    const audit = await gateway.admin.get(`/admin/v1/audit?tenantId=${tenant.id}&action=booking.cancelled`);
    expect(audit.body['entries']).toHaveLength(1);
  });

  it('takes an optional Idempotency-Key for a payment page', async () => {
    const body = { successUrl: `${SHOP}/ok`, cancelUrl: `${SHOP}/back` };
    expectProblem(await tenant.browser.post('/v1/manage/checkout-session', body, withToken), 'guest_may_not');
    expect(lastOf('open-managed-session')).toEqual({ ...body, guestToken: TOKEN });
    const key = randomUUID();
    await tenant.browser.post('/v1/manage/checkout-session', body, { ...withToken, 'idempotency-key': key });
    expect(lastOf('open-managed-session')).toEqual({ ...body, guestToken: TOKEN, idempotencyKey: key });
  });
});

it('links are for secret keys and operator sessions', async () => {
  const path = `/v1/bookings/${id}/guest-link`;
  const session = await signIn(gateway, await makeOperator(gateway, tenant.id));
  for (const client of [tenant.secret, session]) {
    expect((await client.post(path)).status).toBe(201);
    expect((await client.send('DELETE', path)).status).toBe(204);
  }
  expectProblem(await tenant.browser.post(path), 'secret_key_required');
  expectProblem(await tenant.secret.post('/v1/bookings/no-uuid/guest-link'), 'booking_not_found');
});

describe('a guest token', () => {
  const others = publicRoutes.filter(({ takesGuestToken, access }) => !takesGuestToken && access !== 'open');
  const addressOf = (path: string) => path.replaceAll(/\{\w+\}/g, randomUUID());

  it('is no key: of every operation it opens none', async () => {
    const bearer = new HttpClient(gateway.url, TOKEN);
    const keyless = new HttpClient(gateway.url);
    expect(others.length).toBeGreaterThan(60);
    const keyed = publicRoutes.filter(({ access }) => access !== 'open');
    for (const [index, { method, path }] of keyed.entries()) {
      const address = addressOf(path);
      // Too many failures of one address would be 429.
      const headers = { ...withToken, 'x-forwarded-for': `203.0.113.${index % 200}` };
      expect((await bearer.send(method, address, { headers })).status, path).toBe(401);
      expect((await keyless.send(method, address, { headers })).status, path).toBe(401);
    }
  });

  it('opens nothing that a publishable key does not, and reaches no other operation', async () => {
    for (const { method, path, access } of others) {
      const answer = await tenant.browser.send(method, addressOf(path), { headers: withToken });
      if (access !== 'any_key') expect(answer.status, path).toBeGreaterThanOrEqual(401);
    }
    for (const [operation, calls] of stubs.calls) {
      if (operation.includes('managed')) continue;
      for (const { request, ctx } of calls)
        expect(JSON.stringify([request, ctx]), operation).not.toContain(TOKEN);
    }
  });

  it('is in no log line, span or problem', async () => {
    stubs.answer('read-managed-booking', refuse('guest_token_invalid', 'no'));
    const refused = await tenant.browser.get('/v1/manage/booking', { headers: withToken });
    expectProblem(refused, 'guest_token_invalid');
    stubs.answer('read-managed-booking', () => {
      throw new Error('down');
    });
    const failed = await tenant.browser.get('/v1/manage/booking', { headers: withToken });
    expect(failed.status).toBeGreaterThanOrEqual(500);
    for (const text of [refused.text, failed.text, JSON.stringify(gateway.log.lines)])
      expect(text).not.toContain(TOKEN);
    await eventually(
      'the spans of both',
      () => ended.filter(({ name }) => name === 'GET /v1/manage/booking').length >= 2,
    );
    for (const { name, attributes, events } of ended)
      expect(JSON.stringify([name, attributes, events])).not.toContain(TOKEN);
  });
});
