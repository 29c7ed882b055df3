import type { Browser, Page } from 'playwright-core';
import { Client } from './client.ts';
import type { Demo, DemoTenant } from './demo.ts';

const WIDTH = 1280;
/** Three beside one another: of the width of a telephone. */
const COLUMN = 416;
const HEIGHT = 1_060;
const MARGIN = 16;

/** High enough that no photo waits to be scrolled to. */
const WINDOW = { width: COLUMN, height: 4_000 };

export interface DemoPicture {
  readonly png: Buffer;
  /** What can be read on it, without its dates. */
  readonly text: string;
}

/** The booking page of the demo's sandbox: the calendar with its prices, what is free, and the price of one place. */
export async function takePictureOfDemo(browser: Browser, demo: Demo): Promise<DemoPicture> {
  const [tenant] = demo.tenants;
  if (tenant === undefined) throw new Error('the demo has no tenant');
  const { arrival, departure } = await springWeekend(demo, tenant);
  const page = await browser.newPage({
    viewport: WINDOW,
    colorScheme: 'light',
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
  });
  page.setDefaultTimeout(25_000);
  const query = { name: tenant.name, api: demo.gatewayUrl, 'publishable-key': tenant.testPublishableKey };
  await page.goto(`${demo.bookingPageUrl}/?${new URLSearchParams(query)}`);
  await page.getByLabel('Arrival').fill(arrival);
  await page.getByLabel('Departure').fill(departure);
  await page.getByRole('button', { name: /^(Search|Show prices)$/ }).click();
  await page.getByRole('heading', { name: 'Places to stay' }).waitFor();
  await photosLoaded(page);
  const [calendar, found] = [await shown(page), await shown(page, await topOfResults(page))];
  await page
    .locator('[part=result]', { hasText: 'Loft at the harbour' })
    .getByRole('button', { name: /^Choose Flexible/ })
    .click();
  await page.getByRole('heading', { name: 'Your price' }).waitFor();
  const priced = await shown(page);
  await page.close();
  const png = await composed(browser, [calendar.png, found.png, priced.png]);
  return { png, text: `${withoutDates(found.text)}\n\n${withoutDates(priced.text)}\n` };
}

/**
 * From Thursday to Saturday, at least 60 days ahead, outside all seasons, when no place is sold: the price of a night is the
 * same on each of these dates.
 */
async function springWeekend(
  demo: Demo,
  tenant: DemoTenant,
): Promise<{ arrival: string; departure: string }> {
  const secret = new Client(demo.gatewayUrl, tenant.testSecretKey);
  const earliest = Temporal.Now.plainDateISO().add({ days: 61 });
  const [may, nextMay] = [0, 1].map((years) => earliest.with({ month: 5, day: 1 }).add({ years })) as [
    Temporal.PlainDate,
    Temporal.PlainDate,
  ];
  const first = Temporal.PlainDate.compare(may, earliest) < 0 ? nextMay : may;
  const thursday = first.add({ days: (4 - first.dayOfWeek + 7) % 7 });
  for (let week = 0; week < 6; week += 1) {
    const arrival = thursday.add({ weeks: week });
    const dates = { arrival: `${arrival}`, departure: `${arrival.add({ days: 2 })}` };
    const request = { dates, adults: 2, kinds: ['hotel_room', 'apartment', 'villa'] };
    const { body } = await secret.post<{ results: object[] }>('/v1/search', request);
    const places = tenant.resources.filter(({ kind }) => kind !== 'generic');
    if (body.results.length === places.length) return dates;
  }
  throw new Error('no weekend of spring is free in all places of the sandbox');
}

async function photosLoaded(page: Page): Promise<void> {
  const photos = page.locator('lodging-booking img');
  await photos.first().waitFor();
  for (const photo of await photos.all()) {
    await photo.evaluate((image) => (image as unknown as { decode: () => Promise<void> }).decode());
  }
}

async function topOfResults(page: Page): Promise<number> {
  const box = await page.locator('[part=results]').boundingBox();
  return (box?.y ?? 0) - MARGIN;
}

/** `innerText` of the page leaves out shadow trees. */
async function shown(page: Page, from = 0): Promise<{ png: Buffer; text: string }> {
  const clip = { x: 0, y: from, width: COLUMN, height: HEIGHT };
  const texts = await page
    .locator('[part=results], [part=summary], lodging-booking .content')
    .allInnerTexts();
  return { png: await page.screenshot({ clip }), text: texts.join('\n') };
}

async function composed(browser: Browser, columns: readonly Buffer[]): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } });
  const images = columns.map((png) => `<img src="data:image/png;base64,${png.toString('base64')}">`);
  const style =
    'body{margin:0;display:flex;justify-content:space-between;background:#d5dde3}img{display:block}';
  await page.setContent(`<!doctype html><style>${style}</style>${images.join('')}`);
  // What is not drawn yet cannot be captured.
  await page.evaluate(
    'Promise.all([...document.images].map((image) => image.decode()))' +
      '.then(() => new Promise((drawn) => requestAnimationFrame(drawn)))',
  );
  const png = await page.screenshot();
  await page.close();
  return png;
}

const DATE =
  /\b(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? )?\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*(?: \d{4})?/g;
const TIME = /\b\d{1,2}:\d{2}(?: GMT[+-]\d+| [A-Z]{3,4}\b)?/g;

function withoutDates(text: string): string {
  const lines = text.split('\n').map((line) => line.replaceAll(/\s+/g, ' ').trim());
  // The numbers of adults and children that can be chosen are not seen.
  const seen = lines.filter((line) => !/^\d*$/.test(line));
  return seen.join('\n').replaceAll(DATE, '<date>').replaceAll(TIME, '<time>');
}
