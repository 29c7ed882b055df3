import type { Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { moveTo } from './fake-changes.ts';
import { axeFaults, button, PAY, text, TOKEN, useManagePage, visit } from './open-manage-page.ts';
import { picture } from './picture.ts';
import { enterDates, visitToChange } from './visit-to-change.ts';

useManagePage();

const sent = (requests: Request[], path: string) =>
  requests.filter((request) => request.url().endsWith(path) && request.method() === 'POST');

describe('a guest who may change dates', () => {
  it('sees the new stay with the difference, and changes it once, by keyboard alone', async () => {
    const { page, requests, faults, quoted } = await visitToChange();
    await button(page, 'Change dates').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Change your dates' }).waitFor();
    await page.getByLabel('Departure').focus();
    await page.getByLabel('Departure').fill('2027-06-13');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Your new stay' }).waitFor();
    const shown = await text(page);
    for (const part of [
      'Sun, June 13, 2027 (3 nights)',
      '€251.00',
      '€371.00 (€120.00 more)',
      '€0.00',
      '12:15',
    ])
      expect(shown).toContain(part);
    expect(quoted).toEqual([{ to: '2027-06-13T08:00:00.000Z' }]);
    expect(await page.evaluate('document.activeElement.shadowRoot.activeElement.id')).toBe('offer');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Your dates are changed.').waitFor();
    expect(await text(page)).toContain('Sun, June 13, 2027');
    const [change, ...others] = sent(requests, '/v1/manage/changes');
    expect(others).toEqual([]);
    expect(change?.postDataJSON()).toEqual({ changeToken: 'a.change.token' });
    expect(change?.headers()).toMatchObject({ 'guest-token': TOKEN });
    expect(change?.headers()['idempotency-key']).toMatch(/^[\da-f-]{36}$/);
    expect(faults).toEqual([]);
  });

  it('pays for the change on the page of the provider, and finds the new dates when it is paid', async () => {
    const { page, managed, requests } = await visitToChange({}, '12000');
    await enterDates(page, '2027-06-10', '2027-06-13');
    await button(page, 'Change and pay €120.00').click();
    await page.waitForURL(`${PAY}/cs_1`);
    expect(sent(requests, '/v1/manage/checkout-session')).toHaveLength(1);
    await page.goBack();
    await page.getByText('Your new dates wait for the payment').waitFor();
    expect(await text(page)).toContain('Please pay by 12:15');
    await button(page, 'Pay €120.00').waitFor();
    expect(await button(page, 'Pay €176.00').count()).toBe(0);
    moveTo(managed, { to: '2027-06-13T08:00:00.000Z' });
    await page.clock.runFor(5_000);
    await page.getByText('Your dates are changed.').waitFor();
    expect(await page.getByText('wait for the payment').count()).toBe(0);
  });

  it('keeps the dates where the change is not paid in time', async () => {
    const { page } = await visitToChange({}, '12000');
    await enterDates(page, '2027-06-10', '2027-06-13');
    await button(page, 'Change and pay €120.00').click();
    await page.waitForURL(`${PAY}/cs_1`);
    await page.clock.fastForward('16:00');
    await page.goBack();
    await page.getByText('The change was not paid. Your dates are as before.').waitFor();
    expect(await text(page)).toContain('Sat, June 12, 2027');
  });

  it('reads why dates are not possible, and chooses others', async () => {
    const { page } = await visitToChange();
    await enterDates(page, '2027-06-19', '2027-06-21');
    await page.getByText('These dates are not available.').waitFor();
    await page.getByRole('heading', { name: 'These dates are possible' }).waitFor();
    expect(await text(page)).toContain('A longer minimum stay applies on these dates.');
    const choices = page.locator('lodging-manage .choices button');
    expect(await choices.allInnerTexts()).toEqual([
      'Fri, June 18, 2027 – Sun, June 20, 2027: same price',
      'Thu, June 17, 2027 – Sat, June 19, 2027: same price',
      'Sat, June 19, 2027 – Sun, June 20, 2027: €120.00 less',
    ]);
    await choices.first().click();
    await page.getByRole('heading', { name: 'Your new stay' }).waitFor();
    expect(await page.getByLabel('Arrival').inputValue()).toBe('2027-06-18');
    expect(await page.getByText('These dates are not available.').count()).toBe(0);
  });

  it('reads in words why a change is refused', async () => {
    const { page, replies } = await visitToChange();
    await enterDates(page, '2027-06-10', '2027-06-13');
    for (const [code, words] of [
      ['change_outdated', 'Your booking has changed meanwhile.'],
      ['change_quote_expired', 'The price is no longer valid.'],
      ['booking_conflict', 'These dates were booked a moment ago.'],
      ['guest_may_not', 'The property does not offer this online.'],
    ] as const) {
      replies['POST /v1/manage/changes'] = () => [409, { code, title: code, status: 409 }];
      await button(page, 'Check the price').click();
      await button(page, 'Change the dates').click();
      await page.getByText(words).waitFor();
    }
  });

  it('who has arrived changes the departure alone', async () => {
    const { page, quoted } = await visitToChange({ state: 'checked_in' });
    await button(page, 'Change dates').click();
    expect(await page.getByLabel('Arrival').getAttribute('readonly')).toBe('');
    await page.getByLabel('Departure').fill('2027-06-14');
    await button(page, 'Check the price').click();
    await page.getByRole('heading', { name: 'Your new stay' }).waitFor();
    expect(quoted).toEqual([{ to: '2027-06-14T08:00:00.000Z' }]);
  });
});

it('a guest who may not change dates finds no button for it', async () => {
  const { page } = await visit();
  await page.getByText('A7P7K3Q9').waitFor();
  expect(await button(page, 'Change dates').count()).toBe(0);
});

it('dates are changed in German, French and Spanish', async () => {
  const { page } = await visitToChange();
  await button(page, 'Change dates').click();
  for (const [lang, check, result] of [
    ['de', 'Preis prüfen', 'Ihr neuer Aufenthalt'],
    ['fr', 'Vérifier le prix', 'Votre nouveau séjour'],
    ['es', 'Comprobar el precio', 'Su nueva estancia'],
  ] as const) {
    await page.evaluate(`document.querySelector('lodging-manage').lang = '${lang}'`);
    await page.locator('lodging-manage #to').fill('2027-06-13');
    await button(page, check).click();
    await page.getByRole('heading', { name: result }).waitFor();
  }
});

it.each([375, 800].map((width) => ({ width })))(
  'a change of dates is accessible, light and dark, and fits at $width px',
  async ({ width }) => {
    const { page } = await visitToChange({ width }, '12000');
    const look = async (name: string) => {
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme });
        // Colours change over a moment. An animation that another one replaces is over, too.
        await page.evaluate(`Promise.allSettled(
          document.querySelector('lodging-manage').shadowRoot.getAnimations().map(({ finished }) => finished))`);
        expect(await axeFaults(page), `${name} ${colorScheme}`).toEqual([]);
        await picture(page, `manage-change-${name}-${width}-${colorScheme}`);
      }
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide, name).toBeLessThanOrEqual(width);
    };
    await enterDates(page, '2027-06-19', '2027-06-21');
    await page.getByRole('heading', { name: 'These dates are possible' }).waitFor();
    await look('alternatives');
    await page.locator('lodging-manage .choices button').first().click();
    await page.getByRole('heading', { name: 'Your new stay' }).waitFor();
    await look('offer');
    await button(page, 'Change and pay').click();
    await page.waitForURL(`${PAY}/cs_1`);
    await page.goBack();
    await page.getByText('Your new dates wait for the payment').waitFor();
    await look('waiting');
  },
);
