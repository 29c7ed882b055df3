import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { de } from '../src/texts/de.ts';
import { en } from '../src/texts/en.ts';
import { es } from '../src/texts/es.ts';
import { fr } from '../src/texts/fr.ts';
import { violationsIn } from './axe.ts';
import { openSite } from './open-page.ts';
import type { Site } from './open-page.ts';
import { picture } from './picture.ts';
import { walkTo } from './walk.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => site.close());

/** Texts that are wider than what they stand in. */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const root = document.querySelector('lodging-booking')?.shadowRoot;
    const cells = [...(root?.querySelectorAll<HTMLElement>('td button, td, th, .price, dd, .main') ?? [])];
    const wide = cells.filter(({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth);
    return wide.map(({ textContent }) => textContent.trim());
  });

const background = (page: Page): Promise<string> =>
  page.evaluate(
    () => getComputedStyle(document.querySelector('lodging-booking') ?? document.body).backgroundColor,
  );

const calendarIsRead = (page: Page): Promise<void> => page.locator('[data-date] small').first().waitFor();

const [LIGHT, DARK] = ['rgb(255, 255, 255)', 'rgb(23, 27, 32)'];

describe.for([
  [320, 'light', 'en', en],
  [320, 'dark', 'fr', fr],
  [375, 'light', 'de', de],
  [375, 'dark', 'es', es],
  [1280, 'light', 'en', en],
  [1280, 'dark', 'de', de],
] as const)('%s px, %s, %s', ([width, colorScheme, lang, texts]) => {
  it('no text leaves its place, nothing is wider than the page, axe finds nothing, at each step', async () => {
    const viewport = { width, height: 800 };
    const { page, api, faults } = await site.open({ query: { lang }, viewport, colorScheme });
    api.pay();
    await calendarIsRead(page);
    await walkTo(page, 'confirmed', {
      texts,
      at: async (stage) => {
        await picture(page, `${width}-${colorScheme}-${stage}`);
        expect(await cutOff(page), stage).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), stage).toBeLessThanOrEqual(
          width,
        );
        expect(await violationsIn(page, 'lodging-booking'), stage).toEqual([]);
      },
    });
    expect(await background(page)).toBe(colorScheme === 'dark' ? DARK : LIGHT);
    expect(faults).toEqual([]);
  });
});

it('a page that is light or dark itself says so, and its own colours hold in both', async () => {
  const light = await site.open({ query: { theme: 'light' }, colorScheme: 'dark' });
  expect(await background(light.page)).toBe(LIGHT);
  const dark = await site.open({ query: { theme: 'dark' } });
  expect(await background(dark.page)).toBe(DARK);
  // As a framework sets it: by the property.
  await light.page.evaluate("document.querySelector('lodging-booking').theme = 'dark'");
  await expect.poll(() => background(light.page)).toBe(DARK);
  await dark.page
    .addStyleTag({ content: 'lodging-booking { --lodging-background: #123456 }' })
    .catch(() => null);
  await dark.page.evaluate(() =>
    document
      .querySelector<HTMLElement>('lodging-booking')
      ?.style.setProperty('--lodging-background', '#123456'),
  );
  expect(await background(dark.page)).toBe('rgb(18, 52, 86)');
});

describe('a wide page', () => {
  it('shows two months, and the summary stays in view beside the step', async () => {
    const { page } = await site.open({ viewport: { width: 1280, height: 600 } });
    await calendarIsRead(page);
    expect(await page.getByRole('grid').count()).toBe(2);
    await walkTo(page, 'results');
    const form = page.locator('.side');
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect.poll(async () => (await form.boundingBox())?.y).toBeGreaterThanOrEqual(0);
    await walkTo(page, 'price', { from: 'price' });
    const summary = page.getByRole('region', { name: en.yourStay, exact: true });
    for (const words of [
      'Loft at the harbour',
      'from 15:00',
      'until 11:00',
      '2 adults',
      '2 nights',
      '€200.00',
    ])
      expect(await summary.textContent()).toContain(words);
    const [beside, main] = [await summary.boundingBox(), await page.locator('.content').boundingBox()];
    expect(beside?.x).toBeGreaterThan((main?.x ?? 0) + (main?.width ?? 0));
  });

  it('that becomes narrow has one month, and the keyboard goes on from the same day', async () => {
    const { page } = await site.open({ viewport: { width: 1280, height: 800 } });
    await calendarIsRead(page);
    await page.locator('[data-date="2027-05-03"]').focus();
    await page.keyboard.press('PageDown');
    expect(await page.locator('#month-0').textContent()).toContain('May');
    await page.setViewportSize({ width: 320, height: 800 });
    await expect.poll(() => page.getByRole('grid').count()).toBe(1);
    await page.locator('[data-date="2027-06-03"][tabindex="0"]').waitFor();
  });
});

it('a card says what the place is like, and beside each price for whom, how long and on which terms', async () => {
  const { page } = await site.open();
  await walkTo(page, 'results');
  const card = (await page.locator('.results > li').innerText()).replaceAll('\n', ' ');
  for (const words of [
    'Apartment · up to 4 guests',
    'The balcony has the evening sun.',
    'Lake view',
    '2 nights, 2 adults',
    '€100.00 a night',
    'plus €4.00 at the property',
    'Free cancellation until',
  ])
    expect(card).toContain(words);
  await page.getByLabel(en.children, { exact: true }).selectOption('1');
  // Prices of another party would be wrong.
  expect(await page.locator('.results').count()).toBe(0);
});

it('total, what is due when, and terms stand once more beside the button that pays', async () => {
  const { page } = await site.open();
  await walkTo(page, 'payment');
  const essentials = (await page.getByRole('region', { name: en.beforePaying }).innerText()).replaceAll(
    /\s+/g,
    ' ',
  );
  for (const words of [
    '2 adults',
    'Total €200.00',
    'Due now €60.00',
    '€140.00',
    '€4.00',
    'No-show: €200.00 fee',
  ])
    expect(essentials).toContain(words);
});

describe('the region', () => {
  it('is that of the browser for dates, and that of the property for clock and week', async () => {
    const { page } = await site.open({ locale: 'en-GB' });
    await calendarIsRead(page);
    expect(await page.locator('[data-date="2027-05-03"]').textContent()).toContain('Mon, 3 May 2027');
    const american = await site.open({ locale: 'en-US' });
    await calendarIsRead(american.page);
    expect(await american.page.getByRole('columnheader').first().textContent()).toContain('Mon');
  });
});

describe('a link', () => {
  const dates = { arrival: '2027-06-10', departure: '2027-06-12' };

  it('with dates and guests shows results at once', async () => {
    const { page, api } = await site.open({ query: { ...dates, adults: '3', children: '1', ages: '5' } });
    await page.getByRole('heading', { name: en.results }).waitFor();
    const [search] = api.requests.filter(({ path }) => path.endsWith('/search'));
    expect(search?.body).toMatchObject({ dates, adults: 3, children: 1, childAges: [5] });
    expect(await page.getByText('2 nights, 3 adults, 1 child').count()).toBe(1);
  });

  it('does not take a stay away that is held', async () => {
    const { page } = await site.open({ query: dates });
    await page.getByRole('heading', { name: en.results }).waitFor();
    await walkTo(page, 'email', { from: 'price' });
    await page.reload();
    await page.getByRole('timer').waitFor();
  });

  it('with dates that have passed is a form', async () => {
    const { page, api } = await site.open({ query: { arrival: '2027-01-10', departure: '2027-01-12' } });
    await calendarIsRead(page);
    expect(await page.getByLabel(en.arrival, { exact: true }).inputValue()).toBe('');
    expect(api.requests.filter(({ path }) => path.endsWith('/search'))).toEqual([]);
  });
});

it('a sale has events, each of them once, with its amount', async () => {
  const { page, api } = await site.open();
  api.pay();
  const events: { type: string }[] = [];
  await page.exposeFunction('recordSale', (event: { type: string }) => void events.push(event));
  await page.context().addInitScript(() => {
    for (const name of ['search', 'view', 'begin_checkout', 'purchase'])
      document.addEventListener(`lodging-${name}`, (event) =>
        (Object(globalThis) as { recordSale: (event: object) => void }).recordSale({
          type: event.type,
          ...Object(event).detail,
        }),
      );
  });
  await page.reload();
  await walkTo(page, 'confirmed');
  const amount = { totalMinorUnits: '20000', value: 200, currency: 'EUR', nights: 2, adults: 2, children: 0 };
  const stay = { ...amount, resourceName: 'Loft at the harbour', planName: 'Flexible' };
  const sale = [
    expect.objectContaining({ type: 'lodging-search', arrival: '2027-06-10', nights: 2, results: 1 }),
    expect.objectContaining({ type: 'lodging-view', ...stay }),
    expect.objectContaining({ type: 'lodging-begin_checkout', ...stay }),
    expect.objectContaining({ type: 'lodging-purchase', ...stay, reference: 'A7P7K3Q9' }),
  ];
  expect(events).toEqual(sale);
  await page.reload();
  await page.getByRole('heading', { name: en.confirmedTitle }).waitFor();
  expect(events).toEqual(sale);
});
