import { afterAll, beforeAll, expect, it } from 'vitest';
import { sellingApi } from './fake-selling.ts';
import { openConsole } from './open-console.ts';
import type { Site } from './open-console.ts';
import { booking, ids } from './records.ts';

let site: Site;
beforeAll(async () => {
  site = await openConsole();
});
afterAll(async () => site.close());

it.each([[`/bookings/${ids.booking(1)}`], ['/new-booking']])(
  'the language of a guest is chosen by its name, in the language of the page: %s',
  async (path) => {
    const { api } = sellingApi();
    api.bookings.set(ids.booking(1), booking({}));
    const { page, context, faults } = await site.open({ api, path, locale: 'de-DE' });
    const offered = await page
      .getByLabel('Sprache', { exact: true })
      .evaluate((input: HTMLInputElement) =>
        [...(input.list?.options ?? [])].map(({ value, label }) => [value, label]),
      );
    expect(offered).toContainEqual(['fr', 'Französisch']);
    expect(faults).toEqual([]);
    await context.close();
  },
);
