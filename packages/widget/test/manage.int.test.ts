import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { findPrograms } from '@lodging/kit-testing/servers';
import axe from 'axe-core';
import { chromium } from 'playwright-core';
import type { Browser, Page, Request, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildBookingPage } from '../build.ts';
import { managedBooking } from './fake-managed.ts';

const HOTEL = 'https://hotel.example';
const API = 'https://api.example';
const PAY = 'https://pay.example';
const TOKEN = 'eyJhbGciOiJFZERTQSJ9.of-the-guest.signature';
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src https://api.example; " +
  "require-trusted-types-for 'script'; trusted-types lit-html";
const TYPES: Record<string, string> = { '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript' };
const PICTURES = join(import.meta.dirname, '..', 'screenshots');

const directory = mkdtempSync(join(tmpdir(), 'lodging-manage-'));
let browser: Browser;
beforeAll(async () => {
  const { chromium: executablePath } = await findPrograms({ installMissing: true, only: ['chromium'] });
  await buildBookingPage(directory);
  const args = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'];
  browser = await chromium.launch({ executablePath, args });
});
afterAll(async () => {
  await browser.close();
  rmSync(directory, { recursive: true, force: true });
});

type Reply = readonly [status: number, body: object];

interface Visit {
  readonly page: Page;
  readonly requests: Request[];
  readonly faults: string[];
  /** By method and path. */
  readonly replies: Record<string, (request: Request) => Reply>;
  readonly managed: ReturnType<typeof managedBooking>;
}

interface Options {
  readonly token?: string | null;
  readonly lang?: string;
  readonly width?: number;
  readonly dark?: boolean;
}

async function visit({
  token = TOKEN,
  lang = 'en',
  width = 800,
  dark = false,
}: Options = {}): Promise<Visit> {
  const managed = managedBooking();
  const [requests, faults] = [[] as Request[], [] as string[]];
  const problem = (code: string, more = {}): object => ({ code, title: code, status: 409, ...more });
  const replies: Visit['replies'] = {
    'GET /v1/manage/booking': (request) =>
      request.headers()['guest-token'] === TOKEN ? [200, managed] : [401, problem('guest_token_invalid')],
    'POST /v1/manage/cancel': () => {
      managed.booking.state = 'cancelled';
      const cancelled = { at: managed.cancellation.at, penaltyMinorUnits: '5000', keptMinorUnits: '5000' };
      managed.cancellation = {
        ...managed.cancellation,
        legal: false,
        cancelled: { ...cancelled, refundMinorUnits: '2500', dueMinorUnits: '0' },
      };
      managed.may = { cancel: false, changeDates: false, pay: false };
      managed.payments = { ...managed.payments, dueMinorUnits: '0', returnedMinorUnits: '2500' };
      return [200, { booking: managed.booking, cancelled: managed.cancellation.cancelled }];
    },
    'POST /v1/manage/checkout-session': () => [201, { id: 'cs_1', url: `${PAY}/cs_1` }],
    'POST /v1/manage/link': () => [202, { accepted: true }],
  };
  const context = await browser.newContext({
    locale: 'en-US',
    viewport: { width, height: 900 },
    colorScheme: dark ? 'dark' : 'light',
  });
  context.setDefaultTimeout(10_000);
  await context.clock.install({ time: new Date('2027-06-01T10:00:00Z') });
  await context.route(
    () => true,
    (route) => answer(route, requests, replies),
  );
  const page = await context.newPage();
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) faults.push(message.text());
  });
  const query = { api: API, 'publishable-key': 'pk_test_1', lang, ...(token === null ? {} : { token }) };
  await page.goto(`${HOTEL}/manage?${new URLSearchParams(query)}`);
  return { page, requests, faults, replies, managed };
}

async function answer(route: Route, requests: Request[], replies: Visit['replies']): Promise<void> {
  const request = route.request();
  requests.push(request);
  const url = new URL(request.url());
  if (url.origin === PAY) return route.fulfill({ contentType: 'text/html', body: 'pay' });
  if (url.origin === HOTEL) {
    const name = url.pathname === '/manage' ? 'manage.html' : url.pathname.slice(1);
    const contentType = TYPES[extname(name)] ?? 'text/plain';
    const headers = { 'content-security-policy': POLICY };
    return route.fulfill({ body: readFileSync(join(directory, name)), contentType, headers });
  }
  const headers = {
    'access-control-allow-origin': HOTEL,
    'access-control-allow-headers': 'authorization, content-type, guest-token, idempotency-key',
    'access-control-expose-headers': 'Retry-After, X-Request-Id',
    'content-type': 'application/json',
  };
  if (request.method() === 'OPTIONS') return route.fulfill({ status: 204, headers });
  const [status, body] = replies[`${request.method()} ${url.pathname}`]?.(request) ?? [404, {}];
  if (status >= 400) headers['content-type'] = 'application/problem+json';
  return route.fulfill({ status, headers, body: JSON.stringify(body) });
}

const text = (page: Page) => page.locator('lodging-manage [role=region]').innerText();
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

async function axeFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate<string[]>(
    `axe.run('lodging-manage', { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })` +
      '.then(({ violations }) => violations.map(({ id, nodes }) => id + nodes.map(({ html }) => html).join(" ")))',
  );
}

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
    mkdirSync(PICTURES, { recursive: true });
    const mode = dark ? 'dark' : 'light';
    const look = async (name: string) => {
      expect(await axeFaults(page), name).toEqual([]);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide, name).toBeLessThanOrEqual(width);
      await page.screenshot({ path: join(PICTURES, `manage-${name}-${width}-${mode}.png`), fullPage: true });
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
    await other.screenshot({ path: join(PICTURES, `manage-link-${width}-${mode}.png`), fullPage: true });
  },
);
