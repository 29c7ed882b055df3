import { randomUUID } from 'node:crypto';
import { refuse } from '@lodging/kernel';
import { describe, expect, it } from 'vitest';
import { expectProblem } from './expect-problem.ts';
import type { TestTenant } from './build-tenant.ts';
import type { StubServices } from './stub-services.ts';
import { useGateway } from './use-gateway.ts';

let stubs: StubServices;
let tenant: TestTenant;

useGateway((started) => ({ stubs, tenant } = started));

const id = randomUUID();
const inner = randomUUID();
const endpoints = '/v1/webhook-endpoints';
const one = `${endpoints}/${id.toUpperCase()}`;
const lastCall = (name: string) => stubs.calls.get(name)?.at(-1)?.request;
const pointersOf = (problem: Record<string, unknown>) =>
  (problem['errors'] as { pointer: string }[]).map(({ pointer }) => pointer);
const answered = (name: string, value: unknown) => stubs.answer(name, { ok: true, value });

describe('webhook endpoints', () => {
  it('are changed in the fields that are sent', async () => {
    answered('change-webhook-endpoint', { id, enabled: true });
    const change = (body: object) => tenant.secret.send('PATCH', `${endpoints}/${id}`, { body });
    const changed = await change({ enabled: true, eventTypes: ['payment.due'] });
    expect([changed.status, changed.body]).toEqual([200, { id, enabled: true }]);
    expect(lastCall('change-webhook-endpoint')).toEqual({
      webhookEndpointId: id,
      enabled: true,
      eventTypes: ['payment.due'],
    });
    for (const body of [{}, { enabled: 'yes' }, { eventTypes: [] }, { url: '' }])
      expectProblem(await change(body), 'validation_failed');
  });

  const body = { url: 'https://hooks.example/lodging', eventTypes: ['refund.created', 'payment.failed'] };

  it('are created from URL and event types, and refused with a pointer to an invalid field', async () => {
    const made = await tenant.secret.post(endpoints, body);
    expect([made.status, made.body]).toEqual([201, { answered: 'create-webhook-endpoint' }]);
    expect(lastCall('create-webhook-endpoint')).toEqual(body);
    const errors = [{ pointer: '/url', message: 'must not lead to a private address' }];
    stubs.answer('create-webhook-endpoint', refuse('validation_failed', 'Not that address.', { errors }));
    const refused = await tenant.secret.post(endpoints, { ...body, url: 'https://127.0.0.1/' });
    expect(expectProblem(refused, 'validation_failed')['errors']).toEqual(errors);
    const odd = await tenant.secret.post(endpoints, { eventTypes: [] });
    expect(pointersOf(expectProblem(odd, 'validation_failed')).toSorted()).toEqual(['/eventTypes', '/url']);
    for (const type of ['reservation.moved', 'webhook.ping', '*', '', 1]) {
      const unknown = await tenant.secret.post(endpoints, { ...body, eventTypes: ['refund.created', type] });
      expect(pointersOf(expectProblem(unknown, 'validation_failed'))).toEqual(['/eventTypes/1']);
    }
  });

  it('are listed on one page, and read, pinged, rotated and deleted by id', async () => {
    answered('list-webhook-endpoints', { webhookEndpoints: [{ id }] });
    const list = await tenant.secret.get(endpoints);
    expect([list.status, list.body]).toEqual([200, { webhookEndpoints: [{ id }] }]);
    expect(await tenant.secret.get(one)).toMatchObject({ status: 200 });
    expect(lastCall('read-webhook-endpoint')).toEqual({ webhookEndpointId: id });
    answered('rotate-webhook-secret', { id, secret: 'whsec_new' });
    const rotated = await tenant.secret.post(`${one}/rotate-secret`);
    expect([rotated.status, rotated.body]).toEqual([200, { id, secret: 'whsec_new' }]);
    answered('ping-webhook-endpoint', { deliveryId: inner });
    const pinged = await tenant.secret.post(`${one}/ping`, {});
    expect([pinged.status, pinged.body]).toEqual([202, { deliveryId: inner }]);
    answered('delete-webhook-endpoint', { deleted: true });
    const deleted = await tenant.secret.send('DELETE', one);
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    for (const name of ['rotate-webhook-secret', 'ping-webhook-endpoint', 'delete-webhook-endpoint']) {
      expect(lastCall(name)).toEqual({ webhookEndpointId: id });
    }
    stubs.answer('delete-webhook-endpoint', refuse('webhook_endpoint_not_found', 'It is gone.'));
    expectProblem(await tenant.secret.send('DELETE', one), 'webhook_endpoint_not_found');
  });

  it('with a malformed id are not found', async () => {
    const none = `${endpoints}/x`;
    for (const answer of await Promise.all([
      tenant.secret.get(none),
      tenant.secret.send('DELETE', none),
      tenant.secret.post(`${none}/rotate-secret`),
      tenant.secret.post(`${none}/ping`),
      tenant.secret.get(`${none}/deliveries`),
      tenant.secret.post(`${none}/deliveries/x/redeliver`),
    ])) {
      expectProblem(answer, 'webhook_endpoint_not_found');
    }
  });
});

describe('deliveries', () => {
  it('are paged, with a cursor that is invalid for other endpoints', async () => {
    const nextAfter = { createdAt: '2026-11-20 09:00:00.123456+00', id: inner };
    answered('list-webhook-deliveries', { deliveries: [{ id: inner }], nextAfter });
    const page = await tenant.secret.get(`${one}/deliveries?limit=1`);
    expect(page.body).toEqual({ deliveries: [{ id: inner }], nextCursor: expect.any(String) });
    expect(lastCall('list-webhook-deliveries')).toEqual({ limit: 1, after: null, webhookEndpointId: id });
    const cursor = String(page.body['nextCursor']);
    await tenant.secret.get(`${one.toLowerCase()}/deliveries?cursor=${cursor}`);
    const behind = { limit: 20, after: nextAfter, webhookEndpointId: id };
    expect(lastCall('list-webhook-deliveries')).toEqual(behind);
    const other = `${endpoints}/${randomUUID()}/deliveries?cursor=${cursor}`;
    for (const path of [other, `/v1/events?cursor=${cursor}`]) {
      expectProblem(await tenant.secret.get(path), 'invalid_cursor');
    }
    expectProblem(await tenant.secret.get(`${one}/deliveries?limit=101`), 'validation_failed');
  });

  it('are redelivered by endpoint id and delivery id', async () => {
    answered('redeliver-webhook', { id: inner });
    const again = await tenant.secret.post(`${one}/deliveries/${inner.toUpperCase()}/redeliver`);
    expect([again.status, again.body]).toEqual([202, { id: inner }]);
    expect(lastCall('redeliver-webhook')).toEqual({ webhookEndpointId: id, deliveryId: inner });
    const none = await tenant.secret.post(`${one}/deliveries/x/redeliver`);
    expectProblem(none, 'webhook_delivery_not_found');
  });
});

describe('the log of events', () => {
  it('is paged with the opaque position of notifications in the cursor', async () => {
    const nextAfter = '4711:0000000000000042 ä';
    answered('list-events', { events: [{ id }], nextAfter });
    const page = await tenant.secret.get('/v1/events?limit=1');
    expect(page.body).toEqual({ events: [{ id }], nextCursor: expect.any(String) });
    expect(lastCall('list-events')).toEqual({ limit: 1, after: null });
    const cursor = String(page.body['nextCursor']);
    answered('list-events', { events: [], nextAfter: null });
    const last = await tenant.secret.get(`/v1/events?cursor=${cursor}`);
    expect([last.status, last.body]).toEqual([200, { events: [], nextCursor: null }]);
    expect(lastCall('list-events')).toEqual({ limit: 20, after: nextAfter });
    expectProblem(await tenant.testSecret.get(`/v1/events?cursor=${cursor}`), 'invalid_cursor');
    expectProblem(await tenant.secret.get(`/v1/events?cursor=${cursor}x`), 'invalid_cursor');
    expectProblem(await tenant.secret.get(`/v1/bookings?cursor=${cursor}`), 'invalid_cursor');
  });

  it('is filtered by type and by reservation', async () => {
    await tenant.secret.get(`/v1/events?type=payment.failed&reservationId=${id.toUpperCase()}`);
    const request = { limit: 20, after: null, type: 'payment.failed', reservationId: id };
    expect(lastCall('list-events')).toEqual(request);
    const odd = await tenant.secret.get('/v1/events?type=webhook.ping&reservationId=x&limit=0');
    expect(pointersOf(expectProblem(odd, 'validation_failed')).toSorted()).toEqual([
      '/limit',
      '/reservationId',
      '/type',
    ]);
  });
});
