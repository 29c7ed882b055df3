import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '@lodging/format';
import { ok } from './fake-api.ts';
import { bar, night, openCalendar } from './open-calendar.ts';
import type { Given } from './open-calendar.ts';
import { openConsole } from './open-console.ts';
import type { Site } from './open-console.ts';
import { booking, ids, PERMISSIONS } from './records.ts';

let site: Site;
beforeAll(async () => {
  site = await openConsole();
});
afterAll(async () => site.close());

const open = (given?: Given) => openCalendar(site, given);

describe('by keyboard', () => {
  it('a bar is reached by arrows, opened by Enter, and has the focus again after Escape', async () => {
    const { grid, page } = await open({ stays: [booking({ from: '2027-06-12' })] });
    await page.getByRole('switch', { name: 'As a list' }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    expect(await focused(page)).toBe(ids.booking(1));
    await page.keyboard.press('Enter');
    const panel = page.getByRole('region', { name: 'Stay of Ada Lovelace' });
    await panel.getByRole('button', { name: 'Check in', exact: true }).waitFor();
    expect(await panel.getByRole('link', { name: 'Open booking' }).getAttribute('href')).toContain(
      ids.booking(1),
    );
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    expect(await focused(page)).toBe(ids.booking(1));
    await page.keyboard.press('ArrowRight');
    expect(await grid.locator(':focus').getAttribute('data-date')).toBe('2027-06-14');
  });

  it('the keys of the page work from a cell, and not while a bar is moved', async () => {
    const { grid, page } = await open();
    await bar(grid, 1).focus();
    await page.keyboard.press('/');
    await page.getByRole('dialog', { name: 'Find a booking' }).waitFor({ timeout: 5_000 });
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await bar(grid, 1).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('m');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('n');
    await page.keyboard.press('/');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Move stay' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await bar(grid, 1).focus();
    await page.keyboard.press('n');
    await page.getByRole('heading', { level: 1, name: 'New booking' }).waitFor();
  });

  it('the window follows the keys, and the focus stays on the date', async () => {
    const { grid, page } = await open({ stays: [] });
    await page.getByRole('switch', { name: 'As a list' }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowLeft');
    await grid.locator('[data-date="2027-06-09"]:focus').waitFor();
    expect(await page.getByLabel('From').inputValue()).toBe('2027-06-03');
    await page.keyboard.press('PageDown');
    await page.keyboard.press('ArrowDown');
    await grid.locator('[data-date="2027-06-16"]:focus').waitFor();
  });

  it('free nights are booked by Shift, arrows and Enter', async () => {
    const { grid, page } = await open({ stays: [] });
    await page.getByRole('switch', { name: 'As a list' }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await grid.locator('[aria-selected=true]').nth(2).waitFor();
    expect(await grid.locator('[aria-selected=true]').count()).toBe(3);
    await page.keyboard.press('Enter');
    await page.waitForURL(/new-booking/);
    expect(new URL(page.url()).search).toBe(
      `?resource=${ids.resource(1)}&arrival=2027-06-10&departure=2027-06-13`,
    );
  });
});

it('Enter books the night that has the focus, whatever was marked before', async () => {
  const { grid, page } = await open({ stays: [] });
  await night(grid, 1, '2027-06-10').click();
  await grid.locator('[aria-selected=true]').waitFor();
  for (let times = 0; times < 3; times += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await grid.locator('[aria-selected=true][data-date="2027-06-14"]').waitFor();
  expect(await grid.locator('[aria-selected=true]').count()).toBe(2);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.waitForURL(/new-booking/);
  expect(new URL(page.url()).search).toContain('arrival=2027-06-15&departure=2027-06-16');
});

it('free nights are booked by dragging over them', async () => {
  const { grid, page } = await open({ stays: [] });
  await night(grid, 1, '2027-06-10').dragTo(night(grid, 1, '2027-06-12'));
  await page.waitForURL(/new-booking/);
  expect(new URL(page.url()).search).toContain('arrival=2027-06-10&departure=2027-06-13');
});

it('check-in is done from the panel, and the bar follows', async () => {
  const { grid, page, api } = await open();
  await bar(grid, 1).click();
  const panel = page.getByRole('region', { name: 'Stay of Ada Lovelace' });
  await panel.getByRole('button', { name: 'Check in', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Check in', exact: true }).click();
  await grid.getByRole('gridcell', { name: /^Ada Lovelace, Checked in/ }).waitFor();
  expect(api.bookings.get(ids.booking(1))?.state).toBe('checked_in');
});

it('an idle calendar sends at most twelve requests a minute', async () => {
  const { page, context, api } = await open({ path: '/calendar?days=60' });
  await page.waitForLoadState('networkidle');
  const before = api.requests.length;
  for (let at = 0; at < 60; at += 5) await context.clock.runFor(5_000);
  const sent = api.requests.slice(before);
  expect(sent.length).toBeLessThanOrEqual(12);
  expect(sent.some(({ path }) => path === '/v1/occupancy')).toBe(true);
});

it('prices stand in the free nights where they are wanted, and screen readers have them with the currency', async () => {
  const { page, grid, api, context } = await open({
    prepare: (_, fake) =>
      fake.on('GET /v1/resources/{id}/calendar', ({ ids: [id], query }) => {
        const from = (query.get('from') ?? '').slice(0, 10);
        const hints = ['12000', '13550', null];
        const days = hints.map((hint, at) => ({ date: addDays(from, at), priceHintMinorUnits: hint }));
        return ok({ resourceId: id, from, to: query.get('to'), currency: 'EUR', days });
      }),
  });
  expect(api.sent('GET /v1/resources/{id}/calendar')).toEqual([]);
  await page.getByRole('switch', { name: 'Prices' }).click();
  await page.clock.runFor(1_000);
  await night(grid, 2, '2027-06-10').getByText('120', { exact: true }).waitFor();
  const cell = (date: string) => night(grid, 2, date);
  expect(await cell('2027-06-11').getAttribute('aria-label')).toBe('Fri 11 Jun 2027, free, €135.50');
  expect(await cell('2027-06-12').innerText()).toBe('–');
  const sent = api.sent('GET /v1/resources/{id}/calendar').map(({ query }) => query.toString());
  expect(sent).toHaveLength(4);
  expect(sent[0]).toBe('from=2027-06-10T13%3A00%3A00Z&to=2027-06-24T09%3A00%3A00Z');
  expect(new URL(page.url()).searchParams.get('prices')).toBe('yes');
  await context.close();
});

it('who may only read marks nothing and moves nothing', async () => {
  const { grid, page, api } = await open({
    prepare(_, fake) {
      if (fake.session !== null) fake.session = { ...fake.session, permissions: PERMISSIONS['viewer'] ?? [] };
    },
  });
  await bar(grid, 1).dragTo(night(grid, 2, '2027-06-10'));
  await bar(grid, 1).click();
  await page.getByRole('link', { name: 'Open booking' }).waitFor();
  expect(await page.getByRole('button', { name: /^(Check|Move|Close these)/ }).count()).toBe(0);
  expect(api.sent('POST /v1/bookings/{id}/change-quotes')).toEqual([]);
});

function focused(page: Page): Promise<string | null> {
  return page.evaluate(() => document.activeElement?.getAttribute('data-booking') ?? null);
}
