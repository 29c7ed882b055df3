import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { findPrograms } from '@lodging/kit-testing/servers';
import { chromium } from 'playwright-core';
import type { Browser, Page, Request, Route } from 'playwright-core';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { buildBookingPage } from '../build.ts';
import { violationsIn } from './axe.ts';
import { managedBooking } from './fake-managed.ts';

const HOTEL = 'https://hotel.example';
const API = 'https://api.example';
export const PAY = 'https://pay.example';
export const TOKEN = 'eyJhbGciOiJFZERTQSJ9.of-the-guest.signature';
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src https://api.example; " +
  "require-trusted-types-for 'script'; trusted-types lit-html";
const TYPES: Record<string, string> = { '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript' };

const directory = mkdtempSync(join(tmpdir(), 'lodging-manage-'));
let browser: Browser;
/** One browser for the tests of a file. */
export function useManagePage(): void {
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
}

export type Reply = readonly [status: number, body: object];

export interface Visit {
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
  readonly mayChange?: boolean;
  readonly state?: string;
}

export async function visit({
  token = TOKEN,
  lang = 'en',
  width = 800,
  dark = false,
  mayChange = false,
  state = 'confirmed',
}: Options = {}): Promise<Visit> {
  const managed = managedBooking();
  managed.booking.state = state;
  managed.may.changeDates = mayChange;
  const [requests, faults] = [[] as Request[], [] as string[]];
  const replies = repliesAbout(managed);
  const context = await browser.newContext({
    locale: 'en-US',
    viewport: { width, height: 900 },
    colorScheme: dark ? 'dark' : 'light',
  });
  // The timers of a page that stays open would run beside all further tests.
  onTestFinished(() => context.close());
  context.setDefaultTimeout(20_000);
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

/** A booking that can be paid and cancelled, and a page to pay on. */
function repliesAbout(managed: Visit['managed']): Visit['replies'] {
  const problem = (code: string, more = {}): object => ({ code, title: code, status: 409, ...more });
  return {
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

export const text = (page: Page) => page.locator('lodging-manage [role=region]').innerText();
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

export const axeFaults = (page: Page): Promise<string[]> => violationsIn(page, 'lodging-manage');
