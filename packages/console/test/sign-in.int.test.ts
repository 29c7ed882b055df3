import { afterAll, beforeAll, expect, it } from 'vitest';
import { fakeApi, problem } from './fake-api.ts';
import { openConsole } from './open-console.ts';
import type { Site } from './open-console.ts';
import { ids, PERMISSIONS } from './records.ts';

let site: Site;
beforeAll(async () => {
  site = await openConsole();
});
afterAll(async () => site.close());

it('an operator who is not signed in sees the sign-in page first, and then the page that was meant', async () => {
  const api = fakeApi();
  api.session = null;
  const { page, faults } = await site.open({ api, path: '/bookings?state=confirmed' });
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  await page.getByLabel('E-mail address').fill('mara@seeblick.example');
  await page.getByLabel('Password').fill('wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page
    .getByRole('alert')
    .getByText(/e-mail address or the password is wrong/)
    .waitFor();
  expect(await page.getByLabel('Password').inputValue()).toBe('');
  expect(await page.getByLabel('E-mail address').inputValue()).toBe('mara@seeblick.example');
  await page.keyboard.type('right');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Bookings' }).waitFor();
  expect(await page.getByRole('checkbox', { name: 'Confirmed' }).isChecked()).toBe(true);
  expect(new URL(page.url()).search).toBe('?state=confirmed');
  await page.locator('[data-booking]').getByText('Ada Lovelace').waitFor();
  expect(faults).toEqual([]);
});

it('after too many tries the button waits for the time that the API says', async () => {
  const api = fakeApi();
  api.session = null;
  api.refuse('POST /v1/console/session', { status: 429, code: 'rate_limited' }, { 'retry-after': '90' });
  const { page, context } = await site.open({ api });
  await page.getByLabel('E-mail address').fill('mara@seeblick.example');
  await page.getByLabel('Password').fill('right');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page
    .getByRole('alert')
    .getByText(/Try again in 1:/)
    .waitFor();
  expect(await page.getByRole('button', { name: 'Sign in' }).isDisabled()).toBe(true);
  await context.clock.fastForward(95_000);
  await expect.poll(() => page.getByRole('button', { name: 'Sign in' }).isDisabled()).toBe(false);
});

it('the screen lock ends the session and leaves nothing of a guest on the page', async () => {
  const { page, context, api } = await site.open({ path: '/bookings' });
  await page.locator('[data-booking]').first().waitFor();
  await context.clock.fastForward(31 * 60_000);
  await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
  expect(await page.getByText('Ada Lovelace').count()).toBe(0);
  await expect.poll(() => api.session).toBeNull();
  await page.getByLabel('Password').fill('right');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('[data-booking]').getByText('Ada Lovelace').waitFor();
});

it('the screen locks after the minutes that this browser has chosen', async () => {
  const { page, context, api } = await site.open({ path: '/settings' });
  await page.getByLabel('Screen lock').selectOption('5');
  await page.getByRole('link', { name: 'Bookings' }).click();
  await page.locator('[data-booking]').getByText('Ada Lovelace').waitFor();
  await context.clock.fastForward(4 * 60_000);
  expect(await page.getByRole('dialog').count()).toBe(0);
  await context.clock.fastForward(90_000);
  await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
  expect(await page.getByText('Ada Lovelace').count()).toBe(0);
  await expect.poll(() => api.session).toBeNull();
});

it('the sandbox is entered by a switch, and says so on every screen', async () => {
  const api = fakeApi();
  api.session = null;
  const { page } = await site.open({ api });
  await page.getByLabel('E-mail address').fill('mara@seeblick.example');
  await page.getByLabel('Password').fill('right');
  await page.getByRole('switch', { name: 'Sandbox' }).check();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('banner').getByText('Sandbox').waitFor();
  expect(api.sent('POST /v1/console/session')).toMatchObject([{ body: { mode: 'test' } }]);
});

it('a session that ends leaves the page as it is, below the dialog that asks for the password', async () => {
  const { page, api } = await site.open({ path: '/bookings' });
  await page.locator('[data-booking]').first().waitFor();
  api.session = null;
  await page.getByRole('searchbox', { name: 'Search bookings' }).fill('Ada');
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.waitFor();
  await dialog.getByLabel('Password').fill('right');
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await page.getByRole('searchbox', { name: 'Search bookings' }).inputValue()).toBe('Ada');
  await page.locator('[data-booking]').getByText('Ada Lovelace').waitFor();
});

it('after the sign-out no page that was reached shows anything, nor does the one before', async () => {
  const { page } = await site.open({ path: '/bookings' });
  await page.locator('[data-booking]').getByText('Ada Lovelace').click();
  await page.getByRole('heading', { level: 1, name: 'Ada Lovelace' }).waitFor();
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  expect(await page.getByText('Ada Lovelace').count()).toBe(0);
});

it('a role that is changed takes its buttons off the page at the next poll, without a reload', async () => {
  const api = fakeApi();
  if (api.session !== null) api.session = { ...api.session, permissions: PERMISSIONS['front_desk'] ?? [] };
  const { page, context, faults } = await site.open({ api, path: `/bookings/${ids.booking(1)}` });
  await page.getByRole('button', { name: 'Check in' }).waitFor();
  await page.getByRole('button', { name: 'Save' }).waitFor();
  await page.evaluate("document.body.dataset['same'] = 'page'");
  // The record of the session is read rarely: the answers to the poll say it before.
  api.on('GET /v1/console/session', () => problem({ status: 503, code: 'service_unavailable' }));
  if (api.session !== null) api.session = { ...api.session, permissions: ['read'] };
  await context.clock.runFor(11_000);
  await page.getByRole('button', { name: 'Check in' }).waitFor({ state: 'hidden' });
  expect(await page.getByRole('button', { name: /^(Save|Check in|Cancel booking)/ }).count()).toBe(0);
  expect(await page.getByRole('link', { name: 'New booking' }).count()).toBe(0);
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(await page.evaluate("document.body.dataset['same']")).toBe('page');
  await page.getByRole('heading', { level: 1, name: 'Ada Lovelace' }).waitFor();
  expect(faults).toEqual([]);
});
