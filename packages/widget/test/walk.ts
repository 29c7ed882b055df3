import type { Page } from 'playwright-core';
import { CODE } from './fake-api.ts';
import { en } from '../src/texts/en.ts';
import type { Texts } from '../src/texts/texts.ts';

export const STAGES = ['search', 'results', 'price', 'email', 'code', 'payment', 'confirmed'] as const;
export type Stage = (typeof STAGES)[number];

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();

/** Each step leads from the stage before to its own. */
export function stepsIn(texts: Texts): Record<Stage, (page: Page) => Promise<void>> {
  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
  return {
    search: (page) => heading(page, texts.searchTitle),
    async results(page) {
      await page.getByLabel(texts.arrival, { exact: true }).fill('2027-06-10');
      await page.getByLabel(texts.departure, { exact: true }).fill('2027-06-12');
      await page.locator('lodging-booking button[type=submit]').click();
      await heading(page, texts.results);
    },
    async price(page) {
      await page.locator('.offers button').click();
      await heading(page, texts.priceTitle);
    },
    async email(page) {
      await press(page, texts.holdNow);
      await heading(page, texts.detailsTitle);
    },
    async code(page) {
      await page.getByRole('textbox', { name: texts.details.name }).fill('Ada Lovelace');
      await page.getByRole('textbox', { name: texts.email }).fill('ada@example.com');
      await press(page, texts.sendCode);
      await heading(page, texts.codeTitle);
    },
    async payment(page) {
      await page.getByRole('textbox', { name: texts.code }).fill(CODE);
      await press(page, texts.verify);
      await heading(page, texts.paymentTitle);
    },
    async confirmed(page) {
      await page.locator('lodging-booking button.main').click();
      await page.getByRole('link', { name: 'success' }).click();
      await heading(page, texts.confirmedTitle);
    },
  };
}

/** Walks to a stage; `at` is called at each stage on the way. */
export async function walkTo(
  page: Page,
  to: Stage,
  {
    from = 'search',
    texts = en,
    at,
  }: { from?: Stage; texts?: Texts; at?: (stage: Stage) => Promise<void> } = {},
): Promise<void> {
  const steps = stepsIn(texts);
  // Chromium draws nothing in a tab behind, and a click waits for a drawn button.
  await page.bringToFront();
  for (const stage of STAGES.slice(STAGES.indexOf(from), STAGES.indexOf(to) + 1)) {
    await steps[stage](page);
    await at?.(stage);
  }
}
