import { expect, test } from 'vitest';
import type { Api } from './call-api.ts';
import { isOversoldAhead, seedCalendars } from './seed-calendars.ts';

const TODAY = Temporal.PlainDate.from('2027-06-10');

async function connectedWith(
  names: readonly string[],
  sold: readonly string[] = ['flat', 'loft'],
): Promise<unknown[]> {
  const connected: unknown[] = [];
  const api = {
    get: (path: string) => {
      const [, id] = /connections\/(\w+)\/listings$/.exec(path) ?? [];
      return Promise.resolve(
        id === undefined
          ? { connections: names.map((_, at) => ({ id: String(at) })) }
          : { listings: [{ externalListingId: names[Number(id)] }] },
      );
    },
    post: (path: string, body: object) => {
      if (!path.endsWith('/sync')) connected.push(body);
      return Promise.resolve({ id: 'new' });
    },
  };
  await seedCalendars(api as unknown as Api, {
    calendarsUrl: 'http://localhost:3000/calendars',
    today: TODAY,
    oversold: { resourceId: sold[0], from: TODAY.add({ days: 10 }), until: TODAY.add({ days: 14 }) },
    otherResourceId: sold[1],
  });
  return connected;
}

const OVERSOLD = [
  { channel: 'ical', feedUrl: 'http://localhost:3000/calendars/2027-06-20/2027-06-24.ics' },
  { resourceId: 'flat', externalListingId: 'demo-oversold-2027-06-24' },
];

test('a sandbox without a calendar gets one that conflicts and one that cannot be read', async () => {
  expect(await connectedWith([])).toEqual([
    ...OVERSOLD,
    { channel: 'ical', feedUrl: 'http://localhost:3000/calendars/gone.ics' },
    { resourceId: 'loft', externalListingId: 'demo' },
  ]);
});

test('a later start connects another one only where the dates of the first are over', async () => {
  expect(await connectedWith(['demo-oversold-2027-06-11', 'demo'])).toEqual([]);
  expect(await connectedWith(['demo-oversold-2027-06-10', 'demo'])).toEqual(OVERSOLD);
  expect(await connectedWith(['demo', 'demo'])).toEqual(OVERSOLD);
});

test('a calendar of a resource that is off sale is not connected', async () => {
  expect(await connectedWith([], [])).toEqual([]);
});

test('other names of listings have no dates', () => {
  const named = (externalListingId: string | null) => isOversoldAhead([{ externalListingId }], TODAY);
  expect(named('demo-oversold-2027-06-11')).toBe(true);
  for (const name of [null, 'demo', 'demo-oversold-soon', 'demo-oversold-2027-06-10'])
    expect(named(name)).toBe(false);
});
