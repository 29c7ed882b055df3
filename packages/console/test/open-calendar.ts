import type { Locator } from 'playwright-core';
import { fakeApi } from './fake-api.ts';
import type { FakeApi } from './fake-api.ts';
import { fakeCalendar } from './fake-calendar.ts';
import type { FakeCalendar } from './fake-calendar.ts';
import type { Site, Visit } from './open-console.ts';
import { booking, ids } from './records.ts';
import type { FakeBooking } from './records.ts';

export interface Opened extends Visit {
  readonly grid: Locator;
  readonly calendar: FakeCalendar;
}

export interface Given {
  readonly stays?: readonly FakeBooking[];
  readonly prepare?: (calendar: FakeCalendar, api: FakeApi) => void;
  readonly path?: string;
  readonly colorScheme?: 'light' | 'dark';
}

export async function openCalendar(
  site: Site,
  { stays = [booking({})], prepare, path = '/calendar', colorScheme = 'light' }: Given = {},
) {
  const calendar = fakeCalendar();
  const api = fakeApi(calendar.operations);
  api.bookings.clear();
  for (const stay of stays) api.bookings.set(stay.id, stay);
  prepare?.(calendar, api);
  const visit = await site.open({ api, path, colorScheme });
  const grid = visit.page.getByRole('grid', { name: 'Calendar' });
  await grid.locator('[data-date]').first().waitFor();
  return { ...visit, grid, calendar } satisfies Opened;
}

export const bar = (grid: Locator, n: number): Locator => grid.locator(`[data-booking="${ids.booking(n)}"]`);
export const night = (grid: Locator, resource: number, date: string): Locator =>
  grid.locator(`[data-resource="${ids.resource(resource)}"][data-lane="0"][data-date="${date}"]`);
