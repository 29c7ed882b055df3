import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { startBrowser } from '../harness/browser.ts';
import { barOf, bookNights, drag, gridOf, makeRooms, nightOf } from '../harness/calendar-desk.ts';
import { dayAfter } from '../harness/calendars.ts';
import { makeOperator, openDesk } from '../harness/desk.ts';
import type { Desk, Operator } from '../harness/desk.ts';
import { makeTenant } from '../harness/own-tenant.ts';
import type { OwnTenant } from '../harness/own-tenant.ts';

const demo = inject('demo');
const FORTNIGHT = 14;

let browser: Browser;
let tenant: OwnTenant;
let manager: Operator;
beforeAll(async () => {
  [browser, tenant] = await Promise.all([startBrowser(), makeTenant(demo)]);
  manager = await makeOperator(tenant, { name: 'Sam Roth', role: 'manager' });
});
afterAll(async () => browser.close());

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
