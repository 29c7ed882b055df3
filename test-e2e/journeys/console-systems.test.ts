import { readFile } from 'node:fs/promises';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { startBrowser } from '../harness/browser.ts';
import { bookNights } from '../harness/calendar-desk.ts';
import {
  conflictsOf,
  connect,
  connected,
  dayAfter,
  eventAfter,
  map,
  readConnection,
} from '../harness/calendars.ts';
import { makeOperator, openDesk } from '../harness/desk.ts';
import type { Desk } from '../harness/desk.ts';
import { eventually } from '../harness/eventually.ts';
import { calendarOf, startFeedServer } from '../harness/feed-server.ts';
import type { FeedServer } from '../harness/feed-server.ts';
import { makeLodging, makeTenant } from '../harness/own-tenant.ts';
import type { OwnTenant } from '../harness/own-tenant.ts';
import type { MetricsSummary } from '../harness/records.ts';
import { startWebhookReceiver, verify } from '../harness/webhook-receiver.ts';
import type { WebhookReceiver } from '../harness/webhook-receiver.ts';
import { deliveriesTo, ENDPOINTS } from '../harness/webhooks.ts';

const demo = inject('demo');
/** As a stranger's server may answer. */
const isSuccess = (status: number | null): boolean => status !== null && status < 300;
const MARKUP = '<img src=x onerror=alert(1)><script>alert(2)</script>';

let browser: Browser;
let elsewhere: FeedServer;
let receiver: WebhookReceiver;
let tenant: OwnTenant;
beforeAll(async () => {
  [browser, elsewhere, receiver, tenant] = await Promise.all([
    startBrowser(),
    startFeedServer(),
    startWebhookReceiver(),
    makeTenant(demo),
  ]);
});
afterAll(async () => Promise.all([browser.close(), elsewhere.stop(), receiver.stop()]));

/** A manager of the tenant at a screen. */
const open = async (of: OwnTenant, path: string): Promise<Desk> =>
  openDesk(browser, demo, await makeOperator(of, { name: 'Sam Roth', role: 'manager' }), path);
const nights = (from: number, to: number) => ({ from: dayAfter(from), to: dayAfter(to) });

it('a broken calendar comes first and is read when that is wanted; a paused one says so; a conflict is resolved', async () => {
  const { secret } = tenant;
  const room = await makeLodging(secret);
  await bookNights(secret, room, nights(2, 4), 'Ada Lovelace');
  elsewhere.serve('/works.ics', calendarOf(eventAfter('sold', 2, 4)));
  elsewhere.serve('/broken.ics', (_, response) => void response.writeHead(500).end());
  const works = await connected(secret, elsewhere.urlOf('/works.ics'), room.id);
  const { id: brokenId } = (await connect(secret, elsewhere.urlOf('/broken.ics'))).body;
  await map(secret, brokenId, room.id);
  await secret.post(`/v1/channel-connections/${brokenId}/sync`);
  const broken = await eventually('the calendar is known to be broken', async () => {
    const found = await readConnection(secret, brokenId);
    return found.status === 'error' && found;
  });
  const conflict = await eventually(
    'the conflict',
    async () => (await conflictsOf(secret, works.id, 'open'))[0],
  );
  const { page, faults } = await open(tenant, 'channels');
  const rows = page.getByRole('table', { name: 'Connections' }).locator('[data-connection]');
  const { host } = new URL(elsewhere.urlOf('/'));
  const row = (id: string) => page.locator(`[data-connection="${id}"]`);
  const press = (id: string, what: string) =>
    row(id)
      .getByRole('button', { name: `${what}: ${host}`, exact: true })
      .click();
  await rows
    .first()
    .getByText(broken.lastError ?? '')
    .waitFor();
  expect(await rows.first().getAttribute('data-connection')).toBe(brokenId);
  await row(brokenId).getByText('Error', { exact: true }).waitFor();
  elsewhere.serve('/broken.ics', calendarOf());
  await press(brokenId, 'Read now');
  await row(brokenId).getByText('Reading', { exact: true }).waitFor();
  expect((await readConnection(secret, brokenId)).lastSuccessAt).not.toBeNull();
  await press(works.id, 'Pause');
  await row(works.id).getByText('Paused', { exact: true }).waitFor();
  expect((await readConnection(secret, works.id)).status).toBe('paused');
  await press(works.id, 'Resume');
  await row(works.id).getByText('Reading', { exact: true }).waitFor();

  await page.getByRole('tab', { name: 'Conflicts', exact: true }).click();
  const found = page.locator(`[data-conflict="${conflict.id}"]`);
  await found.getByText('Ada Lovelace').waitFor();
  await found.getByRole('button', { name: 'Moved the guest', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resolve', exact: true }).click();
  await found.waitFor({ state: 'detached' });
  expect(await conflictsOf(secret, works.id)).toMatchObject([
    { id: conflict.id, status: 'resolved_relocated' },
  ]);
  expect(faults).toEqual([]);
  await page.close();
});

it('figures have a column for each currency, as the API has them, on the screen and in the file', async () => {
  const own = await makeTenant(demo);
  const { secret } = own;
  const [euros, dollars] = await Promise.all([
    makeLodging(secret),
    makeLodging(secret, { currency: 'USD', baseAmountMinorUnits: '13370' }),
  ]);
  await Promise.all([
    bookNights(secret, euros, nights(0, 2), 'Ada Lovelace'),
    bookNights(secret, dollars, nights(0, 3), 'Grace Hopper'),
  ]);
  const { page, faults } = await open(own, 'reports');
  await page.getByLabel('From', { exact: true }).fill(dayAfter(0));
  await page.getByLabel('To', { exact: true }).fill(dayAfter(6));
  const { body } = await secret.get<MetricsSummary>(
    `/v1/metrics/summary?from=${dayAfter(0)}&to=${dayAfter(7)}`,
  );
  const revenue = body.totals.map(({ currency, revenueMinorUnits }) => [currency, revenueMinorUnits]);
  expect(revenue.toSorted(([one = ''], [other = '']) => one.localeCompare(other))).toEqual([
    ['EUR', '20000'],
    ['USD', '40110'],
  ]);
  const figures = page.getByRole('table', { name: 'Figures' });
  const cells = figures.getByRole('row', { name: /^Revenue [€$]/ }).getByRole('cell');
  await expect
    .poll(async () => (await cells.allInnerTexts()).map((text) => text.trim()))
    .toEqual(['€200.00', '$401.10']);
  const titles = await figures.getByRole('columnheader').allInnerTexts();
  expect(titles.slice(1)).toEqual(['EUR', 'USD']);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV', exact: true }).click();
  const lines = (await readFile(await (await download).path(), 'utf8')).split('\r\n');
  expect(lines[0]).toMatch(/Figure,EUR,USD$/);
  expect(lines).toContain('Revenue,200.00,401.10');
  expect(faults).toEqual([]);
  await page.close();
});

it('an endpoint is added, its secret is shown once, each try is seen as text, and a failed one is made again', async () => {
  const { secret } = tenant;
  const { page, faults } = await open(tenant, 'webhooks');
  await page.getByRole('button', { name: 'Add endpoint', exact: true }).click();
  await page.getByLabel('Address', { exact: true }).fill(receiver.urlOf('/hook'));
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const issued = page.getByRole('dialog', { name: 'Signing secret' });
  const signing = await issued.getByText(/^whsec_/).innerText();
  await issued.getByRole('button', { name: 'I have stored it', exact: true }).click();
  await page.locator('[data-endpoint]').getByText(receiver.urlOf('/hook')).waitFor();
  expect(await page.content()).not.toContain(signing);
  await page.getByRole('button', { name: 'Send test event', exact: true }).click();
  const deliveries = page.locator('[data-delivery]');
  await deliveries.getByText('Delivered', { exact: true }).waitFor();
  const [first] = receiver.received('/hook');
  if (first === undefined) throw new Error('the test event did not arrive');
  verify(first, signing);

  receiver.answer('/hook', (response) => void response.writeHead(500).end(MARKUP));
  await page.getByRole('link', { name: receiver.urlOf('/hook') }).click();
  await page.getByRole('button', { name: 'Send test event', exact: true }).click();
  await deliveries.first().getByText(MARKUP).waitFor();
  expect(await page.locator('img, main script').count()).toBe(0);
  receiver.answer('/hook', (response) => void response.writeHead(204).end());
  await deliveries.first().getByRole('button', { name: 'Deliver again', exact: true }).click();
  await deliveries.first().getByText('Delivered', { exact: true }).waitFor();
  expect(await page.content()).not.toContain(signing);
  const { body } = await secret.get<{ webhookEndpoints: { id: string }[] }>(ENDPOINTS);
  expect(JSON.stringify(body)).not.toContain(signing);
  const tries = await deliveriesTo(secret, body.webhookEndpoints[0]?.id ?? '');
  const [again = [], once] = tries.map(({ attempts }) => attempts.map(({ status }) => status));
  expect(once).toEqual([expect.toSatisfy(isSuccess)]);
  // It may have been tried again by itself before.
  expect(again.length).toBeGreaterThan(1);
  expect(again.map(isSuccess)).toEqual(again.map((_, at) => at === again.length - 1));
  await deliveries
    .first()
    .getByRole('cell', { name: String(again.length), exact: true })
    .waitFor();

  const room = await makeLodging(secret);
  const booked = await bookNights(secret, room, nights(2, 4), 'Ada Lovelace');
  const newest = await eventually('the event of the booking', async () => {
    const { body: log } = await secret.get<{ events: { id: string; type: string }[] }>(
      '/v1/events?order=desc&limit=1',
    );
    const [last] = log.events;
    return last?.type === 'reservation.confirmed' && JSON.stringify(last).includes(booked.id) && last;
  });
  await page.getByRole('link', { name: 'Events', exact: true }).click();
  await page.locator('[data-event]').first().waitFor();
  expect(await page.locator('[data-event]').first().getAttribute('data-event')).toBe(newest.id);
  const other = await bookNights(secret, room, nights(6, 7), 'Grace Hopper');
  const { body: one } = await secret.get<{ reference: string }>(`/v1/bookings/${booked.id}`);
  const number = `${one.reference.slice(0, 4)}-${one.reference.slice(4)}`.toLowerCase();
  const about = (id: string) => page.locator(`[data-event] a[href*="${id}"]`).first();
  await page.getByLabel('Booking number or id').fill(other.id);
  await about(booked.id).waitFor({ state: 'hidden' });
  await about(other.id).waitFor();
  await page.getByLabel('Booking number or id').fill(number);
  await about(booked.id).waitFor();
  expect(await about(other.id).count()).toBe(0);
  expect(faults).toEqual([]);
  await page.close();
});

it('a resource is described to guests, also in another language, and what is taken away is gone', async () => {
  const { secret } = tenant;
  const room = await makeLodging(secret);
  const described = async (): Promise<object> => (await secret.get<object>(`/v1/resources/${room.id}`)).body;
  const { name } = (await described()) as { readonly name: string };
  const { page, faults } = await open(tenant, 'settings?tab=property');
  const change = async (fill: (dialog: Locator) => Promise<void>): Promise<void> => {
    await page.getByRole('button', { name: `Change ${name}` }).click();
    const dialog = page.getByRole('dialog', { name });
    await fill(dialog);
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  };
  await change(async (dialog) => {
    await dialog.getByLabel('Features').fill('sea_view wifi');
    await dialog.getByLabel('Photos').fill('https://cdn.example/1.jpg\nnone');
    await dialog.getByRole('button', { name: 'Add a language' }).click();
    await dialog.getByLabel('Language', { exact: true }).fill('de');
    await dialog.getByLabel('Translated name').fill('Seezimmer');
  });
  const dialog = page.getByRole('dialog', { name });
  await dialog.getByText('none: must be an http or https address').waitFor();
  await dialog.getByLabel('Photos').fill('https://cdn.example/1.jpg');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await described()).toMatchObject({
    features: ['sea_view', 'wifi'],
    photoUrls: ['https://cdn.example/1.jpg'],
    translations: { de: { name: 'Seezimmer' } },
  });
  await change(async (again) => again.getByRole('button', { name: 'Remove translation 1' }).click());
  await dialog.waitFor({ state: 'detached' });
  const { translations = {} } = (await described()) as { readonly translations?: object };
  expect(translations).toEqual({});
  expect(faults).toEqual([]);
  await page.close();
});
