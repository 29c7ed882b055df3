import { afterAll, beforeAll, expect, it } from 'vitest';
import { fakeApi, NOW, ok, problem } from './fake-api.ts';
import type { FakeApi, Handler } from './fake-api.ts';
import { openConsole } from './open-console.ts';
import type { Site } from './open-console.ts';
import { booking, ids } from './records.ts';

let site: Site;
beforeAll(async () => {
  site = await openConsole();
});
afterAll(async () => site.close());

const event = (n: number): object => ({
  id: `event-${n}`,
  type: 'reservation.created',
  sequence: n,
  timestamp: NOW,
  data: { object: { id: ids.booking(1) } },
});
/** A log of 60, the newest first. */
const log: Handler = ({ query }) => {
  const first = Number(query.get('cursor') ?? 0);
  const events = Array.from({ length: Math.min(50, 60 - first) }, (_, at) => event(60 - first - at));
  return ok({ events, nextCursor: first === 0 ? '50' : null });
};

const bookingsLookedFor = (api: FakeApi): number =>
  api.sent('GET /v1/bookings').filter(({ query }) => query.has('q')).length;

it('a log that is followed shows what is new before the pages that were read, with one request at a time', async () => {
  let newest = 60;
  const api = fakeApi({
    'GET /v1/events': ({ query }) => {
      const first = Number(query.get('cursor') ?? 0) || newest;
      const length = Math.min(50, first);
      const events = Array.from({ length }, (_, at) => event(first - at));
      return ok({ events, nextCursor: first > 50 ? String(first - 50) : null });
    },
  });
  const { page, context } = await site.open({ api, path: '/events' });
  await page.locator('[data-event]').nth(49).waitFor();
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.locator('[data-event]').nth(59).waitFor();
  await page.getByRole('switch', { name: 'New events are shown as they come' }).click();
  await page.clock.runFor(1_000);
  const before = api.sent('GET /v1/events').length;
  await page.clock.runFor(11_000);
  expect(api.sent('GET /v1/events').length - before).toBeLessThanOrEqual(2);
  // More than one page: the follower reads on to the event that it knows.
  newest = 130;
  await page.clock.runFor(11_000);
  await page.locator('[data-event=event-130]').waitFor();
  await page.locator('[data-event]').nth(129).waitFor();
  const shown = await page
    .locator('[data-event]')
    .evaluateAll((all) => all.map((row) => row.dataset['event']));
  expect(shown).toEqual(Array.from({ length: 130 }, (_, at) => `event-${130 - at}`));
  await context.close();
});

it('events of a booking are found by its number as people write it, with one request after the typing', async () => {
  const api = fakeApi({ 'GET /v1/events': log });
  const { page, context, faults } = await site.open({ api, path: '/events' });
  await page.locator('[data-event]').first().waitFor();
  const { reference } = booking({});
  await page.clock.pauseAt('2027-06-10T08:01:00.000Z');
  const sent = (): number => api.sent('GET /v1/events').length + bookingsLookedFor(api);
  const before = sent();
  const field = page.getByLabel('Booking number or id');
  await field.pressSequentially(`${reference.slice(0, 4)}-${reference.slice(4)}`.toLowerCase());
  await page.clock.runFor(299);
  expect(sent()).toBe(before);
  await page.clock.runFor(1);
  await page.clock.resume();
  await expect.poll(() => api.sent('GET /v1/events').at(-1)?.query.get('reservationId')).toBe(ids.booking(1));
  expect(bookingsLookedFor(api)).toBe(1);
  expect(new URL(page.url()).search).toContain('booking=');
  await field.fill('ZZZZ-ZZZZ');
  await page.clock.runFor(300);
  await page.getByText('There is no such booking here.').waitFor();
  expect(await page.locator('[data-event]').count()).toBe(0);
  await page.getByRole('button', { name: 'Show all events' }).click();
  await page.locator('[data-event]').first().waitFor();
  expect(await field.inputValue()).toBe('');
  await field.fill(ids.booking(1));
  await expect.poll(() => new URL(page.url()).search).toContain(ids.booking(1));
  await page.locator('[data-event]').first().waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

it('a log and the deliveries of an endpoint say how many are shown, and that more exist', async () => {
  const delivery = { eventId: 'event', eventType: 'webhook.ping', status: 'succeeded', nextAttemptAt: null };
  const deliveries = Array.from({ length: 50 }, (_, n) => ({
    ...delivery,
    id: `delivery-${n}`,
    attempts: [],
    createdAt: NOW,
  }));
  const endpoint = {
    id: 'endpoint-1',
    url: 'https://hooks.example/in',
    eventTypes: ['reservation.created', 'reservation.updated'],
    enabled: true,
    failureCount: 0,
    lastSuccessAt: null,
    failingSince: null,
    lastError: null,
    waiting: 0,
    dead: 0,
  };
  const api = fakeApi({
    'GET /v1/events': log,
    'GET /v1/webhook-endpoints/{id}': () => ok(endpoint),
    'GET /v1/webhook-endpoints/{id}/deliveries': () => ok({ deliveries, nextCursor: 'more' }),
    'GET /v1/webhook-endpoints': () => {
      const many = { ...endpoint, id: 'endpoint-2', eventTypes: ['a.b', 'c.d', 'e.f', 'g.h'] };
      return ok({ webhookEndpoints: [endpoint, many] });
    },
  });
  const { page, another, context } = await site.open({ api, path: '/events' });
  await page.getByText('50 shown, more exist').waitFor();
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.getByText('60 shown', { exact: true }).waitFor();
  const shown = await another('/webhooks/endpoint-1');
  await shown.getByText('50 shown, more exist').waitFor();
  const list = await another('/webhooks');
  await list
    .locator('[data-endpoint=endpoint-1]')
    .getByText('reservation.created, reservation.updated')
    .waitFor();
  await list.locator('[data-endpoint=endpoint-2]').getByText('4 types').waitFor();
  await context.close();
});

it('an address of an endpoint or a connection that is not there says so once', async () => {
  const unknown = problem({ status: 404, code: 'webhook_endpoint_not_found' });
  const api = fakeApi({
    'GET /v1/webhook-endpoints/{id}': () => unknown,
    'GET /v1/webhook-endpoints/{id}/deliveries': () => unknown,
  });
  const { page, another, context } = await site.open({ api, path: '/webhooks/none' });
  await page.getByRole('heading', { level: 1, name: 'There is no such endpoint here' }).waitFor();
  const connection = await another('/channels/none');
  await connection.getByRole('heading', { level: 1, name: 'There is no such connection here' }).waitFor();
  for (const shown of [page, connection]) {
    expect(await shown.getByRole('alert').count()).toBe(0);
    expect(await shown.getByText(/There is no such/).count()).toBe(1);
  }
  await context.close();
});

it('lists that are not there yet have skeleton rows after a moment', async () => {
  const { page, another, before, context } = await site.open({ path: '/reports' });
  for (const [path, request] of [
    ['/events', /GET .*\/events/],
    ['/settings?tab=you', /GET .*\/console\/sessions/],
    ['/settings?tab=property', /GET .*\/room-types/],
  ] as const) {
    let release = (): void => {};
    before(request, () => new Promise((done) => (release = () => done(undefined))));
    const shown = await another(path);
    await shown.clock.runFor(200);
    await shown.locator('[aria-busy=true]').last().waitFor();
    release();
    await shown.close();
  }
  await page.close();
  await context.close();
});
