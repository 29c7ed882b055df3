import { expect, it } from 'vitest';
import { axeFaults, button, PAY, text, TOKEN, useManagePage, visit } from './open-manage-page.ts';
import { picture } from './picture.ts';

useManagePage();

it('shows the booking of the link, and takes the token out of the address before anything loads', async () => {
  const { page, requests, faults } = await visit();
  await page.getByText('A7P7K3Q9').waitFor();
  const shown = await text(page);
  for (const part of [
    'Hotel Seeblick',
    'Confirmed',
    'Double room',
    '2 adults, 1 child',
    '€251.00',
    '€176.00',
  ])
    expect(shown).toContain(part);
  expect(page.url()).not.toContain('token');
  const others = requests.filter((request) => !request.url().includes('/manage?'));
  expect(others.length).toBeGreaterThan(4);
  for (const request of others) {
    expect(request.url()).not.toContain(TOKEN);
    expect((await request.allHeaders())['referer'] ?? '').not.toContain(TOKEN);
  }
  await page.reload();
  await page.getByText('A7P7K3Q9').waitFor();
  expect(faults).toEqual([]);
});

it('pays what is due on the page of the provider', async () => {
  const { page, requests } = await visit();
  await button(page, 'Pay €176.00').click();
  await page.waitForURL(`${PAY}/cs_1`);
  const session = requests.find(
    (request) => request.url().endsWith('/checkout-session') && request.method() === 'POST',
  );
  expect(session?.headers()['guest-token']).toBe(TOKEN);
  expect(session?.postData()).not.toContain(TOKEN);
});

it('cancels after a preview, by keyboard alone', async () => {
  const { page, requests, faults } = await visit();
  await button(page, 'Cancel booking').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Cancel this booking?' }).waitFor();
  expect(await text(page)).toMatch(/Cancellation fee\s+€50\.00\s+You get back\s+€25\.00/);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('€251.00').waitFor();
  await button(page, 'Cancel booking').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('Your booking is cancelled.').waitFor();
  const cancel = requests.filter(
    (request) => request.url().endsWith('/v1/manage/cancel') && request.method() === 'POST',
  );
  expect(cancel.map((request) => request.postDataJSON())).toEqual([{ expectedPenaltyMinorUnits: '5000' }]);
  expect(await button(page, 'Cancel booking').count()).toBe(0);
  expect(faults).toEqual([]);
});

it('shows the penalty again where it has changed', async () => {
  const { page, replies, managed } = await visit();
  replies['POST /v1/manage/cancel'] = () => {
    managed.cancellation.penaltyMinorUnits = '12550';
    return [409, { code: 'penalty_changed', title: 'changed', status: 409, penaltyMinorUnits: '12550' }];
  };
  await button(page, 'Cancel booking').click();
  await button(page, 'Yes, cancel the booking').click();
  await page.getByText('The cancellation fee has changed').waitFor();
  expect(await text(page)).toContain('€125.50');
});

it('asks for another link where the token is not valid, and without one', async () => {
  for (const token of ['another', null]) {
    const { page, requests } = await visit({ token });
    await page.getByLabel('Booking number').fill('a7p7-k3q9');
    await page.getByLabel('E-mail address').fill('ada@example.com');
    await button(page, 'Send the link').click();
    await page.getByText('the link is on its way').waitFor();
    const sent = requests.find(
      (request) => request.url().endsWith('/v1/manage/link') && request.method() === 'POST',
    );
    expect(sent?.postDataJSON()).toEqual({ reference: 'a7p7-k3q9', email: 'ada@example.com' });
  }
});

it.each([
  ['de', 'Buchung stornieren', /176,00\s€ bezahlen/],
  ['fr', 'Annuler la réservation', /Payer 176,00\s€/],
  ['es', 'Cancelar la reserva', /Pagar 176,00\s€/],
])('speaks %s', async (lang, cancel, pay) => {
  const { page } = await visit({ lang });
  await button(page, cancel).waitFor();
  await button(page, pay).waitFor();
});

it('has the colours of the booking component, in the theme that the page sets', async () => {
  const { page } = await visit({ dark: true });
  const background = () =>
    page.evaluate<string>("getComputedStyle(document.querySelector('lodging-manage')).backgroundColor");
  expect(await background()).toBe('rgb(23, 27, 32)');
  await page.evaluate("document.querySelector('lodging-manage').theme = 'light'");
  await expect.poll(background).toBe('rgb(255, 255, 255)');
});

it.each([320, 375, 1280].flatMap((width) => [false, true].map((dark) => ({ width, dark }))))(
  'is accessible and fits at $width px, dark: $dark',
  async ({ width, dark }) => {
    const { page } = await visit({ width, dark });
    const mode = dark ? 'dark' : 'light';
    const look = async (name: string) => {
      expect(await axeFaults(page), name).toEqual([]);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide, name).toBeLessThanOrEqual(width);
      await picture(page, `manage-${name}-${width}-${mode}`);
    };
    await page.getByText('A7P7K3Q9').waitFor();
    await look('booking');
    await button(page, 'Cancel booking').click();
    await page.getByRole('heading', { name: 'Cancel this booking?' }).waitFor();
    await look('cancel');
    await button(page, 'Yes, cancel the booking').click();
    await page.getByText('Your booking is cancelled.').waitFor();
    await look('cancelled');
    const { page: other } = await visit({ width, dark, token: null });
    await other.getByLabel('Booking number').waitFor();
    expect(await axeFaults(other)).toEqual([]);
    await picture(other, `manage-link-${width}-${mode}`);
  },
);
