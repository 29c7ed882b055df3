import axe from 'axe-core';
import { addDays } from '@lodging/format';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NOW, ok } from './fake-api.ts';
import type { FakeApi } from './fake-api.ts';
import { fakeBlock } from './fake-calendar.ts';
import type { FakeCalendar } from './fake-calendar.ts';
import { bar, night, openCalendar } from './open-calendar.ts';
import type { Given } from './open-calendar.ts';
import { openConsole } from './open-console.ts';
import type { Site } from './open-console.ts';
import { booking, ids, RESOURCES } from './records.ts';

let site: Site;
beforeAll(async () => {
  site = await openConsole();
});
afterAll(async () => site.close());

const open = (given?: Given) => openCalendar(site, given);

const feed = { id: 'feed-1', channel: 'ical', status: 'active', feedUrl: 'https://works.example/ical/…' };

/** Two stays in each of thirty rooms, of which the first five begin before the fortnight. */
function fullHotel(calendar: FakeCalendar, api: FakeApi): void {
  const [first] = RESOURCES;
  if (first === undefined) throw new Error('there is no resource');
  calendar.resources = Array.from({ length: 30 }, (_, at) => ({
    ...first,
    id: ids.resource(at + 1),
    name: `Room ${at + 1}`,
  }));
  for (let n = 0; n < 60; n += 1) {
    const from = n < 5 ? '2027-06-08' : addDays('2027-06-10', n < 30 ? n % 3 : 8 + (n % 3));
    const stay = booking({ n: n + 1, from, nights: 4, more: { resourceId: ids.resource((n % 30) + 1) } });
    api.bookings.set(stay.id, stay);
  }
}

describe('the chart', () => {
  it('has every stay of the fortnight, also those that began before it, over the nights in view', async () => {
    const { grid, api, faults } = await open({ stays: [], prepare: fullHotel });
    await grid.locator('[data-booking]').nth(59).waitFor();
    expect(await grid.locator('[data-booking]').count()).toBe(60);
    expect(await bar(grid, 1).getAttribute('aria-colspan')).toBe('2');
    expect(await bar(grid, 6).getAttribute('aria-colspan')).toBe('4');
    expect(await grid.getAttribute('aria-rowcount')).toBe('33');
    for (const { query } of api.sent('GET /v1/occupancy')) expect(query.get('limit')).toBe('30');
    expect(faults).toEqual([]);
  });

  it('has a row for each unit of a resource, and no two bars of a row overlap', async () => {
    const stays = [1, 2, 3, 4, 5].map((n) =>
      booking({ n, from: addDays('2027-06-09', n), nights: 3, resource: 4 }),
    );
    const { grid } = await open({ stays });
    const rows = grid.getByRole('row', { name: /^Double room, lake side \d\/5$/ });
    await rows.nth(4).waitFor();
    expect(await rows.count()).toBe(5);
    for (const row of await rows.all()) {
      const boxes = await Promise.all(
        (await row.locator('[data-booking]').all()).map((one) => one.boundingBox()),
      );
      const spans = boxes.flatMap((box) => (box ? [[box.x, box.x + box.width] as const] : []));
      for (const [at, [, end]] of spans.entries())
        for (const [begin] of spans.slice(at + 1)) expect(begin).toBeGreaterThanOrEqual(end - 1);
    }
  });

  it('says what holds and imported blocks are, and leads from what is sold twice to its conflict', async () => {
    const held = booking({ n: 2, guest: 'Grace Hopper', state: 'held', resource: 2 });
    const { grid, context } = await open({
      stays: [booking({}), held],
      prepare(calendar, api) {
        calendar.blocks.set('a', fakeBlock(1, { from: '2027-06-11', kind: 'external' }));
        api.on('GET /v1/channel-connections', () => ok({ connections: [feed], nextCursor: null }));
        const of = { reservationId: ids.booking(1), resourceId: ids.resource(1), connectionId: 'feed-1' };
        const conflict = { ...of, id: 'conflict-1', startsAt: NOW, endsAt: NOW, status: 'open' };
        api.on('GET /v1/channel/conflicts', () => ok({ conflicts: [conflict], nextCursor: null }));
      },
    });
    await grid.getByRole('gridcell', { name: /^Hold, \d+ minutes left/ }).waitFor();
    await grid.getByRole('gridcell', { name: /^Blocked by works\.example/ }).waitFor();
    const over = grid.getByRole('row', { name: /, over$/ });
    expect(await over.locator('[data-date]').count()).toBe(0);
    expect(await over.getByRole('link', { name: 'Conflict' }).getAttribute('href')).toContain(
      'conflict=conflict-1',
    );
    await context.clock.runFor(13 * 60_000);
    await bar(grid, 2).waitFor({ state: 'detached' });
  });

  it('says of a bar who it is, in what state, from when to when and where', async () => {
    const stay = booking({ from: '2027-06-09', due: '14000', more: { quantity: 2, balanceState: 'due' } });
    const { grid } = await open({ stays: [{ ...stay, resourceId: ids.resource(4) }] });
    const name = await bar(grid, 1).getAttribute('aria-label');
    expect(name).toBe(
      'Ada Lovelace, Confirmed, Wed 9 Jun 2027 – Fri 11 Jun 2027, Double room, lake side, 2 units, money due, not yet in',
    );
  });

  it('keeps days, dates, room type and the text in the address, and can be a list', async () => {
    const { grid, page } = await open({
      stays: [booking({}), booking({ n: 2, guest: 'Grace Hopper', resource: 2 })],
    });
    await page.getByRole('radiogroup', { name: 'Days' }).getByRole('radio', { name: '28' }).click();
    await page.getByRole('searchbox', { name: 'Find a resource' }).fill('102');
    await bar(grid, 1).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Later' }).click();
    expect(await page.getByLabel('From').inputValue()).toBe('2027-06-24');
    await page.getByRole('button', { name: 'Today', exact: true }).click();
    await page.getByRole('switch', { name: 'As a list' }).click();
    await page.getByRole('table', { name: 'Calendar' }).getByText('Grace Hopper').waitFor();
    await page.reload();
    await page.getByRole('table', { name: 'Calendar' }).getByText('Grace Hopper').waitFor();
    expect(new URL(page.url()).search).toBe('?days=28&find=102&list=yes');
  });

  it('leaves the rows of a request that failed to be read again, and shows the rest', async () => {
    const { grid, page, context, api, calendar } = await open();
    const failing = () => ({ status: 503, body: { code: 'service_unavailable' } });
    api.on('GET /v1/occupancy', failing);
    await page.getByLabel('From').fill('2027-09-01');
    await context.clock.runFor(3_000);
    await grid.getByRole('button', { name: 'Try again' }).first().waitFor();
    const [, read] = Object.entries(calendar.operations).find(([name]) => name === 'GET /v1/occupancy') ?? [];
    if (read) api.on('GET /v1/occupancy', read);
    await grid.getByRole('button', { name: 'Try again' }).first().click();
    await night(grid, 1, '2027-09-01').waitFor();
  });
});

it.each(['light', 'dark'] as const)(
  'axe-core finds no violation beside an open panel, in %s',
  async (colorScheme) => {
    const { grid, page } = await open({
      colorScheme,
      prepare: (calendar) => void calendar.blocks.set('a', fakeBlock(1, { from: '2027-06-11' })),
    });
    await bar(grid, 1).click();
    await page.getByRole('button', { name: 'Move or extend' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Move or extend' }).click();
    await page.getByRole('dialog', { name: 'Move stay' }).getByLabel('Departure').fill('2027-06-13');
    await page.getByRole('radio', { name: 'Pay later' }).waitFor();
    expect(await violations(page)).toEqual([]);
  },
);

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate<string[]>(
    "axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })" +
      ".then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes.map((one) => one.html).join(' ')))",
  );
}
