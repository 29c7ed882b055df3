import { beforeAll, describe, expect, inject, it } from 'vitest';
import type { Answer, Client } from '../harness/client.ts';
import { makeLodging, makeTenant } from '../harness/own-tenant.ts';
import type { OwnTenant } from '../harness/own-tenant.ts';

const demo = inject('demo');
const first = Temporal.Now.plainDateISO('UTC').add({ days: 30 });
const day = (days: number) => first.add({ days }).toString();
const windowOf = (nights: number) => ({ from: `${day(0)}T15:00:00Z`, to: `${day(nights)}T10:00:00Z` });
const queryOf = (nights: number) => new URLSearchParams(windowOf(nights)).toString();
const YEAR = 366;
const PLANS = 10;

let tenant: OwnTenant;
let resourceId: string;
let ratePlanId: string;
beforeAll(async () => {
  tenant = await makeTenant(demo);
  ({ id: resourceId, ratePlanId } = await makeLodging(tenant.secret));
  const ratePlans = Array.from({ length: PLANS - 1 }, (_, n) => ({
    code: `plan-${n}`,
    name: `Plan ${n}`,
    currency: 'EUR',
  }));
  expect((await tenant.secret.put(`/v1/resources/${resourceId}/rates`, { ratePlans })).status).toBe(200);
});

const left = ({ headers }: Answer) => Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);

/**
 * As how many requests the second of two equal ones counts, once two pairs agree: the budget of a minute may end between
 * two requests, and while Redis is slow a process counts some of them by itself.
 */
async function countedAs(send: () => Promise<Answer>): Promise<number> {
  for (let previous = 0; ;) {
    const [before, after] = [await send(), await send()];
    const counted = left(before) - left(after);
    if (counted > 0 && counted === previous) return counted;
    previous = counted;
  }
}

describe('a read counts as one request for each 1,000 nights times plans that it looks at', () => {
  const search = (by: Client, nights: number, more: object = {}) =>
    by.post('/v1/search', {
      dates: { arrival: day(0), departure: day(nights) },
      adults: 1,
      plans: 'all',
      bookableOnly: false,
      ...more,
    });
  const quote = (nights: number, more: object = {}) =>
    tenant.browser.post('/v1/quotes', {
      resourceId,
      ratePlanId,
      ...windowOf(nights),
      partySize: 1,
      ...more,
    });
  const availability = (nights: number, more: string) =>
    tenant.browser.get(`/v1/availability?resource_id=${resourceId}&${queryOf(nights)}&${more}`);

  it('searches, with the stays near one that was refused', async () => {
    expect(await countedAs(() => search(tenant.browser, 2))).toBe(1);
    expect(await countedAs(() => search(tenant.browser, YEAR))).toBe(4);
    // No room takes the party: 28 other dates are looked at, for each of the plans.
    const near = await countedAs(() => search(tenant.secret, YEAR, { adults: 9, alternatives: 3 }));
    expect(near).toBe(Math.ceil((29 * YEAR * PLANS) / 1_000));
  });

  it('availability: one, whatever the stay, and more with alternatives alone', async () => {
    expect(await countedAs(() => availability(YEAR, 'party_size=1'))).toBe(1);
    expect(await countedAs(() => availability(YEAR, 'party_size=1&alternatives=5'))).toBe(4);
    const near = await countedAs(() => availability(100, 'party_size=9&alternatives=5'));
    // 28 other dates, for each of the plans.
    expect(near).toBe(Math.ceil((29 * 100 * PLANS) / 1_000));
  });

  it('quotes and calendars', async () => {
    expect(await countedAs(() => quote(YEAR))).toBe(1);
    const near = await countedAs(() => quote(YEAR, { partySize: 9, alternatives: 5 }));
    // The other plans, and 28 other dates on the plan.
    expect(near).toBe(Math.ceil(((1 + PLANS - 1 + 28) * YEAR) / 1_000));
    const path = `/v1/resources/${resourceId}/calendar?${queryOf(YEAR)}`;
    expect(await countedAs(() => tenant.browser.get(path))).toBe(4);
    const etag = (await tenant.browser.get(path)).headers.get('etag') ?? '';
    const known = () => tenant.browser.get(path, { headers: { 'if-none-match': etag } });
    expect(await countedAs(known)).toBe(1);
  });

  it('near a stay of more than 30 nights there are other plans and dates alone', async () => {
    await makeLodging(tenant.secret);
    const kinds = async (nights: number) => {
      const { body } = await availability(nights, 'party_size=9&alternatives=5');
      return (body['alternatives'] as { kind: string }[]).map(({ kind }) => kind);
    };
    expect(await kinds(31)).toEqual([]);
    const soldStay = { resourceId, ratePlanId, ...windowOf(1), partySize: 1, paidOffline: true };
    const booked = await tenant.secret.create('/v1/bookings', {
      ...soldStay,
      guestEmail: 'guest@example.test',
    });
    expect(booked.status, JSON.stringify(booked.body)).toBe(201);
    const near = async (nights: number) => {
      const { body } = await quote(nights, { alternatives: 5 });
      return new Set((body['alternatives'] as { kind: string }[]).map(({ kind }) => kind));
    };
    expect(await near(30)).toEqual(new Set(['shift', 'shorter', 'resource']));
    expect(await near(31)).toEqual(new Set(['shift']));
  });
});

describe('with a publishable key', () => {
  it('searches of one address run one at a time, and the page learns when to come again', async () => {
    const search = (by: Client) =>
      by.post('/v1/search', { dates: { arrival: day(0), departure: day(YEAR) }, adults: 1 });
    const answers = await Promise.all(Array.from({ length: 12 }, () => search(tenant.browser)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses).toContain(200);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body).toMatchObject({ code: 'rate_limited' });
    expect(refused?.headers.get('retry-after')).toBe('1');
    expect(refused?.headers.get('access-control-allow-origin')).toBe('https://widget.example');
    expect(statuses.filter((status) => ![200, 429].includes(status))).toEqual([]);
    expect((await search(tenant.browser)).status).toBe(200);
    const others = await Promise.all(Array.from({ length: 4 }, () => search(tenant.secret)));
    expect(others.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });
});
