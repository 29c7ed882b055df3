import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { de } from '../src/texts/de.ts';
import { en } from '../src/texts/en.ts';
import { violationsIn } from './axe.ts';
import { CODE } from './fake-api.ts';
import { openSite } from './open-page.ts';
import type { Site } from './open-page.ts';
import { picture } from './picture.ts';
import { walkTo } from './walk.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => site.close());

const ALL = { fields: 'name! phone arrivalTime! message' };
const TERMS = { 'terms-url': 'https://hotel.example/terms', 'privacy-url': '/privacy' };

const violations = (page: Page): Promise<string[]> => violationsIn(page, 'lodging-booking');

const box = (page: Page) => page.getByRole('checkbox');
const pay = (page: Page) => page.locator('lodging-booking button.main').click();

describe('the step for the details', () => {
  it('asks for what the page wants, says what is missing, and sends it with the code', async () => {
    const { page, api, faults } = await site.open({ query: ALL });
    await walkTo(page, 'email');
    await picture(page, 'details');
    const [phone, message] = [en.details.phone, en.details.message].map((name) =>
      page.getByRole('textbox', { name: `${name} (${en.optional})` }),
    );
    await page.getByRole('button', { name: en.sendCode }).click();
    expect(await page.getByText(en.required).count()).toBe(2);
    await page.getByText(en.emailInvalid).waitFor();
    expect(await violations(page)).toEqual([]);
    const name = page.getByRole('textbox', { name: en.details.name, exact: true });
    expect(await name.evaluate((input) => input === (input.getRootNode() as ShadowRoot).activeElement)).toBe(
      true,
    );
    expect(api.requests.filter(({ path }) => path.endsWith('/otp'))).toEqual([]);
    await name.fill(' Ada\tLovelace ');
    await page.getByRole('textbox', { name: en.email }).fill('ada@example.com');
    await phone?.fill('+49 30 901820');
    await page.getByLabel(en.details.arrivalTime).fill('21:30');
    await message?.fill('Late train.\nA cot, please.');
    await page.getByRole('button', { name: en.sendCode }).click();
    await walkTo(page, 'payment', { from: 'payment' });
    const bodies = api.requests.filter(({ path }) => path.includes('/otp')).map(({ body }) => body);
    expect(bodies).toEqual([
      { email: 'ada@example.com', language: expect.stringMatching(/^en/) },
      {
        email: 'ada@example.com',
        code: CODE,
        guest: {
          name: 'Ada Lovelace',
          phone: '+49 30 901820',
          arrivalTime: '21:30',
          message: 'Late train.\nA cot, please.',
        },
      },
    ]);
    expect(faults).toEqual([]);
  });

  it('keeps what was written when the guest comes back to it, and forgets it with the stay', async () => {
    const { page, api } = await site.open();
    api.pay();
    await walkTo(page, 'code');
    await page.reload();
    await page.getByRole('button', { name: en.otherEmail }).click();
    expect(await page.getByRole('textbox', { name: en.details.name }).inputValue()).toBe('Ada Lovelace');
    await page.getByRole('button', { name: en.sendCode }).click();
    await walkTo(page, 'confirmed', { from: 'payment' });
    const stored = await page.evaluate(() => JSON.stringify(Object.values(localStorage)));
    expect(stored).not.toContain('Lovelace');
  });

  it('asks for the address alone where the page wants nothing else', async () => {
    const { page } = await site.open({ query: { fields: 'none' } });
    await walkTo(page, 'email');
    expect(await page.getByRole('textbox').count()).toBe(1);
  });
});

describe('the box for terms and privacy', () => {
  it('has links, and nothing is paid without its tick', async () => {
    const { page, api, faults } = await site.open({ query: { ...TERMS, lang: 'de' } });
    api.pay();
    await walkTo(page, 'payment', { texts: de });
    expect(await violations(page)).toEqual([]);
    await picture(page, 'consent');
    await pay(page);
    await page.getByText(de.consentNeeded).waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await box(page).getAttribute('aria-invalid')).toBe('true');
    expect(api.requests.filter(({ path }) => path.endsWith('/checkout-session'))).toEqual([]);
    for (const [name, address] of [
      [de.theTerms, 'https://hotel.example/terms'],
      [de.thePrivacyPolicy, 'https://hotel.example/privacy'],
    ] as const)
      expect(await page.getByRole('link', { name }).getAttribute('href')).toBe(address);
    await box(page).press('Space');
    await walkTo(page, 'confirmed', { from: 'confirmed', texts: de });
    expect(faults).toEqual([]);
  });

  it('is not there without addresses, or with one that is not of the web', async () => {
    for (const query of [{}, { 'terms-url': 'javascript:alert(1)' }]) {
      const { page } = await site.open({ query });
      await walkTo(page, 'payment');
      expect(await box(page).count()).toBe(0);
    }
  });
});
