import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { move } from '../harness/bookings.ts';
import { startBrowser } from '../harness/browser.ts';
import {
  barOf,
  bookNights,
  drag,
  gridOf,
  makeRooms,
  nightOf,
  rowOf,
  windowOf,
} from '../harness/calendar-desk.ts';
import { conflictsOf, connected, dayAfter, eventAfter } from '../harness/calendars.ts';
import { makeOperator, openDesk } from '../harness/desk.ts';
import type { Desk, Operator } from '../harness/desk.ts';
import { eventually } from '../harness/eventually.ts';
import { calendarOf, startFeedServer } from '../harness/feed-server.ts';
import type { FeedServer } from '../harness/feed-server.ts';
import { makeTenant } from '../harness/own-tenant.ts';
import type { OwnTenant } from '../harness/own-tenant.ts';
import { hold } from '../harness/stay.ts';

const demo = inject('demo');
/** Within which a desk sees what was done elsewhere. */
const SEEN_MS = 12_000;
const FORTNIGHT = 14;

let browser: Browser;
let elsewhere: FeedServer;
let tenant: OwnTenant;
let manager: Operator;
beforeAll(async () => {
  [browser, elsewhere, tenant] = await Promise.all([startBrowser(), startFeedServer(), makeTenant(demo)]);
  manager = await makeOperator(tenant, { name: 'Sam Roth', role: 'manager' });
});
afterAll(async () => Promise.all([browser.close(), elsewhere.stop()]));

/** The calendar of the rooms whose names have the word, from the first day of `dayAfter`. */
const openCalendar = (word: string): Promise<Desk> =>
  openDesk(browser, demo, manager, `calendar?from=${dayAfter(0)}&find=${word}`);

const nights = (from: number, to: number) => ({ from: dayAfter(from), to: dayAfter(to) });
const inView = (from: number, to: number): number => Math.min(to, FORTNIGHT) - Math.max(from, 0);

/** 50 stays in 25 single rooms, the first of five begun before, and 10 in the five units of a suite. */
async function fillHotel({ secret }: OwnTenant): Promise<Map<string, number>> {
  const names = Array.from({ length: 29 }, (_, at) => `Room ${101 + at}`);
  const [rooms, [suite]] = await Promise.all([
    makeRooms(secret, names),
    makeRooms(secret, ['Suite'], { units: 5 }),
  ]);
  const spans = new Map<string, number>();
  const book = async (room: typeof suite, from: number, to: number): Promise<void> => {
    const stay = await bookNights(secret, room, nights(from, to), `Guest ${from}`);
    spans.set(stay.id, inView(from, to));
  };
  const first = (at: number): number => (at < 5 ? -2 : at % 3);
  await Promise.all([
    ...rooms.slice(0, 25).map(async (room, at) => {
      await book(room, first(at), first(at) + 4);
      await book(room, 7 + (at % 3), 10 + (at % 3));
    }),
    ...Array.from({ length: 10 }, (_, at) => book(suite, at, at + 5)),
  ]);
  return spans;
}

it('a fortnight of a hotel has a bar for every stay, a row for every unit, and no bar over another', async () => {
  const own = await makeTenant(demo);
  const [spans, operator] = await Promise.all([
    fillHotel(own),
    makeOperator(own, { name: 'Mara Lindt', role: 'front_desk' }),
  ]);
  const { page, faults } = await openDesk(browser, demo, operator, `calendar?from=${dayAfter(0)}`);
  const bars = gridOf(page).locator('[role=gridcell][data-booking]');
  await expect.poll(() => bars.count()).toBe(60);
  const shown = await bars.evaluateAll((cells) =>
    cells.map((cell) => [cell.getAttribute('data-booking'), Number(cell.getAttribute('aria-colspan'))]),
  );
  expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(spans));
  const units = gridOf(page).getByRole('row', { name: /^Suite [1-5]\/5$/ });
  expect(await units.count()).toBe(5);
  for (const unit of await units.all()) {
    const taken = await unit.locator('[data-booking]').evaluateAll((cells) =>
      cells.flatMap((cell) => {
        const first = Number(cell.getAttribute('aria-colindex'));
        return Array.from({ length: Number(cell.getAttribute('aria-colspan')) }, (_, at) => first + at);
      }),
    );
    expect(new Set(taken).size).toBe(taken.length);
  }
  expect(faults).toEqual([]);
  await page.close();
});

it('a hold leaves with its end; what is sold elsewhere says where, stays, and over a stay leads to the conflict', async () => {
  const { secret } = tenant;
  const [free, sold] = await makeRooms(secret, ['Feed 101', 'Feed 102']);
  await bookNights(secret, sold, nights(3, 5), 'Ada Lovelace');
  elsewhere.serve('/free.ics', calendarOf(eventAfter('free', 2, 4)));
  elsewhere.serve('/sold.ics', calendarOf(eventAfter('sold', 3, 5)));
  const { id: heldId } = await hold(tenant.browser, {
    resourceId: free.id,
    ratePlanId: free.ratePlanId,
    ...windowOf(nights(6, 8)),
    partySize: 1,
  });
  const [, feed] = await Promise.all([
    connected(secret, elsewhere.urlOf('/free.ics'), free.id),
    connected(secret, elsewhere.urlOf('/sold.ics'), sold.id),
  ]);
  const conflict = await eventually('the conflict', async () => (await conflictsOf(secret, feed.id))[0]);
  const { page, faults } = await openCalendar('Feed');
  const held = gridOf(page).getByRole('gridcell', { name: /^Hold, \d+ minutes left/ });
  await held.waitFor();
  expect((await move(secret, heldId, 'cancelled')).status).toBe(200);
  await held.waitFor({ state: 'detached', timeout: SEEN_MS });

  const { host } = new URL(elsewhere.urlOf('/'));
  const block = rowOf(page, free).locator('[data-block]');
  expect(await block.getAttribute('aria-label')).toMatch(new RegExp(`^Blocked by ${host}, `));
  const before = await block.boundingBox();
  await drag(page, block, nightOf(page, free, dayAfter(9)));
  await page.getByRole('alert').getByText(`Imported from ${host}`).waitFor();
  expect(await block.boundingBox()).toMatchObject({ x: before?.x, width: before?.width });

  await rowOf(page, { name: 'Feed 102, over' }).getByRole('link').click();
  await page.locator(`[data-conflict="${conflict.id}"]`).getByText('Ada Lovelace').waitFor();
  expect(faults).toEqual([]);
  await page.close();
});

it('a stay is opened and left by keyboard; free nights are booked by keyboard and by the pointer', async () => {
  const [room] = await makeRooms(tenant.secret, ['Keys 101']);
  const stay = await bookNights(tenant.secret, room, nights(2, 4), 'Ada Lovelace');
  const { page, faults } = await openCalendar('Keys');
  await barOf(page, stay).waitFor();
  await page.getByRole('switch', { name: 'As a list' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  const focused = gridOf(page).locator(':focus');
  expect(await focused.getAttribute('data-booking')).toBe(stay.id);
  expect(await focused.getAttribute('aria-label')).toMatch(
    /^Ada Lovelace, Confirmed, \w{3} \d+ \w{3} \d{4} – \w{3} \d+ \w{3} \d{4}, Keys 101/,
  );
  await page.keyboard.press('Enter');
  const panel = page.getByRole('region', { name: 'Stay of Ada Lovelace' });
  await panel.waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  expect(await focused.getAttribute('data-booking')).toBe(stay.id);

  const booked = async (from: number, to: number): Promise<void> => {
    await page.getByRole('heading', { level: 1, name: 'New booking' }).waitFor();
    expect(await page.getByLabel('Arrival', { exact: true }).inputValue()).toBe(dayAfter(from));
    expect(await page.getByLabel('Departure', { exact: true }).inputValue()).toBe(dayAfter(to));
    await page.getByRole('button', { name: 'Choose Flexible, Keys 101' }).waitFor();
    expect(new URL(page.url()).searchParams.get('resource')).toBe(room.id);
  };
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Enter');
  await booked(4, 7);
  await page.goBack();
  await nightOf(page, room, dayAfter(5)).waitFor();
  await drag(page, nightOf(page, room, dayAfter(5)), nightOf(page, room, dayAfter(7)));
  await booked(5, 8);
  expect(faults).toEqual([]);
  await page.close();
});
