import { readFileSync } from 'node:fs';
import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { move } from '../harness/bookings.ts';
import { startBrowser } from '../harness/browser.ts';
import { makeOperator, openDesk } from '../harness/desk.ts';
import type { Desk, Operator } from '../harness/desk.ts';
import { bookPaid, bookStay, idsIn, stayIn } from '../harness/desk-stays.ts';
import { makeLodging, makeTenant } from '../harness/own-tenant.ts';
import type { OwnResource, OwnTenant } from '../harness/own-tenant.ts';
import type { Booking } from '../harness/records.ts';

const demo = inject('demo');
const SEEN_MS = 12_000;

let browser: Browser;
let tenant: OwnTenant;
let room: Required<OwnResource>;
let desk: Operator;
beforeAll(async () => {
  browser = await startBrowser();
  tenant = await makeTenant(demo);
  room = await makeLodging(tenant.secret, { units: 100 });
  desk = await makeOperator(tenant, { name: 'Mara Lindt', role: 'front_desk' });
});
afterAll(async () => browser.close());

const open = (path: string): Promise<Desk> => openDesk(browser, demo, desk, path);
const list = (page: Page) => page.getByRole('table', { name: 'Bookings', exact: true });
const rowOf = (page: Page, { id }: Booking) => page.locator(`[data-booking="${id}"]`);
const rename = async ({ id }: Booking, guestName: string): Promise<void> => {
  const { status } = await tenant.secret.send('PATCH', `/v1/bookings/${id}`, { body: { guestName } });
  expect(status).toBe(200);
};

describe('the list of bookings', () => {
  let other: OwnTenant;
  let clerk: Operator;
  beforeAll(async () => {
    other = await makeTenant(demo);
    clerk = await makeOperator(other, { name: 'Sam Roth', role: 'front_desk' });
    const { secret } = other;
    const large = await makeLodging(secret, { units: 100 });
    const stay = (guest: string) => bookPaid(secret, stayIn(large, guest));
    const steps = [['checked_in'], ['checked_in', 'checked_out'], ['cancelled'], ['no_show']];
    await bookStay(secret, stayIn(large, 'Held, not paid', { arrival: 9 }));
    for (const states of steps) {
      const { id } = await stay(`Moved to ${states.at(-1)}`);
      for (const state of states) expect((await move(secret, id, state)).status).toBe(200);
    }
    for (let made = 5; made < 60; made += 5)
      await Promise.all(
        Array.from({ length: 5 }, (_, n) => stay(made + n === 7 ? '=1+1' : `Guest ${made + n}`)),
      );
  });

  it('filtered by states has the rows of the API, at an address that a reload keeps', async () => {
    const { page, faults } = await openDesk(browser, demo, clerk, 'bookings?sort=arrival');
    const states = page.getByRole('group', { name: 'State', exact: true });
    const answer = await other.secret.get<{ bookings: Booking[] }>(
      '/v1/bookings?state=cancelled,checked_in&limit=100',
    );
    const wanted = answer.body.bookings.map(({ id }) => id).toSorted();
    expect(wanted).toHaveLength(2);
    await states.getByRole('checkbox', { name: 'Cancelled', exact: true }).check();
    await states.getByRole('checkbox', { name: 'Checked in', exact: true }).check();
    await expect.poll(() => idsIn(list(page))).toEqual(wanted);
    expect(page.url()).toContain('state=cancelled,checked_in');
    await page.reload();
    await expect.poll(() => idsIn(list(page))).toEqual(wanted);
    expect(await states.getByRole('checkbox', { name: 'Cancelled', exact: true }).isChecked()).toBe(true);
    expect(faults).toEqual([]);
    await page.close();
  });

  it('of what was cancelled on a day has these bookings, and not those of another day', async () => {
    const answer = await other.secret.get<{ bookings: Booking[] }>('/v1/bookings?state=cancelled&limit=100');
    const wanted = answer.body.bookings.map(({ id }) => id);
    expect(wanted).toHaveLength(1);
    const day = answer.body.bookings[0]?.updatedAt.slice(0, 10);
    const { page, faults } = await openDesk(browser, demo, clerk, `bookings?cancelledOn=${day}`);
    await expect.poll(() => idsIn(list(page))).toEqual(wanted);
    // Changed today, and not cancelled yesterday.
    await page.getByRole('link', { name: 'Cancelled yesterday', exact: true }).click();
    await page.getByText('No booking fits.').waitFor();
    expect(faults).toEqual([]);
    await page.close();
  });

  it('of sixty shows fifty and then all, none twice, and its file has each of them', async () => {
    const { page, faults } = await openDesk(browser, demo, clerk, 'bookings');
    await page.getByText('50 shown, more exist', { exact: true }).waitFor();
    expect(await idsIn(list(page))).toHaveLength(50);
    await page.getByRole('button', { name: 'Show more', exact: true }).click();
    await page.getByText('60 shown', { exact: true }).waitFor();
    expect(new Set(await idsIn(list(page))).size).toBe(60);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV', exact: true }).click(),
    ]);
    const file = readFileSync(await download.path(), 'utf8');
    const [header = '', ...lines] = file.trimEnd().split('\r\n');
    expect(header).toContain('Total,Currency');
    expect(lines).toHaveLength(60);
    expect(lines.filter((line) => line.includes(",'=1+1,"))).toHaveLength(1);
    expect(lines.filter((line) => line.includes(',200.00,EUR,'))).toHaveLength(60);
    expect(faults).toEqual([]);
    await page.close();
  });
});

it('a booking is found by the beginning of its guest’s name, and by its number as it is read aloud', async () => {
  const [grace] = await Promise.all([
    bookPaid(tenant.secret, stayIn(room, 'Grace Hopper')),
    bookPaid(tenant.secret, stayIn(room, 'Greta Kuckhoff')),
  ]);
  const { page, faults } = await open('settings');
  const searched: string[] = [];
  page.on('request', (request) => {
    const text = new URL(request.url()).searchParams.get('q');
    if (text !== null) searched.push(text);
  });
  const number = grace.reference.toLowerCase();
  for (const typed of ['Grace', `${number.slice(0, 4)}-${number.slice(4)}`]) {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Find a booking' }).waitFor();
    await page.keyboard.type(typed);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Grace Hopper' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/console/bookings/${grace.id}`);
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  }
  expect(searched.filter((text) => text.length < 3)).toEqual([]);
  expect(faults).toEqual([]);
  await page.close();
});

describe('two tabs of a browser', () => {
  const twoTabs = async (path: string) => {
    const first = await open(path);
    const second = await first.page.context().newPage();
    second.setDefaultTimeout(25_000);
    await second.goto(first.page.url());
    return { first: first.page, second, faults: first.faults };
  };

  it('end at the newest state, though the answer to the first change comes after the second one', async () => {
    const stay = await bookPaid(tenant.secret, stayIn(room, 'Ada, first'));
    const { first, second, faults } = await twoTabs('bookings');
    for (const tab of [first, second]) await rowOf(tab, stay).getByText('Ada, first').waitFor();
    const late = await delayPoll(first);
    await rename(stay, 'Ada, older');
    await lookAt(first);
    await late.isHeld;
    await rename(stay, 'Ada, newer');
    await second.reload();
    await rowOf(second, stay).getByText('Ada, newer').waitFor();
    late.release();
    await lookAt(first);
    await rowOf(first, stay).getByText('Ada, newer').waitFor({ timeout: SEEN_MS });
    await rowOf(second, stay).getByText('Ada, newer').waitFor();
    expect(faults).toEqual([]);
    await first.context().close();
  });

  it('show what one of them has done', async () => {
    const stay = await bookPaid(tenant.secret, stayIn(room, 'Joan Clarke'));
    const { first, second, faults } = await twoTabs('');
    const arrivals = second.getByRole('table', { name: 'Arrivals', exact: true });
    await arrivals.getByText('Joan Clarke').waitFor();
    await first.getByRole('button', { name: 'Check in Joan Clarke' }).click();
    await first.getByRole('dialog').getByRole('button', { name: 'Check in', exact: true }).click();
    const staying = (page: Page) => page.getByRole('table', { name: 'In house', exact: true });
    await rowOf(first, stay).and(staying(first).locator('tr')).waitFor();
    await rowOf(second, stay).and(staying(second).locator('tr')).waitFor({ timeout: SEEN_MS });
    expect(faults).toEqual([]);
    await first.context().close();
  });
});

/** The page polls at once when its window gets the focus. */
const lookAt = (page: Page): Promise<boolean> => page.evaluate<boolean>("dispatchEvent(new Event('focus'))");

/** The next answer to the poll of the page stands still once the API has given it. */
async function delayPoll(page: Page) {
  const held = Promise.withResolvers<undefined>();
  const released = Promise.withResolvers<undefined>();
  const delay = async (route: Route): Promise<void> => {
    const headers = { ...route.request().headers(), 'sec-fetch-site': 'same-origin' };
    const response = await route.fetch({ headers });
    const { bookings } = (await response.json()) as { bookings: { guestName: string | null }[] };
    if (bookings.some(({ guestName }) => guestName === 'Ada, older')) {
      held.resolve(undefined);
      await released.promise;
    }
    await route.fulfill({ response });
  };
  await page.route(/updatedSince=/, delay);
  return {
    isHeld: held.promise,
    release: () => {
      released.resolve(undefined);
    },
  };
}
