import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asOwner } from './as-owner.ts';
import { createCourt } from './create-court.ts';
import { createVilla, uniqueSlug } from './create-villa.ts';
import type { Villa } from './create-villa.ts';
import { addPlans, addResources, addRestrictions, addRoomTypes, addSeasons } from './fill-tenant.ts';
import { createReplica, outcomeOf, startInventory, valueOf } from './start-inventory.ts';
import type { InventoryClient, TestInventory } from './start-inventory.ts';

let inventory: TestInventory;
let client: InventoryClient;
let other: InventoryClient;
beforeAll(async () => {
  inventory = await startInventory();
  ({ client } = inventory);
  other = createReplica(inventory.db);
});
afterAll(() => inventory.stop());

const refusedAt = (limit: number) =>
  expect.objectContaining({
    ok: false,
    refusal: expect.objectContaining({ code: 'limit_reached', extra: { limit } }),
  });
const plan = (code: string) => ({ code, name: code, currency: 'EUR' });
const season = (day: number) => {
  const from = Temporal.PlainDate.from('2027-01-01').add({ days: day });
  return { name: 's', from: from.toString(), to: from.add({ days: 1 }).toString(), multiplierBps: 10_000 };
};
const seasons = (count: number) => Array.from({ length: count }, (_, day) => season(day));
const restriction = (day: number, ratePlanCode = 'flex') => {
  const from = Temporal.Instant.from('2027-01-01T12:00:00Z').add({ hours: 24 * day });
  return { ratePlanCode, from: from.toString(), to: from.add({ hours: 24 }).toString(), minStayNights: 2 };
};
const restrictions = (count: number) => Array.from({ length: count }, (_, day) => restriction(day));
const room = (changes: object = {}) => ({
  kind: 'generic' as const,
  name: 'Court',
  slug: uniqueSlug(),
  capacity: 4,
  currency: 'EUR',
  timezone: 'UTC',
  units: 1,
  photoUrls: [],
  ...changes,
});
const roomType = () => ({ code: uniqueSlug(), name: 'Room', maxOccupancy: 2, maxAdults: 2, maxChildren: 0 });

/** How many of the answers are values; the others must be the refusal. */
function countAllowed(answers: readonly { readonly ok: boolean }[], limit: number): number {
  for (const answer of answers) if (!answer.ok) expect(answer).toEqual(refusedAt(limit));
  return answers.filter(({ ok }) => ok).length;
}

describe('a resource', () => {
  it('has at most 200 rate plans, also where two requests add the last ones', async () => {
    const { tenantId, resourceId } = await createVilla(client);
    await addPlans(inventory, { tenantId, resourceId, count: 198 });
    const put = (by: InventoryClient, ...codes: string[]) =>
      by.putRates(tenantId, { resourceId, ratePlans: codes.map(plan) });
    expect(await put(client, 'a', 'b')).toEqual(refusedAt(200));
    expect(countAllowed(await Promise.all([put(client, 'a'), put(other, 'b')]), 200)).toBe(1);
    expect(valueOf(await put(client, 'flex')).ratePlans).toHaveLength(200);
  });

  it('has at most 2,000 seasons over all its plans, also where two requests add the last ones', async () => {
    const { tenantId, resourceId } = await createVilla(client);
    const codes = await addPlans(inventory, { tenantId, resourceId, count: 6 });
    await addSeasons(inventory, { tenantId, resourceId, code: codes[0] ?? '', count: 1_800 });
    const put = (by: InventoryClient, code: string, count: number) =>
      by.putPricing(tenantId, {
        resourceId,
        pricing: [{ ratePlanCode: code, baseAmountMinorUnits: '1', seasons: seasons(count) }],
      });
    const [, one = '', two = ''] = codes;
    expect(await put(client, one, 201)).toEqual(refusedAt(2_000));
    expect(countAllowed(await Promise.all([put(client, one, 150), put(other, two, 150)]), 2_000)).toBe(1);
    valueOf(await put(client, codes[0] ?? '', 100));
    valueOf(await put(client, two, 300));
  });

  it('has at most 20,000 restrictions over all its plans, also where two requests add the last ones', async () => {
    const { tenantId, resourceId } = await createVilla(client);
    const codes = await addPlans(inventory, { tenantId, resourceId, count: 3 });
    await addRestrictions(inventory, { tenantId, resourceId, code: codes[0] ?? '', count: 19_990 });
    const put = (by: InventoryClient, code: string, count: number) =>
      by.putRestrictions(tenantId, {
        resourceId,
        restrictions: Array.from({ length: count }, (_, day) => restriction(day, code)),
      });
    const [, one = '', two = ''] = codes;
    expect(await put(client, one, 11)).toEqual(refusedAt(20_000));
    expect(countAllowed(await Promise.all([put(client, one, 9), put(other, two, 9)]), 20_000)).toBe(1);
    valueOf(await put(client, codes[0] ?? '', 5));
    valueOf(await put(client, two, 3_000));
  });

  it('of another resource or tenant is not counted with it', async () => {
    const { tenantId, resourceId } = await createVilla(client);
    await addPlans(inventory, { tenantId, resourceId, count: 199 });
    const beside = await createVilla(client, { tenantId });
    valueOf(await client.putRates(tenantId, { resourceId: beside.resourceId, ratePlans: [plan('b')] }));
    const elsewhere = await createVilla(client);
    valueOf(
      await client.putRates(elsewhere.tenantId, { resourceId: elsewhere.resourceId, ratePlans: [plan('b')] }),
    );
  });

  it('that has more from before may be changed, and does not grow', async () => {
    const villa = await createVilla(client);
    const { tenantId, resourceId } = villa;
    const [big = ''] = await addPlans(inventory, { tenantId, resourceId, count: 250 });
    await addSeasons(inventory, { tenantId, resourceId, code: big, count: 3_000 });
    await addRestrictions(inventory, { tenantId, resourceId, code: big, count: 21_000 });
    const priced = (count: number) =>
      client.putPricing(tenantId, {
        resourceId,
        pricing: [{ ratePlanCode: 'flex', baseAmountMinorUnits: '1', seasons: seasons(count) }],
      });
    const restrict = (count: number) =>
      client.putRestrictions(tenantId, { resourceId, restrictions: restrictions(count) });
    valueOf(await client.putRates(tenantId, { resourceId, ratePlans: [plan('flex')] }));
    expect(await client.putRates(tenantId, { resourceId, ratePlans: [plan('more')] })).toEqual(
      refusedAt(200),
    );
    valueOf(await priced(0));
    expect(await priced(1)).toEqual(refusedAt(2_000));
    expect(await restrict(1)).toEqual(refusedAt(20_000));
    const fewer = { resourceId, restrictions: [restriction(0, big)] };
    valueOf(await client.putRestrictions(tenantId, fewer));
    valueOf(await restrict(10));
  });
});

describe('a bulk restriction', () => {
  async function openProperty(rooms: number) {
    const villas: Villa[] = [];
    for (let index = 0; index < rooms; index += 1)
      villas.push(await createVilla(client, villas[0] === undefined ? {} : { tenantId: villas[0].tenantId }));
    const [first] = villas;
    if (first === undefined) throw new Error('a property has a room');
    const { tenantId } = first;
    const { roomType: type } = valueOf(await client.readResource(tenantId, { resourceId: first.resourceId }));
    for (const { resourceId } of villas)
      valueOf(await client.updateResource(tenantId, { resourceId, changes: { roomTypeId: type?.id ?? '' } }));
    return { tenantId, roomTypeId: type?.id ?? '', resourceIds: villas.map(({ resourceId }) => resourceId) };
  }
  const set = (
    by: InventoryClient,
    property: Awaited<ReturnType<typeof openProperty>>,
    changes: object = {},
  ) =>
    by.setBulkRates(property.tenantId, {
      roomTypeId: property.roomTypeId,
      ratePlanCode: 'flex',
      from: '2027-01-01',
      to: '2027-01-29',
      daysOfWeek: [1, 3, 5],
      restriction: { stopSell: true },
      ...changes,
    });
  const countOf = async (tenantId: string, resourceId: string) =>
    asOwner(inventory, tenantId, async (owner) => {
      const { rows } = await owner.query(
        'SELECT count(*)::int AS count FROM inventory.restrictions WHERE resource_id = $1',
        [resourceId],
      );
      return rows[0].count as number;
    });

  it('counts, piece by piece, and is refused whole for one resource that would have too many', async () => {
    const property = await openProperty(2);
    const { tenantId, resourceIds } = property;
    const [, full = ''] = resourceIds;
    const [code = ''] = await addPlans(inventory, { tenantId, resourceId: full, count: 1 });
    await addRestrictions(inventory, { tenantId, resourceId: full, code, count: 19_990 });
    const rate = { nightlyRate: { amountMinorUnits: '777', currency: 'EUR' } };
    expect(await set(client, property, rate)).toEqual(refusedAt(20_000));
    for (const resourceId of resourceIds) {
      const window = { from: '2027-01-01', to: '2027-01-29' };
      const { nightlyRates } = valueOf(await client.readRates(tenantId, { resourceId, window }));
      expect(nightlyRates?.filter(({ source }) => source === 'override')).toEqual([]);
    }
    expect(await countOf(tenantId, full)).toBe(19_990);
    // One range of all days, cut by three weekdays of three weeks into ten pieces and nine ranges.
    valueOf(await set(client, property, { daysOfWeek: undefined }));
    expect(await countOf(tenantId, full)).toBe(19_991);
    expect(await set(client, property, { to: '2027-01-22', restriction: { minStayNights: 2 } })).toEqual(
      refusedAt(20_000),
    );
    valueOf(await set(client, property, { to: '2027-01-08', restriction: { minStayNights: 2 } }));
    expect(await countOf(tenantId, full)).toBe(19_996);
  });

  it('of two at once, one is refused where both would have too many', async () => {
    const property = await openProperty(1);
    const { tenantId, resourceIds } = property;
    const [resourceId = ''] = resourceIds;
    const [code = ''] = await addPlans(inventory, { tenantId, resourceId, count: 1 });
    await addRestrictions(inventory, { tenantId, resourceId, code, count: 19_985 });
    const answers = await Promise.all([
      set(client, property),
      set(other, property, { from: '2028-01-01', to: '2028-01-29' }),
    ]);
    expect(countAllowed(answers, 20_000)).toBe(1);
  });

  it('may be set again, and cleared, on a resource that has more from before', async () => {
    const property = await openProperty(1);
    const { tenantId, resourceIds } = property;
    const [resourceId = ''] = resourceIds;
    valueOf(await set(client, property));
    const [code = ''] = await addPlans(inventory, { tenantId, resourceId, count: 1 });
    await addRestrictions(inventory, { tenantId, resourceId, code, count: 20_500 });
    valueOf(await set(client, property));
    valueOf(await set(client, property, { restriction: { stopSell: false } }));
    expect(await set(client, property)).toEqual(refusedAt(20_000));
  });
});

describe('a tenant', () => {
  it('has at most 5,000 resources on sale, also where two requests add the last one', async () => {
    const tenantId = randomUUID();
    await addResources(inventory, { tenantId, count: 4_999 });
    const create = (by: InventoryClient) => by.createResource(tenantId, room());
    const answers = await Promise.all([create(client), create(other), create(client), create(other)]);
    expect(countAllowed(answers, 5_000)).toBe(1);
    valueOf(await client.createResource(randomUUID(), room()));
  });

  it('that is far below its limits creates while another of its creations lasts', async () => {
    const tenantId = randomUUID();
    await inventory.db.inTenant(tenantId, async (tx) => {
      // What a creation holds until its commit.
      await tx.query({
        text: `SELECT pg_advisory_xact_lock_shared(hashtextextended('inventory.creations.' || $1, 0))`,
        values: [tenantId],
      });
      valueOf(await client.createResource(tenantId, room()));
      valueOf(await client.createRoomType(tenantId, roomType()));
    });
  });

  it('may have more that are archived, and puts no more of them back on sale than fit', async () => {
    const tenantId = randomUUID();
    await addResources(inventory, { tenantId, count: 4_998 });
    const { resourceId: first } = await createCourt(client, { tenantId });
    const { resourceId: second } = await createCourt(client, { tenantId });
    const archive = (by: InventoryClient, resourceId: string, archived: boolean) =>
      by.updateResource(tenantId, { resourceId, changes: { archived } });
    for (const id of [first, second]) valueOf(await archive(client, id, true));
    valueOf(await client.createResource(tenantId, room()));
    const answers = await Promise.all([archive(client, first, false), archive(other, second, false)]);
    expect(countAllowed(answers, 5_000)).toBe(1);
    const onSale = answers[0].ok ? first : second;
    valueOf(await archive(client, onSale, false));
    valueOf(await client.updateResource(tenantId, { resourceId: onSale, changes: { name: 'Renamed' } }));
  });

  it('has at most 500 room types, also where two requests add the last one', async () => {
    const tenantId = randomUUID();
    await addRoomTypes(inventory, { tenantId, count: 499 });
    const create = (by: InventoryClient) => by.createRoomType(tenantId, roomType());
    expect(countAllowed(await Promise.all([create(client), create(other)]), 500)).toBe(1);
  });

  it('whose code is taken has no other refusal, also with all room types', async () => {
    const tenantId = randomUUID();
    const type = roomType();
    valueOf(await client.createRoomType(tenantId, type));
    expect(outcomeOf(await client.createRoomType(tenantId, type))).toBe('code_taken');
  });
});

describe('a copy into the sandbox', () => {
  it('of a live side with more than a tenant may have is refused, and copies nothing', async () => {
    const { tenantId, resourceId } = await createVilla(client);
    await addPlans(inventory, { tenantId, resourceId, count: 200 });
    const sandboxId = randomUUID();
    expect(await client.copyToSandbox(sandboxId, { liveTenantId: tenantId })).toEqual(refusedAt(200));
    const page = { limit: 100, after: null };
    expect(valueOf(await client.listRoomTypes(sandboxId, page)).roomTypes).toEqual([]);
  });

  it('has all of a resource that has as much as it may have', async () => {
    const { tenantId, resourceId } = await createVilla(client);
    const codes = await addPlans(inventory, { tenantId, resourceId, count: 199 });
    await addSeasons(inventory, { tenantId, resourceId, code: codes[0] ?? '', count: 2_000 });
    await addRestrictions(inventory, { tenantId, resourceId, code: codes[1] ?? '', count: 20_000 });
    const copied = valueOf(await client.copyToSandbox(randomUUID(), { liveTenantId: tenantId }));
    expect(copied).toMatchObject({ resources: 1, ratePlans: 200, pricing: 2, restrictions: 20_000 });
  });
});
