import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBookingPage } from '../src/index.ts';
import type { BookingPage } from '../src/index.ts';

const directory = mkdtempSync(join(tmpdir(), 'lodging-page-'));
let page: BookingPage;
beforeAll(async () => {
  writeFileSync(join(directory, 'index.html'), '<!doctype html><title>Book</title>');
  writeFileSync(join(directory, 'page.js'), 'export {};');
  writeFileSync(join(directory, 'notes.txt'), 'not for the web');
  page = await startBookingPage({ port: 0, directory, apiUrl: 'http://127.0.0.1:8080' });
});
afterAll(async () => {
  await page.stop();
  rmSync(directory, { recursive: true, force: true });
});

it('serves the files of the page, which may load and connect to nothing but itself and the API', async () => {
  const index = await fetch(`${page.url}/?publishable-key=pk_test_1`);
  expect(await index.text()).toContain('<title>Book</title>');
  expect(index.headers.get('content-type')).toContain('text/html');
  const policy = index.headers.get('content-security-policy') ?? '';
  for (const rule of [
    "default-src 'none'",
    "script-src 'self'",
    'connect-src http://127.0.0.1:8080',
    "img-src 'self' data:",
  ]) {
    expect(policy.split('; ')).toContain(rule);
  }
  expect((await fetch(`${page.url}/page.js`)).headers.get('content-type')).toContain('text/javascript');
});

it('serves nothing else', async () => {
  for (const path of ['/notes.txt', '/..%2f..%2fetc%2fpasswd', '/elsewhere']) {
    expect((await fetch(page.url + path)).status).toBe(404);
  }
});

it('serves a drawn photo, the same at every request, and another one for each name', async () => {
  const photo = async (path: string): Promise<string> => (await fetch(`${page.url}/photos/${path}`)).text();
  const first = await fetch(`${page.url}/photos/room/lake/double-lake.svg`);
  expect(first.headers.get('content-type')).toContain('image/svg+xml');
  const drawn = await first.text();
  expect(drawn).toMatch(/^<svg [\s\S]+<\/svg>\n$/);
  expect(await photo('room/lake/double-lake.svg')).toBe(drawn);
  expect(await photo('room/lake/another.svg')).not.toBe(drawn);
  for (const motif of ['room', 'apartment', 'villa', 'boat', 'meeting']) {
    for (const view of ['lake', 'sea', 'garden', 'river', 'city', 'hill']) {
      expect(await photo(`${motif}/${view}/a.svg`)).not.toMatch(/NaN|undefined/);
    }
  }
  for (const unknown of ['room/moon/a.svg', 'tent/lake/a.svg', 'room/lake/a.png', 'room/lake/A%3Cb.svg']) {
    expect((await fetch(`${page.url}/photos/${unknown}`)).status).toBe(404);
  }
});

it('serves the calendar of a channel with one stay, of the dates in its address', async () => {
  const calendar = await fetch(`${page.url}/calendars/2027-06-10/2027-06-13.ics`);
  expect(calendar.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect((await calendar.text()).split('\r\n')).toEqual(
    expect.arrayContaining(['DTSTART;VALUE=DATE:20270610', 'DTEND;VALUE=DATE:20270613']),
  );
  for (const path of ['gone.ics', '2027-06-13/2027-06-10.ics', '2027-02-30/2027-03-02.ics', 'a/b.ics'])
    expect((await fetch(`${page.url}/calendars/${path}`)).status).toBe(404);
});
