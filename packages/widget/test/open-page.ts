import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { findPrograms } from '@lodging/kit-testing/servers';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { buildBookingPage } from '../build.ts';
import { API, fakeApi, NOW, PAY } from './fake-api.ts';
import type { FakeApi } from './fake-api.ts';

const HOTEL = 'https://hotel.example';
const TYPES: Record<string, string> = { '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript' };
/** As the README describes it. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src https://api.example; " +
  "require-trusted-types-for 'script'; trusted-types lit-html";

export interface Site {
  readonly browser: Browser;
  /** Answers requests of the hotel's page, the API and the payment page; there is no network. */
  readonly open: (options?: Options) => Promise<Visit>;
  readonly close: () => Promise<void>;
}

interface Options {
  readonly query?: Readonly<Record<string, string>>;
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly colorScheme?: 'light' | 'dark';
  readonly locale?: string;
}

export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly api: FakeApi;
  /** Requests to other servers, errors of scripts, and what the content security policy has stopped. */
  readonly faults: string[];
  /** Another tab of the same browser. */
  readonly another: () => Promise<Page>;
  /** From now on holds have no answer, until the function is called that this gives. */
  readonly keepHoldsWaiting: () => () => void;
  readonly goOffline: () => Promise<void>;
  readonly goOnline: () => Promise<void>;
}

export async function openSite(): Promise<Site> {
  const { chromium: executablePath } = await findPrograms({ installMissing: true, only: ['chromium'] });
  const directory = mkdtempSync(join(tmpdir(), 'lodging-widget-'));
  await buildBookingPage(directory);
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
  return {
    browser,
    open: (options = {}) => visit(browser, directory, options),
    async close() {
      await browser.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function contextOf(browser: Browser, options: Options): Promise<BrowserContext> {
  const context = await browser.newContext({
    locale: options.locale ?? 'en-US',
    colorScheme: options.colorScheme ?? 'light',
    timezoneId: 'America/New_York',
    viewport: options.viewport ?? { width: 800, height: 900 },
  });
  // The timers of a page that stays open would run beside all further tests.
  onTestFinished(() => context.close());
  context.setDefaultTimeout(20_000);
  await context.clock.install({ time: NOW });
  return context;
}

async function visit(browser: Browser, directory: string, options: Options): Promise<Visit> {
  const api = fakeApi();
  const faults: string[] = [];
  const context = await contextOf(browser, options);
  let isOffline = false;
  let holdsMayGo = Promise.resolve();
  const keepHoldsWaiting = (): (() => void) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    holdsMayGo = promise;
    return resolve;
  };
  await context.route(
    () => true,
    async (route) => {
      if (route.request().url() === `${API}/v1/holds`) await holdsMayGo;
      return answer(route, { directory, api, faults, isOffline });
    },
  );
  const address = `${HOTEL}/?${new URLSearchParams({ api: API, 'publishable-key': 'pk_test_1', ...options.query })}`;
  const another = async (): Promise<Page> => {
    const page = await context.newPage();
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) faults.push(message.text());
    });
    await page.goto(address);
    return page;
  };
  const network = async (offline: boolean): Promise<void> => {
    isOffline = offline;
    await context.setOffline(offline);
  };
  const page = await another();
  return {
    page,
    context,
    api,
    faults,
    another,
    keepHoldsWaiting,
    goOffline: () => network(true),
    goOnline: () => network(false),
  };
}

interface Internet {
  readonly directory: string;
  readonly api: FakeApi;
  readonly faults: string[];
  readonly isOffline: boolean;
}

async function answer(route: Route, { directory, api, faults, isOffline }: Internet): Promise<void> {
  const request = route.request();
  const url = new URL(request.url());
  if (isOffline) return route.abort('internetdisconnected');
  if (url.origin === HOTEL) return hotelPage(route, directory, url.pathname);
  if (url.origin === PAY) return paymentPage(route, url.searchParams);
  if (url.origin !== API) {
    faults.push(`${request.method()} ${url.href}`);
    return route.abort();
  }
  const headers = request.headers();
  if (headers['authorization'] !== 'Bearer pk_test_1' || headers['cookie'] !== undefined)
    faults.push('credentials');
  const reply = api.answer({
    method: request.method(),
    path: url.pathname + url.search,
    body: request.postDataJSON() ?? {},
    idempotencyKey: headers['idempotency-key'],
    language: headers['accept-language'],
  });
  const cors = {
    'access-control-allow-origin': HOTEL,
    'access-control-expose-headers': 'Retry-After, X-Request-Id',
  };
  const type = { 'content-type': 'application/json' };
  return route.fulfill({
    status: reply.status,
    headers: { ...cors, ...type, ...reply.headers },
    body: JSON.stringify(reply.body),
  });
}

function hotelPage(route: Route, directory: string, path: string): Promise<void> {
  const name = path === '/' ? 'index.html' : path.slice(1);
  const contentType = TYPES[extname(name)] ?? 'text/plain';
  const headers = { 'content-security-policy': POLICY };
  return route.fulfill({ body: readFileSync(join(directory, name)), contentType, headers });
}

function paymentPage(route: Route, query: URLSearchParams): Promise<void> {
  const link = (name: string) => `<a href="${query.get(name)?.replaceAll('&', '&amp;')}">${name}</a>`;
  return route.fulfill({ contentType: 'text/html', body: `${link('success')} ${link('cancel')}` });
}
