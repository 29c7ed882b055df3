import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fakeApi, NOW, ok } from './fake-api.ts';
import type { FakeApi } from './fake-api.ts';
import { openConsole } from './open-console.ts';
import type { Site } from './open-console.ts';
import { booking, DOUBLE, ids, RESOURCES } from './records.ts';
import type { FakeBooking } from './records.ts';
import { settingsOperations } from './settings-operations.ts';
import { POLICIES, TAX_RULES } from './term-records.ts';

let site: Site;
beforeAll(async () => {
  site = await openConsole();
});
afterAll(async () => site.close());

const POLL_MS = 11_000;

function apiWith(stay: FakeBooking): FakeApi {
  const api = fakeApi();
  api.bookings.clear();
  api.bookings.set(stay.id, stay);
  return api;
}

const setVisible = (page: Page, state: 'visible' | 'hidden'): Promise<void> =>
  page.evaluate((to) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => to });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

it('what was done in one tab is shown by the other tabs of the browser', async () => {
  const api = apiWith(booking({}));
  const { page, context, another } = await site.open({ api });
  const second = await another('/');
  for (const tab of [page, second])
    await tab.getByRole('table', { name: 'Arrivals' }).getByText('Ada Lovelace').waitFor();
  await page.getByRole('button', { name: 'Check in Ada Lovelace' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Check in', exact: true }).click();
  await page.getByRole('table', { name: 'In house' }).getByText('Ada Lovelace').waitFor();
  await context.clock.runFor(POLL_MS);
  await second.getByRole('table', { name: 'In house' }).getByText('Ada Lovelace').waitFor();
  await context.close();
});

it('what changed while the page was hidden is shown once it is looked at again', async () => {
  const api = apiWith(booking({}));
  const { page, context } = await site.open({ api });
  const arrivals = page.getByRole('table', { name: 'Arrivals' });
  await arrivals.getByText('Ada Lovelace').waitFor();
  await context.clock.runFor(POLL_MS);
  await setVisible(page, 'hidden');
  await context.clock.runFor(POLL_MS);
  // The next poll of a hidden page is a minute away.
  const updatedAt = new Date(Date.parse(NOW) + 27_000).toISOString();
  const changed = booking({ guest: 'Augusta Ada King', more: { version: 4, updatedAt } });
  api.bookings.set(changed.id, changed);
  await context.clock.runFor(45_000);
  await setVisible(page, 'visible');
  await arrivals.getByText('Augusta Ada King').waitFor();
  await context.close();
});

it('the money of a row follows a change that the list has read before the poll', async () => {
  const due = (amount: string) => booking({ state: 'checked_in', due: amount });
  const api = apiWith(due('14000'));
  const { page, context } = await site.open({ api });
  const staying = page.getByRole('table', { name: 'In house' });
  await staying.getByRole('row', { name: /€140.00 due/ }).waitFor();
  await context.clock.runFor(6_000);
  api.change(ids.booking(1), { ...due('9000'), guestName: 'Augusta Ada King', version: 3 });
  await page.getByRole('link', { name: 'Bookings', exact: true }).click();
  await page.getByRole('table', { name: 'Bookings' }).getByText('Augusta Ada King').waitFor();
  await page.getByRole('link', { name: 'Today', exact: true }).click();
  await staying.getByText('Augusta Ada King').waitFor();
  await context.clock.runFor(POLL_MS);
  await staying.getByRole('row', { name: /€90.00 due/ }).waitFor();
  expect(await staying.getByText('€140.00 due').count()).toBe(0);
  await context.close();
});

it('a clock that is put forward while the page is open hides no change', async () => {
  const began = Date.parse(NOW);
  let passedMs = 0;
  const timeOfApi = () => new Date(began + passedMs).toISOString();
  const api = fakeApi({
    'GET /v1/ping': () => ({ status: 200, body: { ok: true, ts: timeOfApi() } }),
  });
  const stay = booking({});
  api.bookings.clear();
  api.bookings.set(stay.id, stay);
  const { page, context } = await site.open({ api });
  const arrivals = page.getByRole('table', { name: 'Arrivals' });
  await arrivals.getByText('Ada Lovelace').waitFor();
  const pass = async (): Promise<void> => {
    passedMs += POLL_MS;
    await context.clock.runFor(POLL_MS);
  };
  await pass();
  await context.clock.setSystemTime(began + 20 * 60_000);
  // Less than the screen lock waits. The first poll after it still reads from a time that is right.
  await pass();
  await pass();
  const changed = booking({ guest: 'Augusta Ada King', more: { version: 4, updatedAt: timeOfApi() } });
  api.bookings.set(changed.id, changed);
  await pass();
  await arrivals.getByText('Augusta Ada King').waitFor();
  await context.close();
});

it('the time of the last answer is right where the clock of the browser is wrong', async () => {
  const api = apiWith(booking({}));
  // Half past twelve at the property, and the browser is two hours and a half late.
  api.on('GET /v1/ping', () => ok({ ok: true, ts: '2027-06-10T10:30:00.000Z' }));
  const { page, context, goOffline } = await site.open({ api });
  await page.getByRole('table', { name: 'Arrivals' }).getByText('Ada Lovelace').waitFor();
  goOffline();
  await context.clock.runFor(POLL_MS);
  await page
    .getByRole('status', { name: 'Messages' })
    .getByText(/^Last updated 12:3\d, no connection since/)
    .waitFor();
  await context.close();
});

it.each([
  ['resources', '/settings?tab=property', RESOURCES, 'resources'],
  ['room-types', '/settings?tab=property', [DOUBLE], 'roomTypes'],
  ['cancellation-policies', '/terms', POLICIES, 'cancellationPolicies'],
  ['tax-rules', '/terms?tab=taxes', TAX_RULES, 'taxRules'],
] as const)(
  '%s that a colleague has changed are shown within five minutes',
  async (name, path, records, list) => {
    const api = fakeApi(settingsOperations());
    const of = (rows: readonly object[]) => () => ok({ [list]: rows, nextCursor: null });
    api.on(`GET /v1/${name}`, of(records));
    const { page, context } = await site.open({ api, path });
    await page.getByText(records[0].name).first().waitFor();
    api.on(`GET /v1/${name}`, of([{ ...records[0], name: 'Renamed' }, ...records.slice(1)]));
    for (let minute = 0; minute < 5; minute += 1) await context.clock.runFor(61_000);
    await page.getByText('Renamed').first().waitFor({ timeout: 5_000 });
    await context.close();
  },
);
