import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fakeApi, NOW, ok, problem } from './fake-api.ts';
import type { FakeApi } from './fake-api.ts';
import { openConsole } from './open-console.ts';
import type { Site } from './open-console.ts';
import { ids } from './records.ts';

let site: Site;
beforeAll(async () => {
  site = await openConsole();
});
afterAll(async () => site.close());

const endpoint = {
  id: 'hook-1',
  url: 'https://pms.example/hook',
  eventTypes: [],
  enabled: true,
  failureCount: 0,
  lastSuccessAt: null,
  failingSince: null,
  lastError: null,
  waiting: 0,
  dead: 3,
};
const connection = {
  id: 'feed-1',
  feedUrl: 'https://works.example/…',
  status: 'active',
  createdAt: NOW,
  lastSyncAt: NOW,
  lastSuccessAt: NOW,
  lastError: null,
  eventCount: 3,
  nextSyncAt: NOW,
  failingSince: null,
  quarantine: null,
  listings: 1,
  blocks: 3,
};

function apiOfAll(): FakeApi {
  return fakeApi({
    'GET /v1/webhook-endpoints': () => ok({ webhookEndpoints: [endpoint] }),
    'GET /v1/webhook-endpoints/{id}': () => ok(endpoint),
    'GET /v1/webhook-endpoints/{id}/deliveries': () => ok({ deliveries: [], nextCursor: null }),
    'GET /v1/channel-connections': () => ok({ connections: [connection], nextCursor: null }),
  });
}

const away = () => problem({ status: 503, code: 'service_unavailable' });
const pass = async (page: Page): Promise<void> => {
  for (let at = 0; at < 75; at += 5) await page.context().clock.runFor(5_000);
};
const BOOKING = `/bookings/${ids.booking(1)}`;

it.each([
  ['the payments of a booking', BOOKING, 'Payments', 'Collected'],
  ['the cost of a cancellation', BOOKING, 'Cancellation', 'Cancelling now keeps'],
  ['what needs attention', '/', 'Needs attention', 'Webhooks to pms.example fail'],
  ['the arrivals', '/', 'Arrivals', 'Ada Lovelace'],
  ['connections', '/channels', null, 'works.example'],
  ['conflicts', '/channels?tab=conflicts', null, 'No conflicts.'],
  ['a webhook endpoint', '/webhooks/hook-1', null, 'https://pms.example/hook'],
] as const)(
  '%s that cannot be read again without a connection stay as they were, without an alert',
  async (_, path, region, text) => {
    const { page, context, goOffline } = await site.open({ api: apiOfAll(), path });
    const place = region === null ? page.getByRole('main') : page.getByRole('region', { name: region });
    await place.getByText(text).first().waitFor();
    goOffline();
    await pass(page);
    await page
      .getByRole('status')
      .getByText(/^Last updated/)
      .waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await place.getByText(text).first().isVisible()).toBe(true);
    await context.close();
  },
);

it('what the API refuses to read again is said above what was read before', async () => {
  const api = apiOfAll();
  const { page, context } = await site.open({ api, path: BOOKING });
  const payments = page.getByRole('region', { name: 'Payments' });
  await payments.getByText('Collected').waitFor();
  api.on('GET /v1/bookings/{id}/payments', away);
  await pass(page);
  await payments.getByRole('alert').waitFor();
  expect(await payments.getByText('Collected').isVisible()).toBe(true);
  await context.close();
});

it('what could not be read is read again as soon as the browser is online, and as soon as the API answers', async () => {
  const api = apiOfAll();
  const { page, context, goOffline, goOnline } = await site.open({ api, path: BOOKING });
  const history = page.getByRole('region', { name: 'History' });
  const entry = (id: string, note: string) => ({
    id,
    at: NOW,
    action: 'changed',
    actor: { kind: 'system', id: null, label: null },
    requestId: 'request-1',
    changes: [],
    note,
  });
  await history.waitFor();
  const shows = async (note: string, comeBack: () => Promise<unknown>): Promise<void> => {
    // It is read once in the outage, and by no interval after it.
    api.change(ids.booking(1), { history: [entry(note, note)] });
    api.on('GET /v1/bookings/{id}/history', away);
    for (let at = 0; at < 3; at += 1) await context.clock.runFor(5_000);
    await history.getByRole('alert').waitFor();
    api.on('GET /v1/bookings/{id}/history', () => ok({ entries: [entry(note, note)], nextCursor: null }));
    await comeBack();
    await history.getByText(note).waitFor({ timeout: 5_000 });
  };
  await shows('Written first', () => page.evaluate(() => dispatchEvent(new Event('online'))));
  await shows('Written second', async () => {
    goOffline();
    for (let at = 0; at < 6; at += 1) await context.clock.runFor(5_000);
    goOnline();
    for (let at = 0; at < 3; at += 1) await context.clock.runFor(5_000);
  });
  await context.close();
});
