import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { picture, startBrowser } from '../harness/browser.ts';
import { Client } from '../harness/client.ts';
import { lodging, lodgingJson } from '../harness/command-line.ts';
import { makeLodging } from '../harness/own-tenant.ts';
import { codeFromMail } from '../harness/stay.ts';

const [demo, home] = [inject('demo'), inject('home')];
const slug = `site-${randomUUID().slice(0, 13)}`;

/** The website of a property, on an origin of its own; what it pasted is in its one page. */
let pasted = '';
const website = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(`<!doctype html><html lang="en"><title>Seeblick</title><h1>Seeblick</h1>${pasted}</html>`);
});
let origin: string;
let browser: Browser;
let secret: Client;

beforeAll(async () => {
  await new Promise<void>((listening) => website.listen(0, '127.0.0.1', listening));
  origin = `http://localhost:${(website.address() as AddressInfo).port}`;
  browser = await startBrowser();
  await lodgingJson(home, ['tenants', 'create', '--name', 'Seeblick', '--slug', slug]);
  const { key } = await lodgingJson<{ key: string }>(home, ['keys', 'create', slug, '--mode', 'test']);
  secret = new Client(demo.gatewayUrl, key);
  await makeLodging(secret);
});
afterAll(async () => {
  await browser.close();
  website.closeAllConnections();
  website.close();
});

/** The commands that a run proposes. */
const remedies = (notes: string): string[] =>
  [...notes.matchAll(/→ lodging (.+)$/gm)].map(([, command = '']) => command);

async function openWebsite(): Promise<{ page: Page; console: string[] }> {
  const page = await browser.newPage({ viewport: { width: 375, height: 740 }, locale: 'en-GB' });
  page.setDefaultTimeout(25_000);
  const lines: string[] = [];
  page.on('console', (message) => lines.push(message.text()));
  return { page, console: lines };
}

describe('the two lines of `lodging widget snippet`', () => {
  it('come with the commands that are missing, and then without any', async () => {
    const first = await lodging(home, ['widget', 'snippet', slug, '--mode', 'test', '--origin', origin]);
    expect(first).toMatchObject({ code: 1, out: expect.stringContaining('pk_test_…') });
    const [create = '', set = '', ...others] = remedies(first.notes);
    expect(others).toEqual([]);
    const { key } = await lodgingJson<{ key: string }>(home, create.split(' '));
    const again = await lodging(home, ['widget', 'snippet', slug, '--key', key]);
    expect(again.code).toBe(1);
    expect(remedies(again.notes)).toEqual([set]);
    await lodgingJson(home, set.replace('<accountId>', 'acct_widgetfile01').split(' '));
    const last = await lodging(home, ['widget', 'snippet', slug, '--key', key]);
    expect(last).toMatchObject({ code: 0, notes: '' });
    pasted = last.out;
  });

  it('sell a stay on a page of another origin, whose address keeps no secret of the payment', async () => {
    const { page, console } = await openWebsite();
    await page.goto(`${origin}/?room=sea`);
    await page.getByLabel('Arrival', { exact: true }).fill('2027-10-04');
    await page.getByLabel('Departure', { exact: true }).fill('2027-10-06');
    await page.getByRole('button', { name: 'Search' }).click();
    await page
      .getByRole('button', { name: /^Choose/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Reserve', exact: true }).click();
    const email = `widget-${randomUUID()}@example.com`;
    await page.getByRole('textbox', { name: 'Name' }).fill('Ada Lovelace');
    await page.getByRole('textbox', { name: 'E-mail address' }).fill(email);
    await picture(page, 'widget-file');
    await page.getByRole('button', { name: 'Send the code' }).click();
    await page.getByRole('textbox', { name: 'Code' }).fill(await codeFromMail(demo, email));
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: /^Pay/ }).click();
    await page.getByRole('button', { name: 'Pay with a card that asks who you are' }).click();
    await page.getByRole('button', { name: 'Complete' }).click();
    await page.getByRole('heading', { name: 'Your stay is booked' }).waitFor();
    expect(page.url()).toBe(`${origin}/?room=sea`);
    const reference = (await page.locator('lodging-booking code').textContent()) ?? '';
    const found = await secret.get<{ bookings: object[] }>(`/v1/bookings?q=${reference}`);
    expect(found.body.bookings).toMatchObject([{ reference, state: 'confirmed' }]);
    expect(console.filter((line) => /integrity|lodging-booking/.test(line))).toEqual([]);
    await page.close();
  });

  it('load nothing where a byte of the file is another one', async () => {
    const { page, console } = await openWebsite();
    await page.route('**/lodging-booking.js', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `${await response.text()} ` });
    });
    await page.goto(origin);
    expect(console.join('\n')).toContain('integrity');
    expect(await page.evaluate("customElements.get('lodging-booking') === undefined")).toBe(true);
    await page.close();
  });
});

describe('the files of both components', () => {
  const at = (version: string, name: string) => `${demo.gatewayUrl}/widget/${version}/${name}`;

  it('are compressed, for good and for any page, with the hashes of the manifest', async () => {
    const manifest = await fetch(`${demo.gatewayUrl}/widget/manifest.json`);
    const { version, integrity } = (await manifest.json()) as {
      version: string;
      integrity: Record<string, string>;
    };
    expect(Object.keys(integrity)).toEqual(['lodging-booking.js', 'lodging-manage.js']);
    for (const [name, hash] of Object.entries(integrity)) {
      const file = await fetch(at(version, name), { headers: { 'accept-encoding': 'br' } });
      expect(Object.fromEntries(file.headers)).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'access-control-allow-origin': '*',
        'content-encoding': 'br',
      });
      expect(Number(file.headers.get('content-length'))).toBeLessThan(45_000);
      const code = Buffer.from(await file.arrayBuffer());
      expect(`sha384-${createHash('sha384').update(code).digest('base64')}`).toBe(hash);
      expect((await fetch(at('0.0.0', name))).status).toBe(404);
    }
  });

  it('the page behind the link of a mail loads that of `<lodging-manage>` alone', async () => {
    const { page, console } = await openWebsite();
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
    const query = new URLSearchParams({ api: demo.gatewayUrl, 'publishable-key': 'pk_test_1' });
    await page.goto(`${demo.bookingPageUrl}/manage?${query}`);
    await page.getByLabel('Booking number').waitFor();
    expect(scripts.filter((path) => path.includes('lodging-'))).toEqual(['/lodging-manage.js']);
    expect(console).toEqual([]);
    await page.close();
  });
});
