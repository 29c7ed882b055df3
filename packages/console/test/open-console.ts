import { mkdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { findPrograms } from '@lodging/kit-testing/servers';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { builtConsole } from './built-console.ts';
import { fakeApi, NOW, ORIGIN } from './fake-api.ts';
import type { FakeApi, Handler } from './fake-api.ts';

const PICTURES = join(import.meta.dirname, 'screenshots');
const TYPES: Readonly<Record<string, string>> = { '.css': 'text/css', '.js': 'text/javascript' };
const NONCE = 'b25jZQ';
/** As the gateway serves it. */
const POLICY =
  `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${NONCE}'; img-src 'self' data:; font-src 'self'; ` +
  "connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
  "require-trusted-types-for 'script'; trusted-types 'none'";

export interface Site {
  readonly browser: Browser;
  readonly open: (options?: Options) => Promise<Visit>;
  readonly close: () => Promise<void>;
}

export interface Options {
  /** Below `/console`. */
  readonly path?: string;
  readonly api?: FakeApi;
  /** Further operations of the fake API. */
  readonly operations?: Readonly<Record<string, Handler>>;
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly colorScheme?: 'light' | 'dark';
  readonly locale?: string;
  readonly timezoneId?: string;
  readonly reducedMotion?: 'reduce';
}

export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly api: FakeApi;
  /** Requests to other hosts, errors of scripts, and what the content security policy has stopped. */
  readonly faults: string[];
  /** Another tab of the same browser. */
  readonly another: (path?: string) => Promise<Page>;
  readonly goOffline: () => void;
  readonly goOnline: () => void;
  /** Runs before the answer of the next request to the operation is given: to delay it, or to drop it. */
  readonly before: (path: RegExp, run: () => Promise<unknown> | 'drop') => void;
}

export async function openConsole(): Promise<Site> {
  const { chromium: executablePath } = await findPrograms({ installMissing: true, only: ['chromium'] });
  const directory = builtConsole();
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
  return {
    browser,
    open: (options = {}) => visit(browser, directory, options),
    close: () => browser.close(),
  };
}

async function contextOf(browser: Browser, options: Options): Promise<BrowserContext> {
  const context = await browser.newContext({
    locale: options.locale ?? 'en-GB',
    colorScheme: options.colorScheme ?? 'light',
    timezoneId: options.timezoneId ?? 'America/Los_Angeles',
    viewport: options.viewport ?? { width: 1280, height: 900 },
    ...(options.reducedMotion && { reducedMotion: options.reducedMotion }),
  });
  context.setDefaultTimeout(20_000);
  await context.clock.install({ time: NOW });
  return context;
}

async function visit(browser: Browser, directory: string, options: Options): Promise<Visit> {
  const api = options.api ?? fakeApi(options.operations);
  const faults: string[] = [];
  const context = await contextOf(browser, options);
  const state: Internet = { directory, api, faults, isOffline: false, before: [] };
  await context.route(
    () => true,
    (route) => answer(route, state),
  );
  const another = async (path = options.path ?? '/'): Promise<Page> => {
    const page = await context.newPage();
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      if (/Content Security Policy|Trusted/.test(message.text())) faults.push(message.text());
    });
    await page.goto(`${ORIGIN}/console${path}`);
    return page;
  };
  return {
    page: await another(),
    context,
    api,
    faults,
    another,
    goOffline: () => {
      state.isOffline = true;
    },
    goOnline: () => {
      state.isOffline = false;
    },
    before: (path, run) => void state.before.push({ path, run }),
  };
}

interface Internet {
  readonly directory: string;
  readonly api: FakeApi;
  readonly faults: string[];
  isOffline: boolean;
  before: { readonly path: RegExp; readonly run: () => Promise<unknown> | 'drop' }[];
}

async function answer(route: Route, internet: Internet): Promise<void> {
  const request = route.request();
  const url = new URL(request.url());
  if (url.origin !== ORIGIN) {
    internet.faults.push(`${request.method()} ${url.href}`);
    return route.abort();
  }
  if (url.pathname.startsWith('/console')) return pageFile(route, internet.directory, url.pathname);
  if (internet.isOffline) return route.abort('internetdisconnected');
  const at = internet.before.findIndex(({ path }) =>
    path.test(`${request.method()} ${url.pathname}${url.search}`),
  );
  const [first] = at >= 0 ? internet.before.splice(at, 1) : [];
  const reply = internet.api.answer({
    method: request.method(),
    path: url.pathname,
    query: url.searchParams,
    body: (request.postDataJSON() ?? {}) as Record<string, unknown>,
    headers: request.headers(),
  });
  if (first !== undefined) {
    const outcome = first.run();
    if (outcome === 'drop') return route.abort('connectionreset');
    await outcome;
  }
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store', ...reply.headers };
  return route.fulfill({ status: reply.status, headers, body: reply.body ? JSON.stringify(reply.body) : '' });
}

function pageFile(route: Route, directory: string, path: string): Promise<void> {
  const asset = /^\/console\/(assets\/[\w.-]+)$/.exec(path)?.[1];
  const text = readFileSync(join(directory, asset ?? 'index.html'), 'utf8');
  return route.fulfill({
    body: text.replaceAll('{{nonce}}', NONCE),
    contentType: TYPES[extname(asset ?? '')] ?? 'text/html',
    headers: {
      'content-security-policy': POLICY,
      'referrer-policy': 'no-referrer',
      'cache-control': asset === undefined ? 'no-store' : 'public, max-age=31536000, immutable',
    },
  });
}

/** For a person to look at: `packages/console/test/screenshots`, which git ignores. */
export async function picture(page: Page, name: string): Promise<void> {
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
}
