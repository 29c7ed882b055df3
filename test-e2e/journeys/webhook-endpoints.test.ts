import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { bookedOffline, weeklyStays } from '../harness/bookings.ts';
import type { BookingRequest } from '../harness/bookings.ts';
import { eventually } from '../harness/eventually.ts';
import { expectProblem } from '../harness/expect-problem.ts';
import { makeLodging, makeTenant } from '../harness/own-tenant.ts';
import type { OwnTenant } from '../harness/own-tenant.ts';
import { expectDelivery, startWebhookReceiver, verify } from '../harness/webhook-receiver.ts';
import type { Received, WebhookReceiver } from '../harness/webhook-receiver.ts';
import {
  deliveriesTo,
  ENDPOINTS,
  eventsOf,
  ping,
  readEndpoint,
  register,
  registered,
} from '../harness/webhooks.ts';
import type { Delivery, Registered, WebhookEndpoint } from '../harness/records.ts';

const demo = inject('demo');
const CONFIRMED = ['reservation.confirmed'];
let receiver: WebhookReceiver;
let tenant: OwnTenant;
let next: () => BookingRequest;

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  tenant = await makeTenant(demo);
  next = weeklyStays(await makeLodging(tenant.secret));
});
afterAll(() => receiver.stop());

function came(path: string, count: number, withinMs = 15_000): Promise<readonly Received[]> {
  return eventually(
    `${count} requests for ${path}`,
    async () => {
      const found = receiver.received(path);
      return found.length >= count ? found : undefined;
    },
    { withinMs },
  );
}

/** The one delivery of an endpoint, once it is as wanted. */
function delivery(endpoint: WebhookEndpoint, isAsWanted: (one: Delivery) => boolean): Promise<Delivery> {
  return eventually(`the delivery to ${endpoint.url}`, async () => {
    const [latest] = await deliveriesTo(tenant.secret, endpoint.id);
    return latest !== undefined && isAsWanted(latest) ? latest : undefined;
  });
}

const endpointAt = (path: string): Promise<Registered> =>
  registered(tenant.secret, receiver.urlOf(path), CONFIRMED);
const remove = ({ id }: { id: string }) => tenant.secret.send('DELETE', `${ENDPOINTS}/${id}`);

describe('a webhook endpoint', () => {
  it('shows its secret once, and is listed without', async () => {
    const { secret, ...shown } = await endpointAt('/once');
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(shown).toMatchObject({
      url: receiver.urlOf('/once'),
      eventTypes: CONFIRMED,
      enabled: true,
      failureCount: 0,
      lastFailureAt: null,
      lastSuccessAt: null,
    });
    expect(await readEndpoint(tenant.secret, shown.id)).toEqual(shown);
    const list = await tenant.secret.get<{ webhookEndpoints: WebhookEndpoint[] }>(ENDPOINTS);
    expect(list.body.webhookEndpoints).toContainEqual(shown);
    expect((await remove(shown)).status).toBe(204);
    expectProblem(await remove(shown), 404, 'webhook_endpoint_not_found');
    expectProblem(await tenant.secret.get(`${ENDPOINTS}/${shown.id}`), 404, 'webhook_endpoint_not_found');
    const left = await tenant.secret.get<{ webhookEndpoints: WebhookEndpoint[] }>(ENDPOINTS);
    expect(left.body.webhookEndpoints.map(({ id }) => id)).not.toContain(shown.id);
  });

  it.each([
    'http://hooks.example/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://10.1.2.3/hook',
    'https://192.168.0.1/',
    'https://172.16.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://100.64.0.1/',
    'https://0.0.0.0/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[fd00::1]/',
    'http://127.0.0.1:8080/',
    'http://[::1]:8080/',
    'ftp://hooks.example/',
    'file:///etc/passwd',
    'hooks.example',
    'https:hooks.example',
    'https://hooks.example/a b',
    'https://hooks.example\\@127.0.0.1/',
    'https://user:secret@hooks.example/',
    'https://hooks.example:22/',
    '',
  ])('is no address such as %j', async (url) => {
    const refused = await register(tenant.secret, url);
    const problem = expectProblem(refused, 400, 'validation_failed');
    expect(problem.errors?.map(({ pointer }) => pointer)).toEqual(['/url']);
  });

  it('subscribes to types that exist, and at least to one', async () => {
    const url = receiver.urlOf('/none');
    for (const types of [[], ['reservation.moved'], ['webhook.ping'], ['*']]) {
      expectProblem(await register(tenant.secret, url, types), 400, 'validation_failed');
    }
  });

  it('is pinged with an event that is in no log', async () => {
    const endpoint = await endpointAt('/ping');
    const deliveryId = await ping(tenant.secret, endpoint.id);
    const [received] = await came('/ping', 1);
    if (received === undefined) throw new Error('nothing came');
    expectDelivery(received, endpoint.secret);
    expect(received.body).toMatchObject({ type: 'webhook.ping', sequence: 0, livemode: true });
    const delivered = await delivery(endpoint, ({ status }) => status === 'succeeded');
    expect(delivered).toMatchObject({ id: deliveryId, eventType: 'webhook.ping', eventId: received.body.id });
    expect((await eventsOf(tenant.secret)).map(({ id }) => id)).not.toContain(received.body.id);
  });

  it('is signed for with both secrets while one replaces the other', async () => {
    const endpoint = await endpointAt('/rotated');
    const path = `${ENDPOINTS}/${endpoint.id}/rotate-secret`;
    const rotated = await tenant.secret.post<Registered>(path);
    expect(rotated.status, JSON.stringify(rotated.body)).toBe(200);
    expect(rotated.body).toMatchObject({ id: endpoint.id, secret: expect.stringMatching(/^whsec_/) });
    expect(rotated.body.secret).not.toBe(endpoint.secret);
    await ping(tenant.secret, endpoint.id);
    const [received] = await came('/rotated', 1);
    if (received === undefined) throw new Error('nothing came');
    verify(received, endpoint.secret);
    verify(received, rotated.body.secret);
    expect(String(received.headers['webhook-signature']).split(' ')).toHaveLength(2);
    const other = await endpointAt('/rotated/other');
    expect(() => verify(received, other.secret)).toThrow(/signature/i);
    expect(() => verify({ ...received, raw: `${received.raw} ` }, endpoint.secret)).toThrow(/signature/i);
  });
});

describe('an endpoint that fails', () => {
  it('is tried again after about five seconds, with the same bytes under the same id', async () => {
    receiver.answer('/weak', (response, nth) => response.writeHead(nth === 1 ? 500 : 200).end('so so'));
    const endpoint = await endpointAt('/weak');
    await bookedOffline(tenant.secret, next());
    const failed = await delivery(endpoint, ({ attempts }) => attempts.length === 1);
    expect(failed).toMatchObject({ status: 'pending', nextAttemptAt: expect.any(String) });
    const down = await readEndpoint(tenant.secret, endpoint.id);
    expect(down).toMatchObject({ enabled: true, failureCount: 1, lastFailureAt: expect.any(String) });
    expect(down.lastSuccessAt).toBeNull();
    const [first, second] = await came('/weak', 2);
    if (first === undefined || second === undefined) throw new Error('nothing came');
    for (const received of [first, second]) expectDelivery(received, endpoint.secret);
    expect(second.raw).toBe(first.raw);
    expect(second.atMs - first.atMs).toBeGreaterThan(3_900);
    expect(second.atMs - first.atMs).toBeLessThan(8_000);
    const done = await delivery(endpoint, ({ status }) => status === 'succeeded');
    expect(done).toMatchObject({ id: failed.id, eventId: first.body.id, nextAttemptAt: null });
    expect(done.attempts.map(({ status }) => status)).toEqual([500, 200]);
    expect(done.attempts.map(({ error }) => error === null)).toEqual([false, true]);
    expect(await readEndpoint(tenant.secret, endpoint.id)).toMatchObject({
      enabled: true,
      failureCount: 0,
      lastFailureAt: down.lastFailureAt,
      lastSuccessAt: expect.any(String),
    });
    await remove(endpoint);
  });

  it('says with Retry-After when to come back at the earliest', async () => {
    receiver.answer('/busy', (response, nth) => {
      response.writeHead(nth === 1 ? 503 : 204, nth === 1 ? { 'retry-after': '9' } : {}).end();
    });
    const endpoint = await endpointAt('/busy');
    await ping(tenant.secret, endpoint.id);
    const [first, second] = await came('/busy', 2, 30_000);
    expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThan(8_900);
    await remove(endpoint);
  });

  it.each([
    ['closes the connection', null],
    ['redirects', 302],
    ['refuses', 400],
  ])('by what it does, when it %s, does not count as accepting it', async (what, status) => {
    const path = `/does/${encodeURIComponent(what)}`;
    receiver.answer(path, (response) => {
      if (status === null) response.destroy();
      else response.writeHead(status, { location: receiver.urlOf('/elsewhere') }).end();
    });
    const endpoint = await endpointAt(path);
    await ping(tenant.secret, endpoint.id);
    const { attempts } = await delivery(endpoint, (one) => one.attempts.length === 1);
    expect(attempts).toEqual([
      {
        at: expect.any(String),
        status,
        durationMs: expect.any(Number),
        error: expect.any(String),
      },
    ]);
    expect((await readEndpoint(tenant.secret, endpoint.id)).failureCount).toBe(1);
    expect(receiver.received('/elsewhere')).toEqual([]);
    await remove(endpoint);
  });

  it('with 410 is disabled, and sent nothing more', async () => {
    receiver.answer('/gone', (response) => response.writeHead(410).end());
    const [gone, other] = [await endpointAt('/gone'), await endpointAt('/here')];
    await bookedOffline(tenant.secret, next());
    await eventually(
      'the endpoint is disabled',
      async () => !(await readEndpoint(tenant.secret, gone.id)).enabled,
    );
    await bookedOffline(tenant.secret, next());
    await came('/here', 2);
    expect(receiver.received('/gone')).toHaveLength(1);
    await Promise.all([remove(gone), remove(other)]);
  });

  it('is left alone once it is deleted, in the middle of its tries too', async () => {
    receiver.answer('/deleted', (response) => response.writeHead(500).end());
    receiver.answer('/kept', (response) => response.writeHead(500).end());
    const [deleted, kept] = [await endpointAt('/deleted'), await endpointAt('/kept')];
    await bookedOffline(tenant.secret, next());
    const [first] = await came('/deleted', 1);
    expect((await remove(deleted)).status).toBe(204);
    expectProblem(
      await tenant.secret.get(`${ENDPOINTS}/${deleted.id}/deliveries`),
      404,
      'webhook_endpoint_not_found',
    );
    await came('/kept', 2);
    const isPast = (first?.atMs ?? 0) + 7_000;
    await eventually('the time of the second try', async () => performance.now() > isPast);
    expect(receiver.received('/deleted')).toHaveLength(1);
    await remove(kept);
  });
});

describe('a delivery', () => {
  it('can be made again: the same event, under the same id', async () => {
    const endpoint = await endpointAt('/again');
    await bookedOffline(tenant.secret, next());
    const done = await delivery(endpoint, ({ status }) => status === 'succeeded');
    const path = `${ENDPOINTS}/${endpoint.id}/deliveries/${done.id}/redeliver`;
    const again = await tenant.secret.post<Delivery>(path);
    expect(again.status, JSON.stringify(again.body)).toBe(202);
    expect(again.body).toMatchObject({ eventId: done.eventId, eventType: 'reservation.confirmed' });
    const [first, second] = await came('/again', 2);
    expect(second?.raw).toBe(first?.raw);
    expect(second?.headers['webhook-id']).toBe(done.eventId);
    const unknown = await tenant.secret.post(path.replace(done.id, crypto.randomUUID()));
    expectProblem(unknown, 404, 'webhook_delivery_not_found');
    await remove(endpoint);
  });

  it('is listed, newest first, each once, whatever the size of a page', async () => {
    const endpoint = await endpointAt('/pages');
    const made: string[] = [];
    for (let count = 0; count < 5; count += 1) made.unshift(await ping(tenant.secret, endpoint.id));
    const list = await deliveriesTo(tenant.secret, endpoint.id);
    expect(list.map(({ id }) => id)).toEqual(made);
    const path = `${ENDPOINTS}/${endpoint.id}/deliveries`;
    const page = await tenant.secret.get<{ deliveries: Delivery[]; nextCursor: string }>(`${path}?limit=2`);
    const cursor = encodeURIComponent(page.body.nextCursor);
    const rest = await tenant.secret.get<{ deliveries: Delivery[] }>(`${path}?limit=3&cursor=${cursor}`);
    const ids = [...page.body.deliveries, ...rest.body.deliveries].map(({ id }) => id);
    expect(ids).toEqual(made);
    expectProblem(await tenant.secret.get(`${path}?cursor=x`), 400, 'invalid_cursor');
    await remove(endpoint);
  });
});
