import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NOW, problem } from './fake-api.ts';
import type { FakeApi } from './fake-api.ts';
import { openConsole } from './open-console.ts';
import type { Site } from './open-console.ts';
import { booking, ids } from './records.ts';

let site: Site;
beforeAll(async () => {
  site = await openConsole();
});
afterAll(async () => site.close());

const POLL_MS = 11_000;
const again = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' });

async function signInAgain(page: Page): Promise<void> {
  await again(page).getByLabel('Password').fill('right');
  await again(page).getByRole('button', { name: 'Sign in' }).click();
  await again(page).waitFor({ state: 'hidden' });
}

/** Grace signs in to the sandbox in another window of the same browser, of which this page learns nothing. */
function becomeGrace(api: FakeApi): void {
  const { session } = api;
  if (session === null) throw new Error('the browser is not signed in');
  const operator = { ...session.operator, id: 'operator-2', email: 'grace@seeblick.example' };
  api.session = { ...session, id: 'session-2', mode: 'test', operator };
}

it('a page never writes as the operator who has signed in meanwhile in another tab, and then is his', async () => {
  const { page, api } = await site.open({ path: `/bookings/${ids.booking(1)}` });
  await page.getByRole('textbox', { name: 'Notes' }).fill('Late arrival');
  // A moment before the write arrives: a read of the page would have found it out.
  await page.route(`**/v1/bookings/${ids.booking(1)}`, (route) => {
    if (route.request().method() === 'PATCH') becomeGrace(api);
    return route.fallback();
  });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
  await page.getByRole('banner').getByText('Sandbox').waitFor();
  await page.getByRole('button', { name: 'Account: grace@seeblick.example' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/console/');
  expect(api.bookings.get(ids.booking(1))?.version).toBe(booking({}).version);
});

it('what one tab does with the session holds at once in the others', async () => {
  const { page, api, another } = await site.open({ path: '/bookings' });
  const second = await another('/bookings');
  for (const tab of [page, second]) await tab.locator('[data-booking]').first().waitFor();
  await second.getByRole('searchbox', { name: 'Search bookings' }).fill('Ada');
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await again(second).waitFor();
  await page.getByLabel('E-mail address').fill('mara@seeblick.example');
  await page.getByLabel('Password').fill('right');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
  await again(second).waitFor({ state: 'hidden' });
  expect(await second.getByRole('searchbox', { name: 'Search bookings' }).inputValue()).toBe('Ada');
  expect(api.session).not.toBeNull();
});

it('nothing can be typed after a sign-out into a page that is loaded again a moment later', async () => {
  const { page } = await site.open({ path: '/bookings' });
  await page.locator('[data-booking]').first().waitFor();
  await page.evaluate(() => {
    const note = () => document.querySelector('[type=password]') && sessionStorage.setItem('field', 'shown');
    new MutationObserver(note).observe(document.body, { childList: true, subtree: true });
  });
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await page.waitForURL('**/console/sign-in');
  await page.getByLabel('Password').waitFor();
  expect(await page.evaluate(() => sessionStorage.getItem('field'))).toBeNull();
});

it('the lock of one tab locks the others, and takes the name of the guest from the title', async () => {
  const { page, context, another } = await site.open({ path: `/bookings/${ids.booking(1)}` });
  await page.getByRole('heading', { level: 1, name: 'Ada Lovelace' }).waitFor();
  const second = await another(`/bookings/${ids.booking(1)}`);
  await second.getByRole('heading', { level: 1, name: 'Ada Lovelace' }).waitFor();
  await context.clock.fastForward(31 * 60_000);
  for (const tab of [page, second]) {
    await again(tab).waitFor();
    await tab.getByText('The screen was locked.').waitFor();
    await expect.poll(async () => `${await tab.title()} ${await tab.content()}`).not.toContain('Ada');
  }
});

it('the page is locked after its minutes also where the session has ended before', async () => {
  const { page, context, api } = await site.open({ path: '/bookings' });
  await page.locator('[data-booking]').getByText('Ada Lovelace').waitFor();
  api.session = null;
  await context.clock.runFor(POLL_MS);
  await again(page).waitFor();
  expect(await page.getByText('Ada Lovelace').count()).toBeGreaterThan(0);
  await context.clock.fastForward(31 * 60_000);
  await page.locator('[data-booking]').first().waitFor({ state: 'detached' });
  await again(page).waitFor();
});

it('what changed while the session was ended is shown after the next sign-in', async () => {
  const { page, context, api } = await site.open();
  const arrivals = page.getByRole('table', { name: 'Arrivals' });
  await arrivals.getByText('Ada Lovelace').waitFor();
  api.session = null;
  await context.clock.runFor(POLL_MS);
  await again(page).waitFor();
  const updatedAt = new Date(Date.parse(NOW) + 20_000).toISOString();
  const changed = booking({ guest: 'Augusta Ada King', more: { version: 4, updatedAt } });
  api.bookings.set(changed.id, changed);
  await context.clock.runFor(5 * 60_000);
  await signInAgain(page);
  await arrivals.getByText('Augusta Ada King').waitFor();
});

it('a cookie that the browser has dropped is a session that has ended', async () => {
  const { page, api } = await site.open({ path: `/bookings/${ids.booking(1)}` });
  await page.getByRole('textbox', { name: 'Notes' }).fill('Late arrival');
  api.on('GET /v1/console/session', () => problem({ status: 401, code: 'session_ended' }));
  api.refuse('PATCH /v1/bookings/{id}', { status: 401, code: 'invalid_api_key' });
  await page.getByRole('button', { name: 'Save' }).click();
  await signInAgain(page);
  expect(await page.getByRole('textbox', { name: 'Notes' }).inputValue()).toBe('Late arrival');
});

it('a process of the API that learns late of the end of a session opens no page again', async () => {
  const { page, context, api } = await site.open();
  await page.getByRole('table', { name: 'Arrivals' }).getByText('Ada Lovelace').waitFor();
  const sessions = () => api.sent('GET /v1/console/session').length;
  const before = sessions();
  api.refuse('GET /v1/bookings', { status: 401, code: 'session_ended' });
  await context.clock.runFor(POLL_MS);
  await expect.poll(sessions).toBe(before + 1);
  // Its answer has been read by then.
  await page.evaluate(() => fetch('/v1/ping').then((answer) => answer.text()));
  expect(await again(page).isVisible()).toBe(true);
  await signInAgain(page);
});

it('a tab that is opened in front of a hidden one follows changes as often as any visible one', async () => {
  const { page, context, api, another } = await site.open();
  await page.getByRole('table', { name: 'Arrivals' }).getByText('Ada Lovelace').waitFor();
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  // The hidden tab waits for a minute now.
  await context.clock.runFor(POLL_MS);
  const second = await another('/');
  const arrivals = second.getByRole('table', { name: 'Arrivals' });
  await arrivals.getByText('Ada Lovelace').waitFor();
  const updatedAt = new Date(Date.parse(NOW) + POLL_MS).toISOString();
  const changed = booking({ guest: 'Augusta Ada King', more: { version: 4, updatedAt } });
  api.bookings.set(changed.id, changed);
  await context.clock.runFor(POLL_MS);
  await arrivals.getByText('Augusta Ada King').waitFor();
});

it('a late answer to a request of the session before does not end the one that has begun since', async () => {
  const { page, context, api, before } = await site.open({ path: '/bookings' });
  await page.locator('[data-booking]').first().waitFor();
  api.session = null;
  const arrived = Promise.withResolvers<undefined>();
  const late = Promise.withResolvers<undefined>();
  before(/^GET \/v1\/bookings\?.*Ada/, () => {
    arrived.resolve(undefined);
    return late.promise;
  });
  await page.getByRole('searchbox', { name: 'Search bookings' }).fill('Ada');
  await arrived.promise;
  await context.clock.runFor(POLL_MS);
  await signInAgain(page);
  late.resolve(undefined);
  await page.locator('[data-booking]').first().waitFor();
  // Its answer has been read by then.
  await page.evaluate(() => fetch('/v1/ping').then((answer) => answer.text()));
  expect(await again(page).isVisible()).toBe(false);
});
