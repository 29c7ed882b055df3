import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ok } from './fake-api.ts';
import type { FakeApi } from './fake-api.ts';
import { fakeBlock, fakeCalendar } from './fake-calendar.ts';
import { addPrices } from './fake-prices.ts';
import { addRates } from './fake-rates.ts';
import { sellingApi } from './fake-selling.ts';
import { guest } from './guest-records.ts';
import { openConsole } from './open-console.ts';
import type { Site } from './open-console.ts';
import { booking, ids, referenceOf } from './records.ts';
import { settingsOperations } from './settings-operations.ts';
import { TAX_RULES } from './term-records.ts';

let site: Site;
beforeAll(async () => {
  site = await openConsole();
});
afterAll(async () => site.close());

const ADDRESSES = [
  '/',
  '/calendar',
  '/bookings',
  `/bookings/${ids.booking(1)}`,
  '/new-booking?arrival=2027-06-10&departure=2027-06-12&ages=7',
  '/rates',
  '/rates?tab=plans',
  '/guests',
  `/guests/${ids.guest(1)}`,
  '/channels',
  '/reports',
  '/terms',
  '/terms?tab=taxes',
  '/webhooks',
  '/events',
  '/settings',
  '/settings?tab=property',
  '/settings?tab=mails',
];

function apiWithStays(): FakeApi {
  const selling = sellingApi();
  selling.minStay.set(2, 3);
  selling.blocked.add(3);
  const { api } = selling;
  const rates = addRates(api);
  Object.assign(rates.night('FLEX', '2027-06-12'), { own: 15_000n, minStayNights: 2, stopSell: true });
  api.on('GET /v1/guests', () => ok({ guests: [guest({ n: 1 })], nextCursor: null }));
  api.on('GET /v1/guests/{id}', () => ok(guest({ n: 1 })));
  api.on('GET /v1/guests/{id}/stays', (_, { bookings }) =>
    ok({ bookings: [...bookings.values()].map((stay) => ({ ...stay, verified: true })), nextCursor: null }),
  );
  const calendar = fakeCalendar();
  calendar.blocks.set('block', fakeBlock(1, { from: '2027-06-11', kind: 'external' }));
  for (const [operation, answer] of Object.entries({ ...settingsOperations(), ...calendar.operations }))
    api.on(operation, answer);
  addPrices(api);
  api.on('GET /v1/tax-rules', () => ok({ taxRules: TAX_RULES, nextCursor: null }));
  for (const stay of [
    booking({}),
    booking({ n: 2, guest: 'Grace Hopper', state: 'held' }),
    booking({ n: 3, guest: 'Alan Turing', from: '2027-06-07', state: 'checked_in', due: '14000' }),
    booking({ n: 4, guest: null, state: 'cancelled' }),
  ])
    api.bookings.set(stay.id, stay);
  return api;
}

async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
}

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Only this rule depends on the colour scheme. */
const RULES_OF_COLOUR = ['color-contrast'];

async function violations(page: Page, runOnly = RULES): Promise<string[]> {
  // Once a page: it is half a megabyte.
  if (await page.evaluate(() => !('axe' in globalThis))) await page.evaluate(axe.source);
  // What passes is not read, nor the paths to what does not: a run takes half the time without them.
  const options: axe.RunOptions = { runOnly, resultTypes: ['violations'], selectors: false };
  const found = await page.evaluate<{ id: string; nodes: { html: string }[] }[]>(
    `axe.run(document, ${JSON.stringify(options)})` +
      '.then(({ violations }) => violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) })))',
  );
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' ')}`);
}

it('axe-core finds no violation on any screen, light and dark', async () => {
  const { page, context, faults } = await site.open({ api: apiWithStays() });
  for (const address of ADDRESSES) {
    await page.goto(`https://desk.example/console${address}`);
    await settled(page);
    expect(await violations(page), address).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await violations(page, RULES_OF_COLOUR), `${address}, dark`).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
  }
  expect(faults).toEqual([]);
  await context.close();
}, 120_000);

it('axe-core finds no violation in dialogs', async () => {
  const { page, context } = await site.open({ api: apiWithStays() });
  await page.getByRole('button', { name: 'Check out Alan Turing' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Record payment' }).click();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find a booking' }).fill('Ada');
  await page.getByRole('option', { name: /Ada Lovelace/ }).waitFor();
  expect(await violations(page)).toEqual([]);
  for (const [address, button] of [
    ['/rates?tab=plans', 'Prices: Flexible'],
    ['/rates?tab=plans', 'Conditions: Non-refundable'],
    ['/terms', 'Change: Flexible'],
    ['/terms?tab=taxes', 'Change: City tax'],
  ] as const) {
    await page.goto(`https://desk.example/console${address}`);
    await page.getByRole('button', { name: button }).first().click();
    await page.getByRole('dialog', { name: button }).waitFor();
    expect(await violations(page), address).toEqual([]);
  }
  await page.goto('https://desk.example/console/settings?tab=property');
  await page.getByRole('button', { name: 'Change Room 101' }).first().click();
  await page.getByRole('button', { name: 'Add a language' }).click();
  await page.getByLabel('Translated name').fill('Zimmer 101');
  expect(await violations(page), 'a resource').toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Not now' }).click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
  expect(await violations(page), 'the question').toEqual([]);
  await context.close();
});

it('axe-core finds no violation in the rates of each resource, light and dark', async () => {
  const { page, context } = await site.open({ api: apiWithStays(), path: '/rates' });
  await page.getByRole('button', { name: 'Each resource: Double room, Flexible' }).click();
  await page.getByRole('rowheader', { name: 'Room 101' }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(await violations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violations(page, RULES_OF_COLOUR)).toEqual([]);
  await context.close();
});

it('axe-core finds no violation in a chosen price and in changed rates', async () => {
  const path = '/new-booking?arrival=2027-06-10&departure=2027-06-12';
  const { page, context } = await site.open({ api: apiWithStays(), path });
  await page.getByRole('button', { name: 'Choose Flexible, Room 101' }).click();
  await page.getByRole('row', { name: /^Total/ }).waitFor();
  await page.getByRole('radio', { name: 'Payment link' }).check();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Rates' }).click();
  await page.locator('[role=gridcell][data-date="2027-06-12"][data-plan=FLEX]').click();
  await page.keyboard.type('180');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Minimum stay' }).click();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Review changes' }).click();
  expect(await violations(page)).toEqual([]);
  await context.close();
});

/** The screens whose content takes more width than the window has, in either direction of the script. */
async function wideScreens(page: Page): Promise<string[]> {
  const wide: string[] = [];
  for (const address of ADDRESSES) {
    await page.goto(`https://desk.example/console${address}`);
    await settled(page);
    for (const direction of ['ltr', 'rtl']) {
      const [content, window] = await page.evaluate((dir) => {
        document.documentElement.dir = dir;
        const { scrollWidth, clientWidth } = document.documentElement;
        return [scrollWidth, clientWidth] as const;
      }, direction);
      if (content > window) wide.push(`${address}, ${direction}: ${content} of ${window}`);
    }
  }
  return wide;
}

it('at 320 pixels, in German, nothing scrolls sideways, nor where the script goes from right to left', async () => {
  const viewport = { width: 320, height: 640 };
  const { page, context } = await site.open({ api: apiWithStays(), viewport, locale: 'de-DE' });
  expect(await wideScreens(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
  await context.close();
}, 120_000);

it('in a window that is enlarged to twice its size nothing scrolls sideways', async () => {
  const viewport = { width: 640, height: 450 };
  const { page, context } = await site.open({ api: apiWithStays(), viewport, locale: 'de-DE' });
  expect(await wideScreens(page)).toEqual([]);
  await context.close();
}, 120_000);

it('on a phone the bar of the screens shows the one that is open', async () => {
  const viewport = { width: 375, height: 700 };
  const { page, context } = await site.open({ api: apiWithStays(), viewport, path: '/settings' });
  await settled(page);
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' });
  const box = await link.boundingBox();
  expect(box?.x).toBeGreaterThan(0);
  // Boxes end on fractions of a pixel.
  expect(Math.floor((box?.x ?? 0) + (box?.width ?? 0))).toBeLessThanOrEqual(375);
  await context.close();
});

it('find asks nothing for two characters, and opens what is chosen by keyboard', async () => {
  const { page, api, context } = await site.open({ api: apiWithStays() });
  await settled(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Find a booking' }).waitFor();
  await page.keyboard.type('Gr');
  expect(api.sent('GET /v1/bookings').filter(({ query }) => query.has('q'))).toEqual([]);
  await page.keyboard.type('ace');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Grace Hopper' }).waitFor();
  await page.keyboard.press('Control+k');
  const number = referenceOf(2).toLowerCase();
  await page
    .getByRole('combobox', { name: 'Find a booking' })
    .fill(`${number.slice(0, 4)}-${number.slice(4)}`);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Grace Hopper' }).waitFor();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await context.close();
});
