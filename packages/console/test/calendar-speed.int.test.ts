import { addDays } from '@lodging/format';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ok } from './fake-api.ts';
import { stayEntry } from './fake-calendar.ts';
import { openCalendar } from './open-calendar.ts';
import { openConsole } from './open-console.ts';
import type { Site } from './open-console.ts';
import { booking, ids, RESOURCES } from './records.ts';

const RESOURCE_COUNT = 500;
const STAYS_EACH = 20;
const MOST_ELEMENTS = 4_000;

let site: Site;
beforeAll(async () => {
  site = await openConsole();
});
afterAll(async () => site.close());

/** Twenty stays of three nights in each of five hundred resources of two units. */
function entriesOf(resource: number): object[] {
  const made = booking({ nights: 3 });
  return Array.from({ length: STAYS_EACH }, (_, at) => {
    const from = addDays('2027-06-10', Math.floor(at / 2) * 6 + (resource % 3));
    const to = addDays(from, 3);
    return {
      ...stayEntry(made),
      id: ids.booking(resource * 100 + at),
      from,
      to,
      startsAt: `${from}T13:00:00.000Z`,
      endsAt: `${to}T09:00:00.000Z`,
    };
  });
}

it('five hundred resources with ten thousand entries never have more than 4,000 elements, while all is scrolled', async () => {
  const { grid, page, api } = await openCalendar(site, {
    stays: [],
    path: '/calendar?days=60',
    prepare(calendar, fake) {
      const [first] = RESOURCES;
      if (first === undefined) throw new Error('there is no resource');
      calendar.resources = Array.from({ length: RESOURCE_COUNT }, (_, at) => ({
        ...first,
        id: ids.resource(at + 1),
        name: `Room ${at + 1}`,
        units: 2,
      }));
      fake.on('GET /v1/occupancy', ({ query }) => {
        const [from, to] = [query.get('from') ?? '', query.get('to') ?? ''];
        const resources = (query.get('resourceIds') ?? '').split(',').map((resourceId) => ({
          resourceId,
          units: 2,
          entries: entriesOf(Number(resourceId.slice(-12))).filter(
            (entry) => (entry as { from: string }).from < to && (entry as { to: string }).to > from,
          ),
        }));
        return ok({ from, to, asOf: '2027-06-10T08:00:00.000Z', resources, nextCursor: null });
      });
    },
  });
  const size = (): Promise<number> => grid.evaluate((element) => element.querySelectorAll('*').length);
  const scrolled = (top: number, left: number): Promise<void> =>
    grid.evaluate(
      (element, to) => {
        element.scrollTo(to);
        return new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      },
      { top, left },
    );
  for (let at = 0; at <= 10; at += 1) {
    await scrolled(at * 1_000, at * 300);
    expect(await size()).toBeLessThanOrEqual(MOST_ELEMENTS);
  }
  // What is in view is read, drawn, and still within the bound.
  await grid.getByRole('row', { name: 'Room 170 1/2' }).locator('[data-booking]').first().waitFor();
  await page.waitForLoadState('networkidle');
  expect(await size()).toBeLessThanOrEqual(MOST_ELEMENTS);
  for (const { query } of api.sent('GET /v1/occupancy'))
    expect((query.get('resourceIds') ?? '').split(',').length).toBeLessThanOrEqual(50);
});
