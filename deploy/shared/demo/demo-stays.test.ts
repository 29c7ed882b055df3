import { expect, test } from 'vitest';
import { demoTenants } from './demo-data.ts';
import { demoHold, demoStays } from './demo-stays.ts';

const resourceOf = (tenant: string, slug: string) =>
  demoTenants.find((one) => one.slug === tenant)?.resources.find((one) => one.slug === slug);
const nightsOf = (from: number, nights: number) => Array.from({ length: nights }, (_, at) => from + at);

test.each(Object.keys(demoStays))(
  'the stays of %s are of its resources, and none of them is oversold',
  (tenant) => {
    const taken = new Map<string, number>();
    for (const { slug, arrival, nights, party, state } of demoStays[tenant] ?? []) {
      const resource = resourceOf(tenant, slug);
      expect(party, slug).toBeLessThanOrEqual(resource?.capacity ?? 0);
      if (state === 'cancelled' || state === 'no_show') continue;
      for (const night of nightsOf(arrival, nights)) {
        const key = `${slug} ${night}`;
        taken.set(key, (taken.get(key) ?? 0) + 1);
        expect(taken.get(key), key).toBeLessThanOrEqual(resource?.units ?? 1);
      }
    }
  },
);

test('the sandbox has guests who come, are here, are late, leave, were cancelled and owe', () => {
  const stays = demoStays['seeblick'] ?? [];
  const some = (is: (stay: (typeof stays)[number]) => boolean) => expect(stays.some(is)).toBe(true);
  some(({ arrival, state }) => arrival === 0 && state === undefined);
  some(({ arrival, state }) => arrival < 0 && state === undefined);
  some(({ arrival, nights, state }) => state === 'checked_in' && arrival + nights > 0);
  some(({ arrival, nights, state }) => state === 'checked_in' && arrival + nights === 0);
  some(({ arrival, nights, state }) => state === 'checked_in' && arrival + nights < 0);
  for (const state of ['checked_out', 'cancelled', 'no_show']) some((stay) => stay.state === state);
  some(({ deposit }) => deposit === true);
  some(({ paysThere, arrival, state }) => paysThere === true && arrival === 0 && state === undefined);
  some(({ paysThere, arrival, nights }) => paysThere === true && arrival + nights === 0);
  some(({ oversold }) => oversold === true);
  expect(resourceOf('seeblick', demoHold.slug)).toBeDefined();
});
