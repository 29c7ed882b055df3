import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { de } from '../src/texts/de.ts';
import { en } from '../src/texts/en.ts';
import { es } from '../src/texts/es.ts';
import { fr } from '../src/texts/fr.ts';
import { violationsIn } from './axe.ts';
import { CODE, ROOM } from './fake-api.ts';
import { openSite } from './open-page.ts';
import type { Site } from './open-page.ts';
import { picture } from './picture.ts';
import { walkTo } from './walk.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => site.close());

const violations = (page: Page): Promise<string[]> => violationsIn(page, 'lodging-booking');

const widthOf = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth);

describe('screen readers', () => {
  it('axe-core finds no violation at any step', async () => {
    const { page, api, faults } = await site.open();
    api.pay();
    await walkTo(page, 'confirmed', {
      at: async (stage) => expect(await violations(page), stage).toEqual([]),
    });
    expect(faults).toEqual([]);
  });

  it('axe-core finds no violation in the calendar, in an error of the form, and in a refusal', async () => {
    const { page, api } = await site.open({ query: { resource: ROOM } });
    await page
      .getByRole('gridcell')
      .getByRole('button', { name: /available, from €100.00/ })
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Show prices' }).click();
    await page.getByText('Please choose arrival and departure.').waitFor();
    expect(await violations(page)).toEqual([]);
    api.refuse('/search', { status: 409, code: 'unavailable', reasons: ['reserved'] });
    await page.getByLabel('Arrival', { exact: true }).fill('2027-06-10');
    await page.getByLabel('Departure', { exact: true }).fill('2027-06-12');
    // The calendar follows a date that is typed.
    await page.locator('[data-date="2027-06-10"][tabindex="0"]').waitFor();
    await page.getByRole('button', { name: 'Show prices' }).click();
    await page.getByRole('alert').waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('the focus goes to the heading of each step, and to the field that is wrong', async () => {
    const { page, api } = await site.open();
    api.pay();
    const focused = () =>
      page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.textContent?.trim());
    await walkTo(page, 'code', {
      from: 'search',
      at: async (stage) => {
        if (stage === 'search') return;
        const words = {
          results: en.results,
          price: en.priceTitle,
          email: en.detailsTitle,
          code: en.codeTitle,
        };
        expect(await focused()).toBe(Object.entries(words).find(([name]) => name === stage)?.[1]);
      },
    });
    await page.getByRole('button', { name: en.verify }).click();
    await page.getByText(en.codeInvalid).waitFor();
    const field = page.getByRole('textbox', { name: en.code });
    expect(await field.evaluate((input) => input === (input.getRootNode() as ShadowRoot).activeElement)).toBe(
      true,
    );
    expect(await field.getAttribute('aria-invalid')).toBe('true');
  });
});

it('a whole stay can be booked with the keyboard alone', async () => {
  const { page, api, faults } = await site.open({ query: { resource: ROOM } });
  api.pay();
  const { keyboard } = page;
  const tabTo = async (name: string): Promise<void> => {
    for (let presses = 0; presses < 40; presses += 1) {
      const focused = await page.evaluate(() => {
        const active = document.activeElement?.shadowRoot?.activeElement ?? document.activeElement;
        return active?.getAttribute('aria-label') ?? active?.id ?? active?.textContent;
      });
      const text = await page.evaluate(() =>
        document.activeElement?.shadowRoot?.activeElement?.textContent?.trim(),
      );
      if (focused?.startsWith(name) || text?.startsWith(name)) return;
      await keyboard.press('Tab');
    }
    throw new Error(`no way to ${name}`);
  };
  await page.getByRole('button', { name: /^Mon, May 3, 2027, available/ }).waitFor();
  await tabTo('Mon, May 3, 2027');
  for (const key of ['PageDown', 'ArrowDown', 'ArrowRight', 'Enter', 'ArrowRight', 'ArrowRight', 'Enter']) {
    await keyboard.press(key);
  }
  expect(await page.getByLabel('Arrival', { exact: true }).inputValue()).toBe('2027-06-11');
  expect(await page.getByLabel('Departure', { exact: true }).inputValue()).toBe('2027-06-13');
  await picture(page, 'calendar');
  await tabTo(en.showPrices);
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: en.results }).waitFor();
  await tabTo('Choose Flexible');
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: en.priceTitle }).waitFor();
  await tabTo(en.holdNow);
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: en.detailsTitle }).waitFor();
  await tabTo('name');
  await keyboard.type('Ada Lovelace');
  await tabTo('email');
  await keyboard.type('ada@example.com');
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: en.codeTitle }).waitFor();
  await tabTo('code');
  await keyboard.type(CODE);
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: en.paymentTitle }).waitFor();
  await tabTo('Pay €');
  await keyboard.press('Enter');
  await page.getByRole('link', { name: 'success' }).focus();
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: en.confirmedTitle }).waitFor();
  expect(faults).toEqual([]);
});

describe.for(['ltr', 'rtl'] as const)('a page of 320 px, %s', (dir) => {
  it('is never wider than the screen', async () => {
    const { page, api } = await site.open({ query: { dir }, viewport: { width: 320, height: 640 } });
    api.pay();
    await walkTo(page, 'confirmed', {
      at: async (stage) => {
        await picture(page, `320-${dir}-${stage}`);
        expect(await widthOf(page), stage).toBeLessThanOrEqual(320);
      },
    });
    const calendar = await site.open({
      query: { dir, resource: ROOM, lang: 'de' },
      viewport: { width: 320, height: 640 },
    });
    await calendar.page
      .getByRole('button', { name: /frei, ab 100,00/ })
      .first()
      .waitFor();
    await picture(calendar.page, `320-${dir}-calendar`);
    expect(await widthOf(calendar.page)).toBeLessThanOrEqual(320);
  });
});

it('a right-to-left page is mirrored: prices on the left, the left arrow goes forward, dates and prices in its language', async () => {
  const { page } = await site.open({ query: { dir: 'rtl', lang: 'ar', resource: ROOM } });
  const day = page.locator('[data-date="2027-05-03"]');
  await day.focus();
  await page.keyboard.press('ArrowLeft');
  expect(await page.locator('[data-date="2027-05-04"]').getAttribute('tabindex')).toBe('0');
  const [today, tomorrow] = await Promise.all(
    ['2027-05-04', '2027-05-05'].map((date) => page.locator(`[data-date="${date}"]`).boundingBox()),
  );
  expect(tomorrow?.x).toBeLessThan(today?.x ?? 0);
  await walkTo(page, 'price');
  await picture(page, 'rtl-price');
  const row = page.getByRole('row', { name: /^Total/ });
  const name = await row.getByRole('rowheader').boundingBox();
  const amount = await row.getByRole('cell').boundingBox();
  expect(amount?.x).toBeLessThan(name?.x ?? 0);
  expect(await row.getByRole('cell').textContent()).toBe(
    new Intl.NumberFormat('ar', { style: 'currency', currency: 'EUR' }).format(200),
  );
});

describe.for([
  ['en', en, '€200.00', 'Thu, June 10, 2027', 'Thu, June 3, 2027'],
  ['de', de, '200,00 €', 'Do., 10. Juni 2027', 'Do., 3. Juni 2027'],
  ['fr', fr, '200,00 €', 'jeu. 10 juin 2027', 'jeu. 3 juin 2027'],
  ['es', es, '200,00 €', 'jue, 10 de junio de 2027', 'jue, 3 de junio de 2027'],
] as const)('in %s', ([lang, texts, total, arrival, due]) => {
  it('every step has its words, prices and dates, those of the property', async () => {
    const { page, api, faults } = await site.open({ query: { lang } });
    api.pay();
    await walkTo(page, 'confirmed', {
      texts,
      at: async (stage) => {
        await picture(page, `${lang}-${stage}`);
        if (stage !== 'price') return;
        const text = (await page.locator('lodging-booking [role=region]').innerText()).replaceAll(
          /[\u00a0\u202f]/g,
          ' ',
        );
        for (const words of [
          total,
          arrival,
          texts.dueNow,
          texts.dueOn(due),
          texts.cancellation,
          texts.included,
        ])
          expect(text).toContain(words);
        // 13:00Z is 15:00 in Berlin, whatever the clock of the guest in New York says.
        expect(text).toMatch(/15:00/);
      },
    });
    expect(await page.locator('lodging-booking [role=region]').getAttribute('lang')).toBe(lang);
    expect(faults).toEqual([]);
  });
});
