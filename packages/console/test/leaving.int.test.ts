import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeApi } from './fake-api.ts';
import { addPrices } from './fake-prices.ts';
import { addRates } from './fake-rates.ts';
import { openConsole } from './open-console.ts';
import type { Site, Visit } from './open-console.ts';
import { settingsOperations } from './settings-operations.ts';

let site: Site;
beforeAll(async () => {
  site = await openConsole();
});
afterAll(async () => site.close());

async function visit(link: string, tab?: string): Promise<Visit> {
  const api = fakeApi(settingsOperations());
  addRates(api);
  addPrices(api);
  const opened = await site.open({ api, path: '/reports' });
  const { page } = opened;
  await page.getByRole('link', { name: link, exact: true }).click();
  await page.getByRole('heading', { level: 1, name: link }).waitFor();
  if (tab !== undefined) await page.getByRole('tab', { name: tab }).click();
  return opened;
}

const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' });

describe('the browser’s Back takes no typed text away without a question', () => {
  it.each([
    ['Terms', 'Cancellation policies', 'Change: Flexible', 'Name'],
    ['Terms', 'Taxes and fees', 'Add tax or fee', 'Name'],
    ['Rates', 'Plans and prices', 'Conditions: Flexible', 'Name'],
    ['Rates', 'Plans and prices', 'Prices: Flexible', 'Base price'],
    ['Settings', 'Property', 'Change Room 101', 'Features'],
  ] as const)('%s, %s, %s', async (screen, tab, button, label) => {
    const { page, context, faults } = await visit(screen, tab);
    await page.getByRole('button', { name: button }).first().click();
    const field = page.getByRole('dialog').getByLabel(label, { exact: true });
    await field.fill('77');
    await page.goBack();
    await question(page).getByRole('button', { name: 'Keep editing' }).click();
    expect(await field.inputValue()).toBe('77');
    await page.goBack();
    await question(page).getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('heading', { level: 1, name: 'Reports' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(faults).toEqual([]);
    await context.close();
  });
});

it('signing out with typed text leads to the sign-in page, whose session has ended anyway', async () => {
  const { page, api, context } = await visit('Settings', 'Mails');
  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    questions.push(dialog.type());
    void dialog.dismiss();
  });
  await page.getByLabel('Subject').fill('Welcome');
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await page.getByLabel('Password').waitFor();
  expect(questions).toEqual([]);
  expect(api.session).toBeNull();
  await context.close();
});

it.each([
  ['/channels', 'Connections'],
  ['/terms', 'Cancellation policies'],
  ['/settings', 'Account and browser'],
])('an address of %s with a tab that is not there shows the first one', async (path, tab) => {
  const { page, context } = await site.open({ api: fakeApi(settingsOperations()), path: `${path}?tab=none` });
  await page.getByRole('tab', { name: tab, selected: true }).waitFor();
  await context.close();
});

it('an editor that nothing was typed into is left at once', async () => {
  const { page, context } = await visit('Terms');
  await page.getByRole('button', { name: 'Change: Flexible' }).click();
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Reports' }).waitFor();
  await context.close();
});

it('the text of a mail is not lost to another kind, another language, another tab or a link unasked', async () => {
  const { page, context, api } = await visit('Settings', 'Mails');
  const region = page.getByRole('region', { name: 'Templates' });
  const subject = region.getByLabel('Subject');
  const kind = region.getByLabel('Mail', { exact: true });
  const language = region.getByLabel('Language of the mail');
  await subject.fill('See you soon');
  const stay = async (): Promise<void> => {
    await question(page).getByRole('button', { name: 'Keep editing' }).click();
    expect(await subject.inputValue()).toBe('See you soon');
  };
  await kind.selectOption('Stay reminder');
  await stay();
  expect(await kind.inputValue()).toBe('booking_confirmed');
  await language.selectOption('Deutsch');
  await stay();
  await page.getByRole('tab', { name: 'Property' }).click();
  await stay();
  await page.getByRole('link', { name: 'Bookings' }).click();
  await stay();
  await language.selectOption('Deutsch');
  await question(page).getByRole('button', { name: 'Discard changes' }).click();
  await expect.poll(() => subject.inputValue()).not.toBe('See you soon');
  expect(await language.inputValue()).toBe('de');
  await subject.fill('Bis bald');
  await region.getByRole('button', { name: 'Save' }).click();
  await region.getByText('Your own').waitFor();
  await kind.selectOption('Stay reminder');
  expect(await question(page).count()).toBe(0);
  expect(api.sent('PUT /v1/mail-templates/{type}/{language}')).toHaveLength(1);
  await context.close();
});
