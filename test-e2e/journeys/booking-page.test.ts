import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { makePropertyOfPage } from '../harness/booking-page.ts';
import { picture, startBrowser } from '../harness/browser.ts';
import { Client } from '../harness/client.ts';
import { eventually } from '../harness/eventually.ts';
import { makeTenant } from '../harness/own-tenant.ts';

const demo = inject('demo');
const [tenant] = demo.tenants;
let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(async () => browser.close());

async function openPage(
  query: Readonly<Record<string, string>> = {},
): Promise<{ page: Page; strangers: string[] }> {
  const page = await browser.newPage({
    locale: 'en-GB',
    timezoneId: 'America/New_York',
    viewport: { width: 760, height: 800 },
  });
  page.setDefaultTimeout(25_000);
  const address = new URL(demo.bookingPageUrl);
  address.searchParams.set('api', demo.gatewayUrl);
  address.searchParams.set('publishable-key', tenant?.testPublishableKey ?? '');
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  const own = new Set(
    [demo.bookingPageUrl, demo.gatewayUrl, demo.stripe.url].map((url) => new URL(url).origin),
  );
  const strangers: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && !own.has(url.origin)) strangers.push(url.href);
  });
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) strangers.push(message.text());
  });
  page.on('pageerror', (error) => strangers.push(error.message));
  await page.goto(address.href);
  return { page, strangers };
}

/** A window of its own for each test, so that they do not take each other's rooms. */
async function searchFor(page: Page, arrival: string, departure: string): Promise<void> {
  await page.getByLabel('Arrival').fill(arrival);
  await page.getByLabel('Departure').fill(departure);
  await page.getByRole('button', { name: /^(Search|Show prices)$/ }).click();
}

async function codeFor(email: string): Promise<string> {
  return eventually('the code has arrived', async () => {
    const found = await fetch(`${demo.mail.url}/api/v1/search?query=${encodeURIComponent(`to:${email}`)}`);
    const { messages } = (await found.json()) as { messages: { ID: string }[] };
    const [newest] = messages;
    if (newest === undefined) return false;
    const mail = await fetch(`${demo.mail.url}/api/v1/message/${newest.ID}`);
    const { Text } = (await mail.json()) as { Text: string };
    return /\d{6}/.exec(Text)?.[0] ?? false;
  });
}

async function holdAndVerify(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Reserve', exact: true }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Ada Lovelace');
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(email);
  await page.getByRole('button', { name: 'Send the code' }).click();
  await page.getByRole('heading', { name: 'Enter the code' }).waitFor();
  await page.getByRole('textbox', { name: 'Code' }).fill(await codeFor(email));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Payment' }).waitFor();
}

it('sells a whole stay with the publishable key alone, through the payment page and back', async () => {
  const { page, strangers } = await openPage();
  await searchFor(page, '2027-10-04', '2027-10-06');
  await page.getByRole('heading', { name: 'Places to stay' }).waitFor();
  await picture(page, 'results');
  await page
    .getByRole('button', { name: /^Choose/ })
    .first()
    .click();
  await page.getByRole('heading', { name: 'Your price' }).waitFor();
  await picture(page, 'price');
  const total = await page
    .getByRole('row', { name: /^Total/ })
    .getByRole('cell')
    .textContent();
  const email = `widget-${crypto.randomUUID()}@example.com`;
  await holdAndVerify(page, email);
  await picture(page, 'payment');
  await page.getByRole('button', { name: `Pay ${total?.trim()}` }).click();
  // The provider's own page: first a card that is declined, then one that pays.
  await page.getByRole('button', { name: 'Pay with a card that is declined' }).click();
  await page.getByRole('alert').waitFor();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.getByRole('heading', { name: 'Your stay is booked' }).waitFor();
  await picture(page, 'confirmed');
  expect(new URL(page.url()).searchParams.has('lodging-booking')).toBe(false);
  const reference = (await page.locator('lodging-booking code').textContent()) ?? '';
  const found = await new Client(demo.gatewayUrl, tenant?.testSecretKey ?? '').get<{ bookings: object[] }>(
    `/v1/bookings?q=${reference.slice(0, 4)}-${reference.slice(4).toLowerCase()}`,
  );
  expect(found.body.bookings).toMatchObject([
    { reference, state: 'confirmed', guestEmail: email, guestName: 'Ada Lovelace', guestLanguage: 'en-GB' },
  ]);
  await page.reload();
  await page.getByRole('heading', { name: 'Your stay is booked' }).waitFor();
  expect(strangers).toEqual([]);
});

it('goes on after a guest has turned back from the payment page', async () => {
  const { page } = await openPage();
  await searchFor(page, '2027-10-11', '2027-10-13');
  await page
    .getByRole('button', { name: /^Choose/ })
    .first()
    .click();
  await holdAndVerify(page, `widget-${crypto.randomUUID()}@example.com`);
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.getByRole('link', { name: 'Back' }).click();
  await page.getByText('The payment was not completed. Your stay is still held.').waitFor();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.getByRole('heading', { name: 'Your stay is booked' }).waitFor();
});

it('explains why a place cannot be had, and sells the alternative that the guest chooses', async () => {
  const secret = new Client(demo.gatewayUrl, tenant?.testSecretKey ?? '');
  const { body } = await secret.get<{ resources: { id: string; kind: string; units: number }[] }>(
    '/v1/resources?limit=100',
  );
  const villa = body.resources.find(({ kind, units }) => kind === 'villa' && units === 1);
  const first = await openPage({ resource: villa?.id ?? '' });
  await searchFor(first.page, '2027-10-18', '2027-10-21');
  await first.page
    .getByRole('button', { name: /^Choose/ })
    .first()
    .click();
  await first.page.getByRole('button', { name: 'Reserve', exact: true }).click();
  await first.page.getByRole('timer').waitFor();
  const second = await openPage({ resource: villa?.id ?? '' });
  await searchFor(second.page, '2027-10-18', '2027-10-21');
  await second.page.getByText('Already booked on these dates.').waitFor();
  await second.page.getByText('Available instead:').waitFor();
  await picture(second.page, 'alternatives');
  const alternative = second.page.getByRole('button', { name: /^Choose/ }).first();
  const price = /[^,]*$/.exec((await alternative.getAttribute('aria-label')) ?? '')?.[0].trim();
  await alternative.click();
  await second.page.getByRole('button', { name: 'Reserve', exact: true }).waitFor();
  const total = await second.page
    .getByRole('row', { name: /^Total/ })
    .getByRole('cell')
    .textContent();
  expect(total?.trim()).toBe(price);
});

it('shows taxes, fees, terms of cancellation and the deposit, and takes the deposit alone', async () => {
  const { publishableKey, secret } = await makePropertyOfPage(demo);
  const { page } = await openPage({ 'publishable-key': publishableKey, name: 'Casa da Graça' });
  // Thursday to Saturday, for two.
  await searchFor(page, '2027-10-07', '2027-10-09');
  await page.getByRole('button', { name: /^Choose Flexible/ }).click();
  await page.getByRole('heading', { name: 'Your price' }).waitFor();
  await picture(page, 'price-with-taxes');
  const rows = await page.getByRole('row').allInnerTexts();
  expect(rows.slice(1).map((row) => row.replaceAll(/\s+/g, ' ').trim())).toEqual([
    'Night of Thu, 7 October 2027 €120.00',
    'Night of Fri, 8 October 2027 €138.00',
    'Final cleaning €35.00',
    'VAT (included) €14.60',
    'City tax €16.00',
    'Total €309.00',
    'Due now €92.70',
    'Due on Thu, 23 September 2027 €216.30',
  ]);
  await page.getByText('Until Thu 30 Sept, 15:00').waitFor();
  await page.getByText('After that: €164.00 fee, €145.00 refunded').waitFor();
  await holdAndVerify(page, `widget-${crypto.randomUUID()}@example.com`);
  await page.getByRole('button', { name: 'Pay €92.70' }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.getByRole('heading', { name: 'Your stay is booked' }).waitFor();
  const reference = (await page.locator('lodging-booking code').textContent()) ?? '';
  const found = await secret.get<{ bookings: { id: string }[] }>(`/v1/bookings?q=${reference}`);
  const id = found.body.bookings[0]?.id ?? '';
  const { body } = await secret.get<{ collectedMinorUnits: string }>(`/v1/bookings/${id}/payments`);
  expect(body.collectedMinorUnits).toBe('9270');
});

it('says what is wrong with its key, not that there is no connection', async () => {
  const ofAnotherSite = (await makeTenant(demo)).browser.key ?? '';
  for (const [key, words] of [
    [ofAnotherSite, 'The booking form is not set up for this website. Please contact the property.'],
    ['pk_test_nonsense', 'The booking form is not set up correctly. Please contact the property.'],
  ]) {
    const { page } = await openPage({ 'publishable-key': key ?? '' });
    await searchFor(page, '2027-10-25', '2027-10-27');
    await page.getByText(words ?? '').waitFor();
  }
});
