import { afterAll, beforeAll, expect, it } from 'vitest';
import { largestCalendar } from './largest-calendar.ts';
import { openCalendar } from './open-calendar.ts';
import { openConsole } from './open-console.ts';
import type { Site } from './open-console.ts';

const MOST_ELEMENTS = 4_000;

let site: Site;
beforeAll(async () => {
  site = await openConsole();
});
afterAll(async () => site.close());

it('five hundred resources with ten thousand entries never have more than 4,000 elements, while all is scrolled', async () => {
  const { grid, page, api } = await openCalendar(site, {
    stays: [],
    path: '/calendar?days=60',
    prepare: largestCalendar,
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
