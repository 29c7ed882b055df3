import { randomUUID } from 'node:crypto';
import { refuse } from '@lodging/kernel';
import { describe, expect, it } from 'vitest';
import type { TestTenant } from './build-tenant.ts';
import { expectProblem } from './expect-problem.ts';
import type { StubServices } from './stub-services.ts';
import { useGateway } from './use-gateway.ts';

let stubs: StubServices;
let tenant: TestTenant;
useGateway((started) => ({ stubs, tenant } = started));

const dates = { arrival: '2027-06-10', departure: '2027-06-12' };
const flexible = { earliest: '2027-06-10', latest: '2027-06-20', minNights: 1, maxNights: 3 };
const page = { asOf: '2027-06-01T00:00:00.000Z', evaluated: 0, results: [] };
const answer = (value: object = {}) =>
  stubs.answer('search-stays', { ok: true, value: { ...page, nextAfter: null, ...value } });
const lastCall = () => stubs.calls.get('search-stays')?.at(-1)?.request;

describe('a search', () => {
  it('is sent to inventory with its defaults, for any key', async () => {
    answer();
    const body = { dates, adults: 2, resourceIds: [randomUUID().toUpperCase()], promoCode: 'x' };
    for (const client of [tenant.browser, tenant.secret]) {
      const found = await client.post('/v1/search', body);
      expect([found.status, found.body]).toEqual([200, { ...page, nextCursor: null }]);
    }
    expect(lastCall()).toEqual({
      dates,
      adults: 2,
      resourceIds: [body.resourceIds[0]?.toLowerCase()],
      quantity: 1,
      freeCancellation: false,
      plans: 'cheapest',
      bookableOnly: true,
      alternatives: 0,
      sort: 'price',
      limit: 20,
      after: null,
    });
  });

  it('goes on from its cursor, for every key of the tenant and mode, and for no other', async () => {
    answer({ nextAfter: '{"a":1}' });
    const first = await tenant.browser.post('/v1/search', { dates, adults: 2, limit: 1 });
    const cursor = String(first.body['nextCursor']);
    answer();
    expect((await tenant.secret.post('/v1/search', { dates, adults: 2, cursor })).status).toBe(200);
    expect(lastCall()).toMatchObject({ after: '{"a":1}', limit: 20 });
    expect(lastCall()).not.toHaveProperty('cursor');
    for (const [client, sent] of [
      [tenant.testSecret, cursor],
      [tenant.secret, `${cursor}x`],
      [tenant.secret, ''],
    ] as const)
      expectProblem(await client.post('/v1/search', { dates, adults: 2, cursor: sent }), 'invalid_cursor');
  });

  it('says how broad it is where it is too broad', async () => {
    const bound = { candidates: 1_200, work: 2_400, most: 1_000 };
    stubs.answer('search-stays', refuse('search_too_broad', 'Too broad.', bound));
    const refused = await tenant.browser.post('/v1/search', { dates, adults: 2 });
    expect(expectProblem(refused, 'search_too_broad')).toMatchObject({ status: 400, ...bound });
    stubs.answer('search-stays', refuse('currency_required', 'Send it.'));
    expectProblem(await tenant.browser.post('/v1/search', { dates, adults: 2 }), 'currency_required');
  });

  it.each([
    [{ adults: 2 }, ''],
    [{ dates, flexible, adults: 2 }, ''],
    [{ dates, window: { from: '2027-06-10T12:00:00Z', to: '2027-06-12T12:00:00Z' }, adults: 2 }, ''],
    [{ dates }, '/adults'],
    [{ dates, adults: 0 }, '/adults'],
    [{ dates, adults: 1, children: 2, childAges: [3] }, '/childAges'],
    [{ dates, adults: 1, childAges: [18] }, '/childAges/0'],
    [{ dates, adults: 1, text: 'x' }, '/text'],
    [{ dates, adults: 1, text: 'a b c d e f' }, '/text'],
    [{ dates, adults: 1, text: '¨¨' }, '/text'],
    [{ dates, adults: 1, text: 'a¨b¨c¨d¨e¨f' }, '/text'],
    [{ dates, adults: 1, features: ['Sea'] }, '/features/0'],
    [{ dates, adults: 1, features: Array(21).fill('a') }, '/features'],
    [{ dates, adults: 1, limit: 101 }, '/limit'],
    [{ dates, adults: 1, sort: 'random' }, '/sort'],
    [{ dates, adults: 1, alternatives: 4 }, '/alternatives'],
    [{ dates, adults: 1, maxTotalMinorUnits: 5 }, '/maxTotalMinorUnits'],
    [{ dates: { arrival: '2027-02-30', departure: '2027-03-02' }, adults: 1 }, '/dates/arrival'],
    [{ flexible: { ...flexible, latest: flexible.earliest }, adults: 1 }, '/flexible/latest'],
    [{ flexible: { ...flexible, latest: '2027-08-12' }, adults: 1 }, '/flexible/latest'],
    [{ flexible: { ...flexible, maxNights: 31 }, adults: 1 }, '/flexible/maxNights'],
    [{ flexible: { ...flexible, minNights: 4 }, adults: 1 }, '/flexible/maxNights'],
    [{ flexible: { ...flexible, arrivalWeekdays: [0] }, adults: 1 }, '/flexible/arrivalWeekdays/0'],
  ])('%j is refused', async (body, pointer) => {
    const refused = expectProblem(await tenant.secret.post('/v1/search', body), 'validation_failed');
    expect(refused['errors']).toMatchObject([{ pointer }]);
  });
});
