import { afterAll, beforeAll, expect, it } from 'vitest';
import { fakeApi, NOW, ok, problem } from './fake-api.ts';
import type { Handler } from './fake-api.ts';
import { fakeCalendar } from './fake-calendar.ts';
import { openConsole } from './open-console.ts';
import type { Site } from './open-console.ts';
import { ids } from './records.ts';

let site: Site;
beforeAll(async () => {
  site = await openConsole();
});
afterAll(async () => site.close());

const connection = (id: string, status: string, host: string): object => ({
  id,
  channel: 'ical',
  feedUrl: `https://${host}/ical/…`,
  status,
  createdAt: NOW,
  lastSyncAt: NOW,
  lastSuccessAt: NOW,
  lastError: status === 'error' ? 'The address answered 500' : null,
  eventCount: 3,
  nextSyncAt: NOW,
  failingSince: status === 'error' ? NOW : null,
  quarantine: null,
  listings: 1,
  blocks: 3,
});

const nights = { from: '2027-06-10', to: '2027-06-12', units: 1 };
const soldTwice = [
  { kind: 'stay', id: ids.booking(1), ...nights },
  { kind: 'block', id: 'block-1', ...nights },
];

it('channels: what is broken comes first, is read when asked, and a conflict is resolved', async () => {
  let conflicts = [
    {
      id: 'conflict-1',
      connectionId: 'feed-2',
      listingId: 'listing-1',
      reservationId: ids.booking(1),
      resourceId: ids.resource(1),
      inboundEvent: 'uid',
      startsAt: '2027-06-10T13:00:00.000Z',
      endsAt: '2027-06-12T09:00:00.000Z',
      createdAt: NOW,
      status: 'open',
    },
  ];
  const operations: Record<string, Handler> = {
    'GET /v1/channel-connections': () =>
      ok({
        connections: [
          connection('feed-1', 'active', 'works.example'),
          connection('feed-2', 'error', 'broken.example'),
        ],
        nextCursor: null,
      }),
    'POST /v1/channel-connections/{id}/sync': () => ({ status: 202, body: {} }),
    'GET /v1/channel/conflicts': ({ query }) =>
      ok({ conflicts: conflicts.filter(({ status }) => status === query.get('status')), nextCursor: null }),
    'GET /v1/occupancy': () => ok({ resources: [{ resourceId: ids.resource(1), entries: soldTwice }] }),
    'PATCH /v1/channel/conflicts/{id}': ({ body }) => {
      const [first] = conflicts;
      conflicts = conflicts.map((one) => ({ ...one, status: String(body['status']) }));
      return ok({ ...first, ...body });
    },
  };
  const { page, api, faults } = await site.open({ api: fakeApi(operations), path: '/channels' });
  const rows = page.getByRole('table', { name: 'Connections' }).locator('[data-connection]');
  await rows.first().getByText('The address answered 500').waitFor();
  expect(await rows.count()).toBe(2);
  await page.getByRole('button', { name: 'Read now: broken.example' }).click();
  await page.getByRole('status', { name: 'Messages' }).getByText('The calendar is being read.').waitFor();
  expect(api.sent('POST /v1/channel-connections/{id}/sync')).toHaveLength(1);
  await page.getByRole('tab', { name: 'Conflicts', exact: true }).click();
  const row = page.locator('[data-conflict]');
  await row.getByText('Ada Lovelace').waitFor();
  await row.getByText('1 unit too many').waitFor();
  await page.getByRole('button', { name: 'Moved the guest' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resolve' }).click();
  await page.getByText('No conflicts. Last checked 10:00.').waitFor();
  await page.getByRole('tab', { name: 'Resolved' }).click();
  await row.getByText('Moved the guest').waitFor();
  expect(api.sent('PATCH /v1/channel/conflicts/{id}')).toMatchObject([
    { body: { status: 'resolved_relocated' } },
  ]);
  expect(faults).toEqual([]);
});

it('a feed that lost most of its events is said to be held back, with what each of its readings came to', async () => {
  const quarantine = { since: NOW, eventsBefore: 40, eventsNow: 9 };
  const held = { ...connection('feed-2', 'error', 'broken.example'), quarantine, blocks: 40 };
  const read = { at: NOW, events: 9, added: 0, moved: 0, removed: 0, durationMs: 412, error: 'It shrank.' };
  const before = { ...read, at: '2027-06-10T07:45:00.000Z', events: 40, added: 2, error: null };
  const operations: Record<string, Handler> = {
    'GET /v1/channel-connections': () => ok({ connections: [held], nextCursor: null }),
    'GET /v1/channel-connections/{id}/reads': () =>
      ok({
        reads: [
          { ...read, outcome: 'quarantined' },
          { ...before, outcome: 'accepted' },
        ],
        nextCursor: null,
      }),
  };
  const { page, faults } = await site.open({ api: fakeApi(operations), path: '/channels' });
  await page.getByRole('row', { name: /broken.example.*failing since/ }).waitFor();
  await page.getByRole('link', { name: 'broken.example' }).click();
  await page.getByText(/lost 31 of 40 events at once/).waitFor();
  const reads = page.getByRole('table', { name: 'Readings' });
  await reads.getByRole('row', { name: /Held back.*It shrank.*412 ms/ }).waitFor();
  await reads.getByRole('row', { name: /Accepted.*2 new/ }).waitFor();
  await page.getByRole('button', { name: 'Disconnect: broken.example' }).click();
  await page
    .getByRole('dialog')
    .getByText(/40 blocks go with it/)
    .waitFor();
  expect(faults).toEqual([]);
});

it('channels: a resource is mapped to a connection and taken off it, after what goes with it was said', async () => {
  const listing = (n: number) => ({
    id: `listing-${n}`,
    connectionId: 'feed-1',
    resourceId: ids.resource(n),
    externalListingId: null,
    createdAt: NOW,
  });
  let listings = [listing(1)];
  const operations: Record<string, Handler> = {
    'GET /v1/channel-connections': () =>
      ok({ connections: [connection('feed-1', 'active', 'works.example')], nextCursor: null }),
    'GET /v1/channel-connections/{id}/reads': () => ok({ reads: [], nextCursor: null }),
    'GET /v1/channel-connections/{id}/listings': () => ok({ listings, nextCursor: null }),
    'POST /v1/channel-connections/{id}/listings': () => {
      listings = [...listings, listing(2)];
      return { status: 201, body: listing(2) };
    },
    'DELETE /v1/channel-connections/{id}/listings/{listingId}': ({ ids: [, id] }) => {
      listings = listings.filter((one) => one.id !== id);
      return { status: 204 };
    },
    'GET /v1/blocks': () =>
      ok({ blocks: ['a', 'b'].map((id) => ({ id, listingId: 'listing-1' })), nextCursor: null }),
  };
  const { page, api, faults } = await site.open({ api: fakeApi(operations), path: '/channels/feed-1' });
  const table = page.getByRole('table', { name: 'Resources' });
  await table.getByText('Room 101', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Map a resource' }).click();
  const dialog = page.getByRole('dialog', { name: 'Map a resource' });
  await dialog.getByLabel('Resource').selectOption({ label: 'Room 102' });
  await dialog.getByRole('button', { name: 'Map a resource' }).click();
  await table.getByText('Room 102', { exact: true }).waitFor();
  expect(api.sent('POST /v1/channel-connections/{id}/listings')).toMatchObject([
    { body: { resourceId: ids.resource(2) } },
  ]);
  await table.getByRole('button', { name: 'Remove mapping: Room 101' }).click();
  const question = page.getByRole('dialog', { name: 'Remove mapping: Room 101' });
  await question.getByText('2 blocks go with it; the nights are on sale again.').waitFor();
  await question.getByRole('button', { name: 'Remove mapping: Room 101' }).click();
  await table.getByText('Room 101', { exact: true }).waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
});

it('channels: a feed leaves out what came from the channel that reads it, and says when it is not read', async () => {
  const feed = { id: 'feed', resourceId: ids.resource(1), name: 'Works', createdAt: NOW };
  const operations: Record<string, Handler> = {
    'GET /v1/channel-connections': () =>
      ok({ connections: [connection('feed-1', 'active', 'works.example')], nextCursor: null }),
    'GET /v1/channel-connections/{id}/listings': () =>
      ok({ listings: [{ id: 'listing-1', resourceId: ids.resource(1) }], nextCursor: null }),
    'GET /v1/resources/{id}/feed-tokens': () =>
      ok({ feedTokens: [{ ...feed, lastAccessedAt: '2027-06-08T07:00:00.000Z' }], nextCursor: null }),
    'POST /v1/resources/{id}/feed-tokens': () => ({
      status: 201,
      body: { ...feed, url: 'https://desk.example/feeds/abc.ics' },
    }),
  };
  const { page, api, faults } = await site.open({ api: fakeApi(operations), path: '/channels?tab=ours' });
  await page.getByRole('row', { name: /Works.*2 days ago, more than a day/ }).waitFor();
  await page.getByRole('button', { name: 'Open a feed' }).click();
  const dialog = page.getByRole('dialog', { name: 'Open a feed' });
  await dialog.getByLabel('Name').fill('Airbnb');
  await expect
    .poll(() => dialog.getByLabel('Leave out events of').evaluate((field: HTMLSelectElement) => field.value))
    .toBe('feed-1');
  await dialog.getByRole('button', { name: 'Open a feed' }).click();
  await page.getByRole('dialog').getByText('https://desk.example/feeds/abc.ics').waitFor();
  expect(api.sent('POST /v1/resources/{id}/feed-tokens')).toMatchObject([
    { body: { name: 'Airbnb', excludeConnectionId: 'feed-1' } },
  ]);
  expect(faults).toEqual([]);
});

it('channels: the resource whose calendars are shown is in the address, and is there after a reload', async () => {
  const feed = (resource: string) => ({
    id: 'feed',
    resourceId: resource,
    name: `Works ${resource.slice(-1)}`,
    createdAt: NOW,
    lastAccessedAt: NOW,
  });
  const api = fakeApi({
    'GET /v1/resources/{id}/feed-tokens': ({ ids: [id = ''] }) =>
      ok({ feedTokens: [feed(id)], nextCursor: null }),
  });
  const { page, context } = await site.open({ api, path: '/channels?tab=ours' });
  await page.getByText('Works 1').waitFor();
  await page.getByLabel('Resource').selectOption('Room 102');
  await page.getByText('Works 2').waitFor();
  expect(new URL(page.url()).search).toBe(`?tab=ours&resource=${ids.resource(2)}`);
  await page.reload();
  await page.getByText('Works 2').waitFor();
  expect(await page.getByLabel('Resource').inputValue()).toBe(ids.resource(2));
  await context.close();
});

it('channels: a conflict is resolved by moving its stay to what is free near it', async () => {
  const conflict = {
    id: 'conflict-1',
    connectionId: 'feed-2',
    reservationId: ids.booking(1),
    resourceId: ids.resource(1),
    startsAt: '2027-06-10T13:00:00.000Z',
    endsAt: '2027-06-12T09:00:00.000Z',
    status: 'open',
  };
  const near = {
    kind: 'resource',
    resourceId: ids.resource(2),
    ratePlanId: null,
    from: conflict.startsAt,
    to: conflict.endsAt,
    nights: 2,
    shiftDays: 0,
    totalMinorUnits: '40000',
    currency: 'EUR',
  };
  const operations: Record<string, Handler> = {
    ...fakeCalendar().operations,
    'GET /v1/channel/conflicts': () => ok({ conflicts: [conflict], nextCursor: null }),
    'POST /v1/quotes': () =>
      problem({ status: 409, code: 'unavailable', reasons: ['external_block'], alternatives: [near] }),
    'PATCH /v1/channel/conflicts/{id}': ({ body }) => ok({ ...conflict, ...body }),
  };
  const { page, api } = await site.open({ api: fakeApi(operations), path: '/channels?tab=conflicts' });
  await page.getByRole('button', { name: 'Move the stay' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move stay' });
  await dialog.getByRole('button', { name: /^Room 102, / }).click();
  await dialog.getByRole('button', { name: 'Move stay' }).click();
  await dialog.waitFor({ state: 'detached' });
  const [sent] = api.sent('PATCH /v1/channel/conflicts/{id}');
  expect(sent?.body).toMatchObject({ status: 'resolved_relocated' });
  expect(JSON.parse(String(sent?.body['changeToken']))).toMatchObject({ resourceId: ids.resource(2) });
  expect(api.sent('POST /v1/bookings/{id}/changes')).toEqual([]);
});

it('webhooks: the secret of an endpoint is shown once, and what a receiver answered is text', async () => {
  const endpoint = {
    id: 'endpoint-1',
    url: 'https://hooks.example/in',
    eventTypes: ['reservation.created'],
    enabled: true,
    failureCount: 0,
    lastFailureAt: null,
    lastSuccessAt: null,
    failingSince: null,
    lastError: null,
    waiting: 0,
    dead: 0,
    createdAt: NOW,
  };
  const made: object[] = [];
  const attempt = { at: NOW, status: 500, durationMs: 12, error: null, answer: '<script>alert(1)</script>' };
  const delivery = { id: 'delivery-1', eventId: 'event-1', eventType: 'webhook.ping', status: 'dead' };
  const operations: Record<string, Handler> = {
    'GET /v1/webhook-endpoints': () => ok({ webhookEndpoints: made }),
    'POST /v1/webhook-endpoints': () => {
      made.push(endpoint);
      return { status: 201, body: { ...endpoint, secret: 'whsec_once' } };
    },
    'GET /v1/webhook-endpoints/{id}': () => ok(endpoint),
    'POST /v1/webhook-endpoints/{id}/ping': () => ({ status: 202, body: { deliveryId: delivery.id } }),
    'GET /v1/webhook-endpoints/{id}/deliveries': () =>
      ok({
        deliveries: [{ ...delivery, attempts: [attempt], nextAttemptAt: null, createdAt: NOW }],
        nextCursor: null,
      }),
    'POST /v1/webhook-endpoints/{id}/deliveries/{deliveryId}/redeliver': () => ({ status: 202, body: {} }),
  };
  const { page, api, faults } = await site.open({ api: fakeApi(operations), path: '/webhooks' });
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  await page.getByLabel('Address').fill(endpoint.url);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Signing secret' });
  await dialog.getByText('whsec_once').waitFor();
  await dialog.getByRole('button', { name: 'I have stored it' }).click();
  expect(await page.getByText('whsec_once').count()).toBe(0);
  await page.locator('[data-endpoint]').getByRole('button', { name: 'Send test event' }).click();
  await page.locator('[data-delivery]').waitFor();
  await page.locator('[data-endpoint]').getByRole('link').click();
  await page.locator('[data-delivery]').getByText('<script>alert(1)</script>').waitFor();
  await page.getByRole('button', { name: 'Deliver again' }).click();
  await page.getByRole('status', { name: 'Messages' }).getByText('It is delivered again.').waitFor();
  expect(api.sent('POST /v1/webhook-endpoints/{id}/deliveries/{deliveryId}/redeliver')).toHaveLength(1);
  expect(faults).toEqual([]);
});

it('webhooks: an endpoint that was switched off says why, is enabled again, and changed', async () => {
  let endpoint: Record<string, unknown> = {
    id: 'endpoint-1',
    url: 'https://hooks.example/in',
    eventTypes: ['reservation.created'],
    enabled: false,
    failureCount: 9,
    failingSince: '2027-06-05T08:00:00.000Z',
    lastError: 'Status 500',
    lastSuccessAt: null,
    waiting: 3,
    dead: 12,
    createdAt: NOW,
  };
  const attempts = [1, 2].map((n) => ({ at: `2027-06-10T07:0${n}:00Z`, status: 500 + n, durationMs: n }));
  const delivery = { eventType: 'reservation.created', attempts, nextAttemptAt: null, createdAt: NOW };
  const deliveries = ['dead', 'succeeded'].map((status) => ({ ...delivery, id: `it-${status}`, status }));
  const operations: Record<string, Handler> = {
    'GET /v1/webhook-endpoints/{id}': () => ok(endpoint),
    'PATCH /v1/webhook-endpoints/{id}': ({ body }) => {
      endpoint = { ...endpoint, ...body };
      return ok(endpoint);
    },
    'GET /v1/webhook-endpoints/{id}/deliveries': ({ query }) => {
      const wanted = query.get('status');
      return ok({
        deliveries: deliveries.filter(({ status }) => wanted === null || wanted === status),
        nextCursor: null,
      });
    },
  };
  const path = '/webhooks/endpoint-1';
  const { page, api, faults } = await site.open({ api: fakeApi(operations), path });
  await page.getByText('Status 500').waitFor();
  await page.getByRole('button', { name: 'Enable again' }).click();
  await page.getByRole('button', { name: 'Switch off' }).waitFor();
  await page.getByRole('button', { name: 'Change' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change' });
  await dialog.getByLabel('Address').fill('https://hooks.example/new');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('https://hooks.example/new').waitFor();
  expect(api.sent('PATCH /v1/webhook-endpoints/{id}').map(({ body }) => body)).toEqual([
    { enabled: true },
    { url: 'https://hooks.example/new', eventTypes: ['reservation.created'] },
  ]);
  await page.locator('[data-delivery=it-succeeded]').waitFor();
  await page.getByLabel('Status').selectOption('Given up');
  await page.locator('[data-delivery=it-succeeded]').waitFor({ state: 'detached' });
  const tries = page.locator('[data-delivery=it-dead]').getByRole('listitem');
  expect(await tries.allInnerTexts()).toEqual([
    expect.stringMatching(/09:01 · 501 · 1 ms/),
    expect.stringMatching(/09:02 · 502 · 2 ms/),
  ]);
  expect(new URL(page.url()).search).toBe('?status=dead');
  expect(faults).toEqual([]);
});
