import { randomUUID } from 'node:crypto';
import { createWorkCounter } from '@lodging/kit-runtime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asOwner } from './as-owner.ts';
import { createVilla, nights, stayRequest } from './create-villa.ts';
import type { Villa } from './create-villa.ts';
import { searchRequest } from './search-requests.ts';
import { startInventory, valueOf } from './start-inventory.ts';
import type { InventoryClient, TestInventory } from './start-inventory.ts';

let inventory: TestInventory;
let client: InventoryClient;
let villa: Villa;
beforeAll(async () => {
  inventory = await startInventory();
  ({ client } = inventory);
});
beforeEach(async () => {
  villa = await createVilla(client);
});
afterAll(() => inventory.stop());

const dateAt = (day: number) =>
  Temporal.Now.plainDateISO('UTC')
    .add({ days: 60 + day })
    .toString();
const dates = (count: number) => ({ arrival: dateAt(0), departure: dateAt(count) });

/** How much work the request says that it took. */
async function workOf(call: (context: { work: ReturnType<typeof createWorkCounter> }) => Promise<unknown>) {
  const work = createWorkCounter();
  await call({ work });
  return work.total;
}

async function addPlans(count: number): Promise<void> {
  const { tenantId, resourceId } = villa;
  const plans = Array.from({ length: count }, (_, n) => ({ code: `p${n}`, name: `P${n}`, currency: 'EUR' }));
  for (let first = 0; first < count; first += 100)
    valueOf(await client.putRates(tenantId, { resourceId, ratePlans: plans.slice(first, first + 100) }));
}

/** More than may be set today: a resource may have them from before the bound. */
async function addOldPlans(count: number): Promise<void> {
  const { tenantId, resourceId, ratePlanId } = villa;
  await inventory.db.inTenant(tenantId, async (tx) => {
    await tx.query(
      `INSERT INTO rate_plans SELECT copy.* FROM rate_plans AS original, generate_series(1, ${count}) AS n,
         jsonb_populate_record(original, jsonb_build_object('id', gen_random_uuid(), 'code', 'old-' || n)) AS copy
       WHERE original.id = '${ratePlanId}'`,
    );
    await tx.query(`UPDATE resources SET config_version = config_version + 1 WHERE id = '${resourceId}'`);
  });
}

/** So many tiers for each resource of the tenant, which change no price: past the limits of a request. */
async function addTiers(count: number): Promise<void> {
  await asOwner(inventory, villa.tenantId, async (owner) => {
    await owner.query(
      `UPDATE inventory.pricing SET lead_time_tiers = (
         SELECT jsonb_agg(jsonb_build_object('minDaysAhead', 3000 + n, 'maxDaysAhead', 3000 + n, 'multiplierBps', 10001))
         FROM generate_series(1, ${count}) n) WHERE tenant_id = '${villa.tenantId}'`,
    );
    await owner.query('UPDATE inventory.resources SET config_version = config_version + 1');
  });
}

async function take(first: number, count: number): Promise<void> {
  const { tenantId, resourceId } = villa;
  const request = { claimId: randomUUID(), resourceId, quantity: 1, expiresAt: null };
  valueOf(await client.claimUnits(tenantId, { ...request, ...nights(first, count) }));
}

describe('a search', () => {
  const search = (changes: Parameters<typeof searchRequest>[0]) =>
    workOf((context) => client.searchStays(villa.tenantId, searchRequest(changes), context));

  it('takes nights times plans of every window', async () => {
    expect(await search({ dates: dates(366) })).toBe(366);
    await addPlans(2);
    expect(await search({ dates: dates(366) })).toBe(366 * 3);
    const flexible = { earliest: dateAt(0), latest: dateAt(20), minNights: 4, maxNights: 5 };
    expect(await search({ flexible })).toBe((17 * 4 + 16 * 5) * 3);
    const { tenantId, resourceId } = villa;
    valueOf(await client.updateResource(tenantId, { resourceId, changes: { archived: true } }));
    expect(await search({ dates: dates(366) })).toBe(0);
  });

  it('takes what it reads where that is more: resources, and texts for its words', async () => {
    expect(await search({ dates: dates(2) })).toBe(10);
    const { tenantId, resourceId } = villa;
    await createVilla(client, { tenantId });
    expect(await search({ dates: dates(2) })).toBe(20);
    const changes = { description: 'x'.repeat(5_000) };
    valueOf(await client.updateResource(tenantId, { resourceId, changes }));
    expect(await search({ dates: dates(2) })).toBe(20);
    expect(await search({ dates: dates(2), text: 'nothing like it' })).toBeGreaterThanOrEqual(20 + 50);
  });

  it('that is too broad takes what it was refused for, up to a bound', async () => {
    const flexible = { earliest: dateAt(0), latest: dateAt(62), minNights: 1, maxNights: 30 };
    await addPlans(10);
    expect(await search({ flexible })).toBe(50_000);
  });

  it('that is too heavy takes what it loaded, and what is in the cache is not loaded', async () => {
    await createVilla(client, { tenantId: villa.tenantId });
    await addTiers(8_000);
    // A plan and its tiers, of both; they are in the cache then.
    expect(await search({ dates: dates(2) })).toBe(Math.ceil((2 * 8_005) / 5));
    expect(await search({ dates: dates(2) })).toBe(20);
  });

  it('takes its alternatives, too, and no more than its bound leaves', async () => {
    await take(0, 2);
    const alone = await search({ dates: dates(2), bookableOnly: false });
    const changes = { bookableOnly: false, alternatives: 3 };
    const near = await search({ dates: dates(2), ...changes });
    expect(near).toBeGreaterThan(alone);
    // 14 days in each direction, one night less at each end: a short stay counts as ten.
    expect(near).toBeLessThanOrEqual(alone + 30 * 10);
    await addOldPlans(400);
    expect(await search({ dates: dates(366), bookableOnly: false })).toBe(366 * 401);
    const broad = await search({ dates: dates(366), ...changes });
    expect(broad).toBeLessThanOrEqual(200_000);
  });
});

describe('availability', () => {
  const availability = (stay: object, changes: object = {}) => {
    const { tenantId, resourceId } = villa;
    const window = { from: `${dateAt(0)}T14:00:00.000Z`, to: `${dateAt(2)}T09:00:00.000Z`, ...stay };
    const request = { resourceId, partySize: 2, ...window, ...changes };
    return workOf((context) => client.findAvailability(tenantId, request, context));
  };
  const year = { to: `${dateAt(366)}T09:00:00.000Z` };

  it('alone takes no work, whatever the stay', async () => {
    expect(await availability(year)).toBe(0);
    await take(0, 2);
    expect(await availability(year, { alternatives: 0 })).toBe(0);
  });

  it('with alternatives takes nights times plans of the stay, and of each stay that was looked at', async () => {
    expect(await availability(year, { alternatives: 5 })).toBe(366);
    await addPlans(1);
    const { ratePlanId } = villa;
    expect(await availability(year, { alternatives: 5 })).toBe(2 * 366);
    expect(await availability(year, { alternatives: 5, ratePlanId })).toBe(366);
    await take(100, 2);
    // Near a stay of more than 30 nights only dates are looked at: each of them has the taken nights in it.
    expect(await availability(year, { alternatives: 5 })).toBe((1 + 28) * 2 * 366);
    // The nearest dates are enough where they can be had.
    await take(0, 2);
    expect(await availability({}, { alternatives: 1 })).toBeLessThan(28 * 10);
  });

  it('is refused where it would look at more than a search may', async () => {
    await addOldPlans(547);
    const { tenantId, resourceId } = villa;
    const from = `${dateAt(0)}T14:00:00.000Z`;
    const request = { resourceId, partySize: 2, from, ...year };
    const refused = await client.findAvailability(tenantId, { ...request, alternatives: 1 });
    expect(refused).toMatchObject({
      refusal: {
        code: 'search_too_broad',
        extra: { candidates: 1, work: 548 * 366, most: 200_000 },
      },
    });
    expect(await client.findAvailability(tenantId, request)).toMatchObject({ ok: true });
    const read = { resourceId, from, ...year, knownEtags: [] };
    const calendar = await workOf(async (context) => {
      const answer = await client.readCalendar(tenantId, read, context);
      expect(answer).toMatchObject({ refusal: { code: 'search_too_broad' } });
    });
    expect(calendar).toBe(0);
  });
});

describe('a quote', () => {
  it('takes its nights, and the stays that were looked at near a refused one', async () => {
    const price = (changes: object) =>
      workOf((context) => client.priceStay(villa.tenantId, stayRequest(villa, changes), context));
    expect(await price({})).toBe(3);
    expect(await price(nights(0, 366))).toBe(366);
    expect(await price({ ...nights(0, 366), alternatives: 5 })).toBe(366);
    await take(100, 2);
    expect(await price(nights(0, 366))).toBe(366);
    expect(await price({ ...nights(0, 366), alternatives: 5 })).toBe((1 + 28) * 366);
    await addPlans(2);
    expect(await price({ ...nights(0, 366), alternatives: 5 })).toBe((1 + 2 + 28) * 366);
  });
});

describe('a calendar', () => {
  it('takes its nights times plans, and nothing where the client has it', async () => {
    const { tenantId, resourceId } = villa;
    const window = { from: `${dateAt(0)}T14:00:00.000Z`, to: `${dateAt(366)}T09:00:00.000Z` };
    let etag = '';
    const read = (knownEtags: string[]) =>
      workOf(async (context) => {
        const answer = await client.readCalendar(tenantId, { resourceId, ...window, knownEtags }, context);
        etag = valueOf(answer).etag;
      });
    expect(await read([])).toBe(366);
    await addPlans(2);
    expect(await read([])).toBe(3 * 366);
    expect(await read([etag])).toBe(0);
  });
});
