import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeApi, NOW, ok } from './fake-api.ts';
import type { FakeApi } from './fake-api.ts';
import { openConsole } from './open-console.ts';
import type { Site } from './open-console.ts';
import { booking, ids } from './records.ts';
import type { FakeBooking } from './records.ts';

let site: Site;
beforeAll(async () => {
  site = await openConsole();
});
afterAll(async () => site.close());

function apiWith(...stays: FakeBooking[]): FakeApi {
  const api = fakeApi();
  api.bookings.clear();
  for (const stay of stays) api.bookings.set(stay.id, stay);
  return api;
}

const shown = (page: Page): Promise<string[]> =>
  page
    .locator('[data-booking]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-booking') ?? ''));

const STATES = ['held', 'confirmed', 'checked_in', 'checked_out', 'cancelled', 'no_show', 'expired'] as const;

it('filters stand in the address, and the same rows are there after a reload', async () => {
  const api = apiWith(...STATES.map((state, at) => booking({ n: at + 1, state })));
  const { page, faults, context } = await site.open({ api, path: '/bookings' });
  await page.locator('[data-booking]').nth(6).waitFor();
  const states = page.getByRole('group', { name: 'State' });
  await states.getByRole('checkbox', { name: 'Confirmed' }).check();
  await states.getByRole('checkbox', { name: 'Checked in' }).check();
  await page.locator('[data-booking]').nth(2).waitFor({ state: 'detached' });
  const wanted = [ids.booking(3), ids.booking(2)];
  expect(new URL(page.url()).search).toBe('?state=confirmed,checked_in');
  await expect.poll(() => shown(page)).toEqual(wanted);
  await page.reload();
  await page.locator('[data-booking]').first().waitFor();
  await expect.poll(() => shown(page)).toEqual(wanted);
  expect(await states.getByRole('checkbox', { name: 'Confirmed' }).isChecked()).toBe(true);
  expect(faults).toEqual([]);
  await context.close();
});

it('each filter is shown with its value, and is taken off by itself', async () => {
  const stays = STATES.map((state, at) => booking({ n: at + 1, state }));
  const path = `/bookings?state=confirmed,checked_in&arrivalFrom=2027-06-10&resource=${ids.resource(1)}`;
  const { page, context } = await site.open({ api: apiWith(...stays), path });
  await page.locator('[data-booking]').nth(1).waitFor();
  const chips = page.getByRole('list', { name: 'Active filters' }).getByRole('button');
  expect(await chips.allInnerTexts()).toMatchObject(
    [/State: Confirmed/, /State: Checked in/, /Arrival from: Thu 10 Jun 2027/, /Resource: Room 101/].map(
      (words) => expect.stringMatching(words),
    ),
  );
  await page.getByRole('button', { name: 'Remove the filter State: Confirmed' }).click();
  await page.locator('[data-booking]').nth(1).waitFor({ state: 'detached' });
  expect(await page.locator(':focus').innerText()).toContain('State: Checked in');
  await page.getByRole('button', { name: 'Remove the filter Arrival from: Thu 10 Jun 2027' }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('arrivalFrom')).toBe(null);
  expect(new URL(page.url()).searchParams.get('state')).toBe('checked_in');
  await expect.poll(() => shown(page)).toEqual([ids.booking(3)]);
  // Its field has the same words, and still is the only one that is labelled by them.
  expect(await page.getByLabel('Arrival from').inputValue()).toBe('');
  await page.getByRole('button', { name: 'Clear all filters' }).click();
  await page.locator('[data-booking]').nth(6).waitFor();
  await page.getByRole('searchbox', { name: 'Search bookings' }).and(page.locator(':focus')).waitFor();
  expect(new URL(page.url()).search).toBe('');
  await context.close();
});

it('the view “Cancelled yesterday” has the cancellations of one day of the property, and no others', async () => {
  const cancelledAt = [
    '2027-06-08T21:30:00.000Z',
    '2027-06-08T22:30:00.000Z',
    '2027-06-09T21:30:00.000Z',
    '2027-06-09T22:30:00.000Z',
  ];
  // All of them were changed today, as by a refund.
  const stays = cancelledAt.map((_, n) => booking({ n, state: 'cancelled', more: { updatedAt: NOW } }));
  const api = apiWith(...stays);
  api.on('GET /v1/events', ({ query }) => {
    const isWanted = (at: string) => at >= (query.get('from') ?? '') && at < (query.get('to') ?? '');
    const events = cancelledAt.flatMap((timestamp, n) => {
      const object = { id: ids.booking(n) };
      const event = { id: `event-${n}`, type: 'reservation.cancelled', timestamp, data: { object } };
      return isWanted(timestamp) ? [event] : [];
    });
    return ok({ events, nextCursor: null });
  });
  const { page, context } = await site.open({ api, path: '/bookings' });
  await page.getByRole('link', { name: 'Cancelled yesterday' }).click();
  const wanted = [ids.booking(1), ids.booking(2)];
  await expect.poll(async () => (await shown(page)).toSorted()).toEqual(wanted);
  await page.getByRole('button', { name: /Cancelled on: Wed 9 Jun 2027/ }).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  expect(
    readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\r\n'),
  ).toHaveLength(3);
  await context.close();
});

it('a page without a cancellation of that day is followed by the next one', async () => {
  const more = { updatedAt: NOW };
  const stays = Array.from({ length: 60 }, (_, n) => booking({ n, state: 'cancelled', more }));
  const api = apiWith(...stays);
  const object = { id: ids.booking(0) };
  const event = { id: 'event-0', type: 'reservation.cancelled', timestamp: NOW, data: { object } };
  api.on('GET /v1/events', () => ok({ events: [event], nextCursor: null }));
  const { page, context } = await site.open({ api, path: '/bookings?cancelledOn=2027-06-09' });
  await page.locator('[data-booking]').waitFor();
  await expect.poll(() => shown(page)).toEqual([ids.booking(0)]);
  await context.close();
});

it('an address with what is no date shows the list without it', async () => {
  const api = apiWith(booking({}));
  const path = '/bookings?cancelledOn=abc&arrivalUntil=2027-02-31';
  const { page, context } = await site.open({ api, path });
  await page.locator('[data-booking]').waitFor();
  const sent = api.sent('GET /v1/bookings').at(-1)?.query;
  expect([sent?.get('updatedSince'), sent?.get('arrivalTo')]).toEqual([null, null]);
  await context.close();
});

it('a list without rows says so, with the way out of it', async () => {
  const api = apiWith();
  const { page, context } = await site.open({ api, path: '/bookings?state=held' });
  await page.getByText('No booking fits.').waitFor();
  await page.getByRole('link', { name: 'Show all bookings' }).click();
  await page.getByText('There are no bookings yet.').waitFor();
  await page.getByRole('link', { name: 'Make the first booking' }).click();
  await page.getByRole('heading', { level: 1, name: 'New booking' }).waitFor();
  await context.close();
});

it('are found by the nights of the stay, and by what other systems of the property know them by', async () => {
  const api = apiWith(booking({}));
  const { page, context } = await site.open({ api, path: '/bookings' });
  await page.getByLabel('Stay over from').fill('2027-06-11');
  await page.getByLabel('Stay over until').fill('2027-06-12');
  await page.getByText('Your own data').click();
  await page.getByLabel('Key').fill('pms');
  await page.getByLabel('Value').fill('4711');
  const last = () => api.sent('GET /v1/bookings').at(-1)?.query;
  await expect.poll(() => last()?.get('metadataValue')).toBe('4711');
  expect(Object.fromEntries(last() ?? [])).toMatchObject({
    from: '2027-06-11',
    to: '2027-06-13',
    metadataKey: 'pms',
  });
  await context.close();
});

it('a list whose next page is not known any more begins again by itself', async () => {
  const stays = Array.from({ length: 60 }, (_, n) => booking({ n: n + 1, guest: `Guest ${n + 1}` }));
  const api = apiWith(...stays);
  const { page, context } = await site.open({ api, path: '/bookings' });
  await page.getByText('50 shown, more exist').waitFor();
  api.refuse('GET /v1/bookings', { status: 400, code: 'invalid_cursor' });
  const before = api.sent('GET /v1/bookings').length;
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => api.sent('GET /v1/bookings').length).toBeGreaterThan(before + 1);
  await page.getByText('50 shown, more exist').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await context.close();
});

it('sixty bookings are shown fifty first, none twice, and all of them are in the file', async () => {
  const stays = Array.from({ length: 60 }, (_, n) =>
    booking({ n: n + 1, guest: n === 7 ? '=1+1' : `Guest ${n + 1}` }),
  );
  const { page, context } = await site.open({ api: apiWith(...stays), path: '/bookings' });
  await page.getByText('50 shown, more exist').waitFor();
  await expect.poll(() => shown(page)).toHaveLength(50);
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.getByText('60 shown', { exact: true }).waitFor();
  expect(new Set(await shown(page)).size).toBe(60);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  const [header = '', ...lines] = readFileSync(await download.path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(header.startsWith('\uFEFF')).toBe(true);
  expect(header).toContain('Total,Currency');
  expect(lines).toHaveLength(60);
  expect(lines.filter((line) => line.includes("'=1+1"))).toHaveLength(1);
  expect(lines.every((line) => line.includes('400.00,EUR'))).toBe(true);
  await context.close();
});

it('an older answer that comes late does not take the place of a newer one, nor in a second tab', async () => {
  const api = apiWith(booking({}));
  const { page, context, another, before } = await site.open({ api, path: '/bookings' });
  const second = await another('/bookings');
  for (const tab of [page, second]) await tab.locator('[data-booking]').waitFor();
  const held: { release: () => void } = { release: () => {} };
  const late = new Promise<void>((resolve) => {
    held.release = resolve;
  });
  api.change(ids.booking(1), { guestName: 'Ada, older' });
  // The answer of the first poll is made now, and comes after that of the next one.
  before(/updatedSince/, () => late);
  await context.clock.runFor(11_000);
  api.change(ids.booking(1), { guestName: 'Ada, newer' });
  for (const tab of [page, second]) await tab.reload();
  for (const tab of [page, second]) await tab.getByText('Ada, newer').waitFor();
  held.release();
  await context.clock.runFor(11_000);
  for (const tab of [page, second]) {
    await tab.getByText('Ada, newer').waitFor();
    expect(await tab.getByText('Ada, older').count()).toBe(0);
  }
  await context.close();
});

describe('an amount', () => {
  it('of a currency without decimals is refused at its field, and nothing is sent', async () => {
    const stay = booking({ state: 'checked_in', due: '14000' });
    const money = { ...stay.money, currency: 'JPY' };
    const api = apiWith({ ...stay, currency: 'JPY', money });
    const { page, context } = await site.open({ api, path: `/bookings/${ids.booking(1)}` });
    await page.getByRole('button', { name: 'Record payment' }).click();
    const dialog = page.getByRole('dialog', { name: 'Record payment' });
    await dialog.getByLabel('Amount').fill('100.5');
    await dialog.getByRole('button', { name: 'Record payment' }).click();
    await dialog.getByText('This currency does not have as many decimals.').waitFor();
    expect(api.sent('POST /v1/bookings/{id}/offline-payments')).toEqual([]);
    await context.close();
  });

  it('is typed in German as Germans write it', async () => {
    const api = apiWith(booking({ state: 'checked_in', due: '14000' }));
    const path = `/bookings/${ids.booking(1)}`;
    const { page, context } = await site.open({ api, path, locale: 'de-DE' });
    await page.getByRole('button', { name: 'Zahlung erfassen' }).click();
    const dialog = page.getByRole('dialog', { name: 'Zahlung erfassen' });
    await dialog.getByLabel('Betrag').fill('12,50');
    await dialog.getByRole('button', { name: 'Zahlung erfassen' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(api.sent('POST /v1/bookings/{id}/offline-payments')).toMatchObject([
      { body: { amountMinorUnits: '1250' } },
    ]);
    await context.close();
  });
});
