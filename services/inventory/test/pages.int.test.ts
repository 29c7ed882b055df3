import { randomUUID } from 'node:crypto';
import { MAX_CALENDAR_BYTES } from '@lodging/contract-wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCourt } from './create-court.ts';
import { createVilla, uniqueSlug } from './create-villa.ts';
import { addPlans, addRestrictions, addSeasons, addStays } from './fill-tenant.ts';
import { searchRequest } from './search-requests.ts';
import { outcomeOf, startInventory, valueOf } from './start-inventory.ts';
import type { InventoryClient, TestInventory } from './start-inventory.ts';

let inventory: TestInventory;
let client: InventoryClient;
beforeAll(async () => {
  inventory = await startInventory();
  ({ client } = inventory);
});
afterAll(() => inventory.stop());

const MIB = 1024 * 1024;

interface Pages<Item> {
  readonly items: readonly Item[];
  /** Of each page, in bytes as JSON. */
  readonly sizes: readonly number[];
}

/** Every page of a list, each of which must be an answer of at most 1 MiB. */
async function everyPage<Item, Position>(
  read: (
    after: Position | null,
  ) => Promise<{ items: readonly Item[]; nextAfter?: Position | null | undefined }>,
): Promise<Pages<Item>> {
  const items: Item[] = [];
  const sizes: number[] = [];
  for (let after: Position | null = null; ;) {
    const page: Awaited<ReturnType<typeof read>> = await read(after);
    items.push(...page.items);
    sizes.push(Buffer.byteLength(JSON.stringify(page)));
    expect(sizes.at(-1)).toBeLessThanOrEqual(MIB);
    after = page.nextAfter ?? null;
    if (after === null) return { items, sizes };
  }
}

const photo = (index: number) => `https://photos.example/${index}/`.padEnd(2_000, 'x');

/** With all the photos that a resource may have: 100 KB each, and more with a description. */
async function createLargeCourts(): Promise<{ tenantId: string; made: string[] }> {
  const tenantId = randomUUID();
  const made: string[] = [];
  for (let index = 0; index < 30; index += 1) {
    const { id } = valueOf(
      await client.createResource(tenantId, {
        kind: 'generic',
        name: `Court ${index % 7}`,
        slug: uniqueSlug(),
        capacity: 4,
        currency: 'EUR',
        timezone: 'UTC',
        units: 1,
        photoUrls: Array.from({ length: 50 }, (_, photoIndex) => photo(photoIndex)),
        description: '€'.repeat(5_000),
      }),
    );
    made.push(id);
  }
  return { tenantId, made };
}

describe('a search', () => {
  it('ends its pages at 1 MiB in every order, and shows each result once', async () => {
    const { tenantId, made } = await createLargeCourts();
    const dates = { arrival: stayDate(60), departure: stayDate(62) };
    for (const sort of ['price', 'name', 'created'] as const) {
      const search = searchRequest({ dates, sort, bookableOnly: false, limit: 100 });
      const { items, sizes } = await everyPage(async (after: string | null) => {
        const { results, nextAfter } = valueOf(await client.searchStays(tenantId, { ...search, after }));
        return { items: results, nextAfter };
      });
      const ids = items.map(({ resource }) => resource.id);
      expect(ids.toSorted(), sort).toEqual(made.toSorted());
      expect(sizes, sort).toHaveLength(3);
    }
  });
});

const stayDate = (day: number) => Temporal.Now.plainDateISO('UTC').add({ days: day }).toString();

describe('a list', () => {
  it('of resources with all that they may have ends its pages at 1 MiB, and shows each once', async () => {
    const { tenantId, made } = await createLargeCourts();
    const { items, sizes } = await everyPage(async (after: { createdAt: string; id: string } | null) => {
      const { resources, nextAfter } = valueOf(await client.listResources(tenantId, { limit: 100, after }));
      return { items: resources, nextAfter };
    });
    expect(items.map(({ id }) => id)).toEqual(made);
    expect(sizes).toHaveLength(4);
    const short = valueOf(await client.listResources(tenantId, { limit: 3, after: null }));
    expect([short.resources.length, short.nextAfter === null]).toEqual([3, false]);
  });

  it('of tax rules ends its pages at 1 MiB, and shows each once', async () => {
    const tenantId = randomUUID();
    const ids = Array.from({ length: 500 }, () => randomUUID());
    const codes = Array.from({ length: 40 }, (_, index) => `tax-${index}`);
    for (const code of codes) {
      const rule = { name: 'VAT', kind: 'tax', basis: 'percent', rateBps: '700' } as const;
      const appliesTo = { resourceIds: ids, roomTypeIds: ids };
      valueOf(await client.putTaxRule(tenantId, { code, rule: { ...rule, appliesTo } }));
    }
    const { items, sizes } = await everyPage(async (after: string | null) => {
      const { taxRules, nextAfter } = valueOf(await client.listTaxRules(tenantId, { limit: 100, after }));
      return { items: taxRules, nextAfter };
    });
    expect(items.map(({ code }) => code)).toEqual(codes);
    expect(sizes).toHaveLength(2);
  });

  it('of the most restrictions of a resource ends its pages at 1 MiB, also that of a PUT', async () => {
    const { tenantId, resourceId } = await createVilla(client);
    const codes = await addPlans(inventory, { tenantId, resourceId, count: 2 });
    for (const code of codes) await addRestrictions(inventory, { tenantId, resourceId, code, count: 9_999 });
    const put = { resourceId, restrictions: [entry(0), entry(1)] };
    const first = valueOf(await client.putRestrictions(tenantId, put));
    const { items, sizes } = await everyPage(async (after: string | null) => {
      const page = valueOf(await client.readRestrictions(tenantId, { resourceId, after }));
      return { items: page.restrictions, nextAfter: page.nextAfter };
    });
    expect(new Set(items.map(({ id }) => id)).size).toBe(20_000);
    expect(items).toHaveLength(20_000);
    expect(items.slice(-2).map(({ ratePlanCode }) => ratePlanCode)).toEqual(['flex', 'flex']);
    expect(sizes.length).toBeLessThanOrEqual(6);
    expect(first.restrictions).toEqual(items.slice(0, first.restrictions.length));
    const some = valueOf(
      await client.readRestrictions(tenantId, { resourceId, after: first.nextAfter, limit: 7 }),
    );
    const rest = items.slice(first.restrictions.length);
    expect(some.restrictions).toEqual(rest.slice(0, 7));
  });

  it('of few restrictions is one page, whatever pieces they were cut into', async () => {
    const { tenantId, resourceId } = await createVilla(client);
    const { roomType } = valueOf(await client.readResource(tenantId, { resourceId }));
    const bulk = {
      roomTypeId: roomType?.id ?? '',
      ratePlanCode: 'flex',
      from: '2027-01-01',
      to: '2027-03-01',
    };
    valueOf(await client.setBulkRates(tenantId, { ...bulk, restriction: { minStayNights: 2 } }));
    const everyOther = { ...bulk, daysOfWeek: [1, 3, 5], restriction: { stopSell: true } };
    valueOf(await client.setBulkRates(tenantId, everyOther));
    const whole = valueOf(await client.readRestrictions(tenantId, { resourceId }));
    expect([whole.restrictions.length > 40, whole.nextAfter]).toEqual([true, null]);
    const { items } = await everyPage(async (after: string | null) => {
      const page = valueOf(await client.readRestrictions(tenantId, { resourceId, after, limit: 1 }));
      return { items: page.restrictions, nextAfter: page.nextAfter };
    });
    expect(items).toEqual(whole.restrictions);
  });

  it('of the most prices of a resource ends its pages at 1 MiB, also that of a PUT', async () => {
    const { tenantId, resourceId } = await createVilla(client);
    const codes = await addPlans(inventory, { tenantId, resourceId, count: 199 });
    const tiers = Array.from({ length: 50 }, (_, index) => index);
    const pricing = codes.map((ratePlanCode) => ({
      ratePlanCode,
      baseAmountMinorUnits: '999999999999999',
      leadTimeTiers: tiers.map((day) => ({ minDaysAhead: day, maxDaysAhead: day, multiplierBps: 1_000_000 })),
      lengthOfStayTiers: tiers.map((night) => ({ minNights: 1 + night, multiplierBps: 1_000_000 })),
    }));
    const [rich = '', ...others] = codes;
    for (let from = 0; from < others.length; from += 99) {
      const some = pricing.filter(({ ratePlanCode }) => others.slice(from, from + 99).includes(ratePlanCode));
      valueOf(await client.putPricing(tenantId, { resourceId, pricing: some }));
    }
    // Control characters are six bytes each in JSON.
    await addSeasons(inventory, {
      tenantId,
      resourceId,
      code: rich,
      count: 1_000,
      name: '\u0001'.repeat(100),
    });
    const flex = [{ ratePlanCode: 'flex', baseAmountMinorUnits: '1' }];
    const first = valueOf(await client.putPricing(tenantId, { resourceId, pricing: flex }));
    const { items, sizes } = await everyPage(async (after: string | null) => {
      const page = valueOf(await client.readPricing(tenantId, { resourceId, after }));
      return { items: page.pricing, nextAfter: page.nextAfter };
    });
    expect(items.map(({ ratePlanCode }) => ratePlanCode)).toEqual(['flex', ...codes]);
    expect(sizes.length).toBeGreaterThan(1);
    expect(first.pricing).toEqual(items.slice(0, first.pricing.length));
    expect(first.nextAfter).not.toBeNull();
  });

  const entry = (day: number) => {
    const from = Temporal.Instant.from('2027-01-01T12:00:00Z').add({ hours: 24 * day });
    return {
      ratePlanCode: 'flex',
      from: from.toString(),
      to: from.add({ hours: 24 }).toString(),
      minStayNights: 2,
    };
  };
});

describe('nightly rates', () => {
  it('of more plans and dates than an answer may have are refused, and can be read in parts', async () => {
    const { tenantId, resourceId } = await createVilla(client);
    await addPlans(inventory, { tenantId, resourceId, count: 199 });
    const read = (from: string, to: string) =>
      client.readRates(tenantId, { resourceId, window: { from, to } });
    expect(outcomeOf(await read('2027-01-01', '2028-01-01'))).toBe('range_too_large');
    const part = valueOf(await read('2027-01-01', '2027-03-01'));
    expect(part.ratePlans).toHaveLength(200);
  });
});

describe('the entries of a calendar', () => {
  it('are the first 20,000, which fit into a message; of more, those that begin last are left out', async () => {
    const { tenantId, resourceId } = await createCourt(client, { currency: 'EUR' });
    await addStays(inventory, { tenantId, resourceId, count: 20_000 });
    const window = { resourceId, from: '2027-01-01T00:00:00Z', to: '2029-06-01T00:00:00Z' };
    const full = valueOf(await client.listOccupancy(tenantId, window));
    expect(full.entries).toHaveLength(20_000);
    expect(Buffer.byteLength(JSON.stringify(full))).toBeLessThan(MAX_CALENDAR_BYTES);
    await addStays(inventory, { tenantId, resourceId, count: 1, from: '2026-12-31T23:30:00Z' });
    const longer = { ...window, from: '2026-12-31T00:00:00Z' };
    const { entries } = valueOf(await client.listOccupancy(tenantId, longer));
    expect(entries).toHaveLength(20_000);
    expect(entries[0]?.instants?.from).toBe('2026-12-31T23:30:00.000Z');
    expect(entries.slice(1)).toEqual(full.entries.slice(0, -1));
  });
});
