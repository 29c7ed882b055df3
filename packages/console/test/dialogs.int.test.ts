import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fakeApi, NOW, ok } from './fake-api.ts';
import { openConsole } from './open-console.ts';
import type { Site } from './open-console.ts';

let site: Site;
beforeAll(async () => {
  site = await openConsole();
});
afterAll(async () => site.close());

async function pressEscape(page: Page, times: number): Promise<void> {
  for (let at = 0; at < times; at += 1) {
    await page.keyboard.press('Escape');
    await page.evaluate('new Promise(requestAnimationFrame)');
  }
}

/** As a browser may do it: with the Back of a phone, whatever the page answers to it. */
const closeByBrowser = (page: Page) =>
  page.evaluate(() => {
    document.querySelector('dialog')?.close();
    return new Promise(requestAnimationFrame);
  });

it('the dialog that asks for the password stays, however often Escape is pressed', async () => {
  const { page, api, context } = await site.open({ path: '/bookings' });
  await page.locator('[data-booking]').first().waitFor();
  api.session = null;
  await page.getByRole('searchbox', { name: 'Search bookings' }).fill('Ada');
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByLabel('Password').fill('half of i');
  await pressEscape(page, 3);
  expect(await dialog.getByLabel('Password').inputValue()).toBe('half of i');
  await dialog.getByText('Sign in again').click();
  await pressEscape(page, 3);
  expect(await dialog.isVisible()).toBe(true);
  await closeByBrowser(page);
  await dialog.waitFor();
  await context.close();
});

it('a dialog below the one that asks for the password is not closed by Escape', async () => {
  const { page, api, context } = await site.open();
  await page.getByRole('button', { name: 'Check in Ada Lovelace' }).click();
  const below = page.locator('dialog').filter({ hasText: 'Check in Ada Lovelace' });
  await below.waitFor();
  api.session = null;
  await context.clock.runFor(11_000);
  const above = page.getByRole('dialog', { name: 'Sign in again' });
  await above.waitFor();
  await pressEscape(page, 3);
  await above.getByLabel('Password').fill('right');
  await above.getByRole('button', { name: 'Sign in' }).click();
  await above.waitFor({ state: 'detached' });
  await below.getByRole('button', { name: 'Check in' }).click();
  await page.getByText('Ada Lovelace is checked in.').waitFor();
  await context.close();
});

async function openSecret() {
  const feed = { id: 'feed-1', name: 'Airbnb', lastAccessedAt: null, createdAt: NOW };
  const api = fakeApi({
    'GET /v1/resources/{id}/feed-tokens': () => ok({ feedTokens: [], nextCursor: null }),
    'POST /v1/resources/{id}/feed-tokens': () => ({
      status: 201,
      body: { ...feed, url: 'https://desk.example/feeds/secret.ics' },
    }),
  });
  const { page, context } = await site.open({ api, path: '/channels?tab=ours' });
  await page.getByRole('button', { name: 'Open a feed' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Open a feed' }).click();
  const secret = page.getByRole('dialog').getByText('https://desk.example/feeds/secret.ics');
  await secret.waitFor();
  return { page, context, secret };
}

it('a secret that is shown once stays until it is stored, however often Escape is pressed', async () => {
  const { page, context, secret } = await openSecret();
  await pressEscape(page, 3);
  expect(await secret.isVisible()).toBe(true);
  await closeByBrowser(page);
  await secret.waitFor();
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await secret.waitFor({ state: 'detached' });
  await context.close();
});

it('messages reach screen readers from an open dialog, where the rest of the page is out of their reach', async () => {
  const { page, context, secret } = await openSecret();
  await context.grantPermissions(['clipboard-write']);
  const status = page.getByRole('status');
  await page.getByRole('dialog').getByRole('button', { name: 'Copy' }).click();
  await status.getByText('Copied.').waitFor();
  const isReached = (): Promise<boolean> =>
    status.evaluate((element) => document.querySelector(':modal')?.contains(element) ?? true);
  expect(await isReached()).toBe(true);
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await secret.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Open a feed' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await status.count()).toBe(1);
  expect(await status.evaluate((element) => element.closest('dialog'))).toBeNull();
  await context.close();
});

it('an editor with typed text is left by no number of Escapes, each second one takes the question back', async () => {
  const { page, context } = await site.open({ path: '/terms' });
  await page.getByRole('button', { name: 'Change: Flexible' }).click();
  const name = page.getByRole('dialog').getByLabel('Name', { exact: true });
  await name.fill('Typed');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  for (let round = 0; round < 3; round += 1) {
    await pressEscape(page, 1);
    await question.waitFor({ timeout: 5_000 });
    await pressEscape(page, 1);
    await question.waitFor({ state: 'detached', timeout: 5_000 });
    expect(await name.isVisible()).toBe(true);
    await name.and(page.locator(':focus')).waitFor({ timeout: 5_000 });
  }
  expect(await name.inputValue()).toBe('Typed');
  await pressEscape(page, 1);
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await name.waitFor({ state: 'detached' });
  await context.close();
});
