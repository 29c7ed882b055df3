import { afterAll, beforeAll, expect, it } from 'vitest';
import { fakeApi, NOW, ok } from './fake-api.ts';
import { openConsole } from './open-console.ts';
import type { Site } from './open-console.ts';
import { booking, ids } from './records.ts';
import { settingsOperations } from './settings-operations.ts';

let site: Site;
beforeAll(async () => {
  site = await openConsole();
});
afterAll(async () => site.close());

const endpoint = { id: 'hook-1', url: 'https://pms.example/hook', eventTypes: [], enabled: true };
const event = { id: 'event-1', type: 'ping', sequence: 1, timestamp: NOW, data: { object: {} } };
/** Of an endpoint that is switched off: it has no try for as long as that. */
const waiting = { id: 'delivery-1', type: 'ping', status: 'pending', attempts: [], createdAt: NOW };

it.for([
  '/',
  '/calendar',
  '/bookings',
  `/bookings/${ids.booking(1)}`,
  '/new-booking',
  '/rates',
  '/terms',
  '/guests',
  '/channels?tab=conflicts',
  '/webhooks',
  '/webhooks/hook-1',
  '/events?follow=yes',
  '/reports',
  '/settings',
  '/settings?tab=property',
])('%s sends at most twelve requests a minute while nothing is done', async (path) => {
  const api = fakeApi({
    ...settingsOperations(),
    'GET /v1/events': () => ok({ events: [event], nextCursor: null }),
    'GET /v1/webhook-endpoints': () => ok({ webhookEndpoints: [endpoint], nextCursor: null }),
    'GET /v1/webhook-endpoints/{id}': () => ok(endpoint),
    'GET /v1/webhook-endpoints/{id}/deliveries': () => ok({ deliveries: [waiting], nextCursor: null }),
  });
  api.bookings.set(ids.booking(1), booking({}));
  const { page, context } = await site.open({ api, path });
  await page.getByRole('heading', { level: 1 }).waitFor();
  // Parts that are read when they are in view, too.
  await page.mouse.wheel(0, 20_000);
  // What is read once has been read.
  for (let at = 0; at < 60; at += 5) await context.clock.runFor(5_000);
  // Some are read again every five minutes.
  for (let minute = 0; minute < 6; minute += 1) {
    const before = api.requests.length;
    for (let at = 0; at < 60; at += 5) await context.clock.runFor(5_000);
    const sent = api.requests.slice(before).map(({ method, path: to }) => `${method} ${to}`);
    expect(sent.length, sent.join('\n')).toBeLessThanOrEqual(12);
  }
  await context.close();
});
