import { beforeAll, describe, expect, inject, it } from 'vitest';
import { Client } from '../harness/client.ts';
import { expectProblem } from '../harness/expect-problem.ts';
import { makeGeneric, makeLodging, makeTenant, type OwnTenant } from '../harness/own-tenant.ts';
import { quote } from '../harness/stay.ts';
import type { SearchPage as Found } from '../harness/records.ts';

const demo = inject('demo');
let tenant: OwnTenant;

beforeAll(async () => {
  tenant = await makeTenant(demo);
});

const dates = { arrival: '2027-06-10', departure: '2027-06-13' };

const search = async (body: object, by = tenant.browser) => {
  const answer = await by.post<Found>('/v1/search', { dates, adults: 2, ...body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};
const hold = (signedQuoteToken: string) => tenant.browser.create('/v1/holds', { signedQuoteToken });
const idsOf = ({ results }: Found) => results.map(({ resource }) => resource.id);

describe('find a place to stay', () => {
  it('what a guest finds is what a quote costs and a hold takes', async () => {
    const dear = await makeLodging(tenant.secret, { baseAmountMinorUnits: '20000', units: 2 });
    const cheap = await makeLodging(tenant.secret, {
      baseAmountMinorUnits: '9000',
      timezone: 'America/New_York',
    });
    const bike = await makeGeneric(tenant.secret, 'Europe/Berlin');
    const page = await search({ kinds: ['hotel_room'] });
    expect(idsOf(page)).toEqual([cheap.id, dear.id]);
    expect(idsOf(await search({ kinds: ['generic'], adults: 1 }))).toEqual([bike.id]);
    expect(await search({ kinds: ['hotel_room'] }, tenant.secret)).toMatchObject({ results: page.results });
    for (const { resource, from, to, cheapest } of page.results) {
      const stay = {
        resourceId: resource.id,
        ratePlanId: cheapest?.ratePlanId ?? '',
        from,
        to,
        partySize: 2,
      };
      const priced = await quote(tenant.browser, stay);
      expect(priced.priceBreakdown.totalMinorUnits).toBe(cheapest?.totalMinorUnits);
      expect(priced.displayTotal).toEqual(cheapest?.displayTotal);
      const held = await hold(priced.signedQuoteToken);
      expect(held.status).toBe(201);
    }
    const after = await search({ kinds: ['hotel_room'], bookableOnly: false });
    expect(
      after.results.map(({ resource, unitsLeft, reasons }) => [resource.id, unitsLeft, reasons]),
    ).toEqual([
      [dear.id, 1, []],
      [cheap.id, 0, ['reserved']],
    ]);
  });

  it('an archived resource is not found, not quoted and not listed, and keeps its signed quotes', async () => {
    const room = await makeLodging(tenant.secret);
    const features = ['wifi', 'lake_view', 'wifi'];
    const path = `/v1/resources/${room.id}`;
    const described = await tenant.secret.send('PATCH', path, {
      body: { features, description: 'A quiet room' },
    });
    expect(described.body).toMatchObject({ features: ['lake_view', 'wifi'], archivedAt: null });
    const found = await search({ features: ['lake_view'], text: 'QUIET' });
    expect(idsOf(found)).toEqual([room.id]);
    const { from = '', to = '' } = found.results[0] ?? {};
    const stay = { resourceId: room.id, ratePlanId: room.ratePlanId, from, to, partySize: 2 };
    const priced = await quote(tenant.browser, stay);
    const archived = await tenant.secret.send('PATCH', path, { body: { archived: true } });
    expect(archived.body).toMatchObject({ archivedAt: expect.any(String) });
    expect(idsOf(await search({ text: 'quiet', bookableOnly: false }))).toEqual([]);
    const refused = await tenant.browser.post('/v1/quotes', stay);
    expect(expectProblem(refused, 409, 'unavailable')).toMatchObject({ reasons: ['stop_sell'] });
    const list = async (query: string) =>
      (await tenant.secret.get<{ resources: { id: string }[] }>(`/v1/resources${query}`)).body.resources;
    expect((await list('?limit=100')).map(({ id }) => id)).not.toContain(room.id);
    expect((await list('?archived=true')).map(({ id }) => id)).toEqual([room.id]);
    expectProblem(await tenant.browser.get('/v1/resources?archived=true'), 403, 'secret_key_required');
    const held = await hold(priced.signedQuoteToken);
    expect(held.status).toBe(201);
  });

  it('finds the cities of the demo, which are sold with taxes and a policy', async () => {
    const key = new Client(demo.gatewayUrl, demo.tenants[0]?.secretKey ?? '');
    const body = { dates, adults: 2, features: ['castle_view'], ratePlanCodes: ['FLEX'], limit: 1 };
    const answer = await key.post<Found>('/v1/search', body);
    const [city] = answer.body.results;
    expect(city).toMatchObject({
      resource: { slug: expect.stringMatching(/^lis-/) },
      cheapest: { currency: 'EUR', refundability: 'partially_refundable', freeUntil: expect.any(String) },
    });
    const nowhere = await key.post<Found>('/v1/search', { dates, adults: 2, text: 'lisboa castle_view' });
    expect(nowhere.body.results).toEqual([]);
  });

  it('pages by a cursor that is good for the same body', async () => {
    const first = await search({ limit: 1, bookableOnly: false, currency: 'EUR' });
    const same = { bookableOnly: false, currency: 'EUR', cursor: first.nextCursor };
    const rest = await search({ ...same, limit: 100 });
    const whole = await search({ limit: 100, bookableOnly: false, currency: 'EUR' });
    expect([...idsOf(first), ...idsOf(rest)]).toEqual(idsOf(whole));
    const other = await tenant.browser.post('/v1/search', { dates, adults: 1, ...same });
    expectProblem(other, 400, 'invalid_cursor');
    const past = { dates: { arrival: '2020-01-01', departure: '2020-01-02' }, adults: 1 };
    expectProblem(await tenant.browser.post('/v1/search', past), 400, 'invalid_window');
  });
});
