import { afterAll, beforeAll, expect, it } from 'vitest';
import { fakeApi } from './fake-api.ts';
import { openCalendar } from './open-calendar.ts';
import { openConsole } from './open-console.ts';
import type { Site } from './open-console.ts';
import { booking } from './records.ts';

/** As a stranger may type it: markup, a formula, and a mark that turns the direction of text. */
const NAME = '<img src=x onerror=alert(1)>';
const NOTES = '=1+1 \u202Egnp <script>alert(2)</script>';

let site: Site;
beforeAll(async () => {
  site = await openConsole();
});
afterAll(async () => site.close());

const stay = booking({ n: 1, more: { guestName: NAME, notes: NOTES } });

it.each(['/', '/bookings', `/bookings/${stay.id}`])('%s shows what strangers typed as text', async (path) => {
  const api = fakeApi();
  api.bookings.clear();
  api.bookings.set(stay.id, stay);
  const { page, faults, context } = await site.open({ api, path });
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.getByRole('main').getByText(NAME).first().waitFor();
  expect(await page.locator('img, main script').count()).toBe(0);
  expect([...dialogs, ...faults]).toEqual([]);
  await context.close();
});

it('the calendar shows what strangers typed as text', async () => {
  const { page, grid, faults } = await openCalendar(site, { stays: [stay] });
  await grid.getByText(NAME).first().waitFor();
  expect(await page.locator('img, main script').count()).toBe(0);
  expect(faults).toEqual([]);
});
