import { randomUUID } from 'node:crypto';
import { newResource, resourceChanges } from '@lodging/contract-inventory';
import type { createResource } from '@lodging/contract-inventory';
import type { RequestOf } from '@lodging/contract-wire';
import type { ListPosition } from '@lodging/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVilla, uniqueSlug } from './create-villa.ts';
import { outcomeOf, startInventory, valueOf } from './start-inventory.ts';
import type { InventoryClient, TestInventory } from './start-inventory.ts';
import { validationPointers } from './validation-pointers.ts';

let inventory: TestInventory;
let client: InventoryClient;
beforeAll(async () => {
  inventory = await startInventory();
  ({ client } = inventory);
});
afterAll(() => inventory.stop());

type NewResource = RequestOf<typeof createResource>;
const court = (changes: Partial<NewResource> = {}): NewResource => ({
  kind: 'generic',
  name: 'Court',
  slug: uniqueSlug(),
  capacity: 4,
  currency: 'EUR',
  timezone: 'UTC',
  units: 1,
  photoUrls: ['https://pictures.example/a.jpg'],
  ...changes,
});
const doubleRoom = { code: 'double', name: 'Double', maxOccupancy: 3, maxAdults: 2, maxChildren: 2 };

describe('a resource', () => {
  it('is read as it was created, with its room type and without plans', async () => {
    const tenantId = randomUUID();
    const roomType = valueOf(await client.createRoomType(tenantId, doubleRoom));
    const wanted = court({
      kind: 'hotel_room',
      units: 12,
      timezone: 'America/New_York',
      roomTypeId: roomType.id,
    });
    const made = valueOf(await client.createResource(tenantId, wanted));
    const { roomTypeId: _roomTypeId, ...fields } = wanted;
    const neutral = {
      checkInTime: '15:00',
      checkOutTime: '11:00',
      description: null,
      features: [],
      archivedAt: null,
      cancellationPolicyCode: null,
      deposit: null,
    };
    expect(made).toEqual({ ...fields, ...neutral, id: made.id, roomType, ratePlans: [] });
    expect(valueOf(await client.readResource(tenantId, { resourceId: made.id }))).toEqual(made);
  });

  it('of a lodging kind needs an existing room type, a generic one takes none', async () => {
    const tenantId = randomUUID();
    expect(validationPointers(await client.createResource(tenantId, court({ kind: 'villa' })))).toEqual([
      '/roomTypeId',
    ]);
    expect(
      validationPointers(await client.createResource(tenantId, court({ roomTypeId: randomUUID() }))),
    ).toEqual(['/roomTypeId']);
    const unknown = await client.createResource(tenantId, court({ kind: 'villa', roomTypeId: randomUUID() }));
    expect(outcomeOf(unknown)).toBe('room_type_not_found');
    const foreign = valueOf(await client.createRoomType(randomUUID(), doubleRoom));
    const stolen = await client.createResource(tenantId, court({ kind: 'villa', roomTypeId: foreign.id }));
    expect(stolen).toEqual(unknown);
  });

  it('has photos with http addresses only', () => {
    const shapes = { made: newResource, changed: resourceChanges };
    for (const [name, shape] of Object.entries(shapes))
      for (const address of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'a.jpg'])
        expect(shape.safeParse(court({ photoUrls: [address] })).success, `${name}: ${address}`).toBe(false);
    expect(newResource.safeParse(court({ photoUrls: ['http://a.example/1.jpg'] })).success).toBe(true);
  });

  it('has a unique slug within the tenant, also under concurrent requests', async () => {
    const [tenantId, slug] = [randomUUID(), uniqueSlug()];
    const both = await Promise.all([1, 2].map(() => client.createResource(tenantId, court({ slug }))));
    expect(both.map((result) => (result.ok ? 'made' : result.refusal.code)).toSorted()).toEqual([
      'made',
      'slug_taken',
    ]);
    expect((await client.createResource(randomUUID(), court({ slug }))).ok).toBe(true);
    const other = valueOf(await client.createResource(tenantId, court()));
    const renamed = await client.updateResource(tenantId, { resourceId: other.id, changes: { slug } });
    expect(outcomeOf(renamed)).toBe('slug_taken');
  });

  it('changes only the given fields', async () => {
    const tenantId = randomUUID();
    const made = valueOf(await client.createResource(tenantId, court()));
    const changes = { name: 'Centre Court', units: 3, photoUrls: [] };
    const changed = valueOf(await client.updateResource(tenantId, { resourceId: made.id, changes }));
    expect(changed).toEqual({ ...made, ...changes });
    expect(valueOf(await client.updateResource(tenantId, { resourceId: made.id, changes: {} }))).toEqual(
      changed,
    );
    const generic = await client.updateResource(tenantId, {
      resourceId: made.id,
      changes: { roomTypeId: randomUUID() },
    });
    expect(validationPointers(generic)).toEqual(['/roomTypeId']);
    expect(outcomeOf(await client.updateResource(randomUUID(), { resourceId: made.id, changes }))).toBe(
      'resource_not_found',
    );
  });
});

describe('lists', () => {
  it('return every resource once, oldest first, for every page size', async () => {
    const tenantId = randomUUID();
    const made: string[] = [];
    for (let count = 0; count < 7; count += 1)
      made.push(valueOf(await client.createResource(tenantId, court())).id);
    await client.createResource(randomUUID(), court());
    // Rows of one instant are ordered by id.
    await inventory.db.inTenant(tenantId, (tx) =>
      tx.query(
        `UPDATE resources SET created_at = '2026-01-01T00:00:00.123456Z' WHERE tenant_id = $1 AND id = ANY ($2)`,
        [tenantId, made.slice(3)],
      ),
    );
    const expected = [...made.slice(3).toSorted(), ...made.slice(0, 3)];
    for (const limit of [1, 2, 3, 7, 100]) {
      const listed: string[] = [];
      let after: ListPosition | null = null;
      do {
        const page: { resources: { id: string }[]; nextAfter: ListPosition | null } = valueOf(
          await client.listResources(tenantId, { limit, after }),
        );
        listed.push(...page.resources.map(({ id }) => id));
        after = page.nextAfter;
      } while (after !== null);
      expect(listed).toEqual(expected);
    }
  });

  it('are empty after an impossible position', async () => {
    const page = { limit: 5, after: { createdAt: '2026-99-99', id: randomUUID() } };
    expect(valueOf(await client.listResources(randomUUID(), page))).toEqual({
      resources: [],
      nextAfter: null,
    });
    const early = { limit: 5, after: { createdAt: '0000-01-01T00:00:00.000000Z', id: randomUUID() } };
    expect(valueOf(await client.listRoomTypes(randomUUID(), early)).roomTypes).toEqual([]);
  });

  it('return room types in the order of their creation', async () => {
    const tenantId = randomUUID();
    const codes = ['b', 'a', 'c'];
    for (const code of codes) valueOf(await client.createRoomType(tenantId, { ...doubleRoom, code }));
    const first = valueOf(await client.listRoomTypes(tenantId, { limit: 2, after: null }));
    const second = valueOf(await client.listRoomTypes(tenantId, { limit: 2, after: first.nextAfter }));
    expect([...first.roomTypes, ...second.roomTypes].map(({ code }) => code)).toEqual(codes);
    expect(second.nextAfter).toBeNull();
    expect(outcomeOf(await client.createRoomType(tenantId, { ...doubleRoom, code: 'a' }))).toBe('code_taken');
  });
});

describe('rate plans', () => {
  it('are upserted by code and returned completely, in the order of their creation', async () => {
    const { tenantId, resourceId, ratePlanId } = await createVilla(client);
    const strict = {
      code: 'a-strict',
      name: 'Strict',
      currency: 'EUR',
      isRefundable: false,
      maxStayNights: 7,
    };
    const flex = { code: 'flex', name: 'Flexible!', currency: 'EUR' };
    const put = valueOf(await client.putRates(tenantId, { resourceId, ratePlans: [strict, flex] }));
    expect(put.ratePlans).toMatchObject([
      { id: ratePlanId, code: 'flex', name: 'Flexible!', resourceId, isRefundable: true },
      { code: 'a-strict', isRefundable: false, maxStayNights: 7, enabled: true, currency: 'EUR' },
    ]);
    expect(valueOf(await client.readRates(tenantId, { resourceId }))).toEqual(put);
    expect(valueOf(await client.readResource(tenantId, { resourceId })).ratePlans).toEqual(put.ratePlans);
    expect(valueOf(await client.putRates(tenantId, { resourceId, ratePlans: [] }))).toEqual(put);
  });

  it('are refused as a whole: no resource, no room type, another currency, a duplicate code', async () => {
    const { tenantId, resourceId } = await createVilla(client);
    const plan = { code: 'new', name: 'New', currency: 'EUR' };
    const put = async (id: string, ...ratePlans: (typeof plan)[]) =>
      client.putRates(tenantId, { resourceId: id, ratePlans });
    expect(outcomeOf(await put(randomUUID(), plan))).toBe('resource_not_found');
    const generic = valueOf(await client.createResource(tenantId, court()));
    expect(outcomeOf(await put(generic.id, plan))).toBe('no_room_type');
    expect(validationPointers(await put(resourceId, plan, { ...plan, code: 'b', currency: 'USD' }))).toEqual([
      '/ratePlans/1/currency',
    ]);
    expect(validationPointers(await put(resourceId, plan, plan))).toEqual(['/ratePlans/1/code']);
    const { ratePlans } = valueOf(await client.readRates(tenantId, { resourceId }));
    expect(ratePlans.map(({ code }) => code)).toEqual(['flex']);
  });

  it('are all kept under concurrent requests with different plans', async () => {
    const { tenantId, resourceId } = await createVilla(client);
    const codes = ['a', 'b', 'c', 'd', 'e'];
    const puts = codes.map((code) =>
      client.putRates(tenantId, {
        resourceId,
        ratePlans: [
          { code, name: code, currency: 'EUR' },
          { code: 'flex', name: code, currency: 'EUR' },
        ],
      }),
    );
    (await Promise.all(puts)).forEach(valueOf);
    const { ratePlans } = valueOf(await client.readRates(tenantId, { resourceId }));
    expect(ratePlans.map(({ code }) => code).toSorted()).toEqual([...codes, 'flex']);
  });
});

describe('prices', () => {
  const complete = {
    ratePlanCode: 'flex',
    baseAmountMinorUnits: '999999999999999',
    dayOfWeekMultipliersBps: { fri: 12_000 },
    seasons: [{ name: 'summer', from: '2027-06-01', to: '2027-09-01', multiplierBps: 15_000 }],
    leadTimeTiers: [{ minDaysAhead: 0, maxDaysAhead: null, multiplierBps: 9_000 }],
    lengthOfStayTiers: [{ minNights: 7, multiplierBps: 8_000 }],
  };

  it('are read as they were written, and replaced plan by plan', async () => {
    const { tenantId, resourceId } = await createVilla(client);
    valueOf(
      await client.putRates(tenantId, { resourceId, ratePlans: [{ code: 'b', name: 'B', currency: 'EUR' }] }),
    );
    expect(valueOf(await client.putPricing(tenantId, { resourceId, pricing: [complete] }))).toEqual({
      resourceId,
      pricing: [complete],
      nextAfter: null,
    });
    const other = { ratePlanCode: 'b', baseAmountMinorUnits: null, seasons: [] };
    valueOf(await client.putPricing(tenantId, { resourceId, pricing: [other] }));
    expect(valueOf(await client.readPricing(tenantId, { resourceId })).pricing).toEqual([complete, other]);
    const bare = { ratePlanCode: 'flex', baseAmountMinorUnits: '1' };
    expect(valueOf(await client.putPricing(tenantId, { resourceId, pricing: [bare] })).pricing).toEqual([
      bare,
      other,
    ]);
  });

  it('belong to a plan of the resource, or to a generic resource', async () => {
    const { tenantId, resourceId } = await createVilla(client);
    const generic = valueOf(await client.createResource(tenantId, court())).id;
    const own = { ratePlanCode: null, baseAmountMinorUnits: '100' };
    const put = async (
      id: string,
      ...pricing: { ratePlanCode: string | null; baseAmountMinorUnits: string }[]
    ) => outcomeOf(await client.putPricing(tenantId, { resourceId: id, pricing }));
    for (const price of ['100', '200'])
      expect(await put(generic, { ...own, baseAmountMinorUnits: price })).toMatchObject({
        pricing: [{ baseAmountMinorUnits: price }],
      });
    expect(await put(generic, { ...own, ratePlanCode: 'flex' })).toBe('unknown_rate_plan_code');
    expect(await put(resourceId, own)).toBe('unknown_rate_plan_code');
    expect(await put(randomUUID(), own)).toBe('resource_not_found');
    const good = { ratePlanCode: 'flex', baseAmountMinorUnits: '77' };
    expect(await put(resourceId, good, { ...good, ratePlanCode: 'nope' })).toBe('unknown_rate_plan_code');
    expect(valueOf(await client.readPricing(tenantId, { resourceId })).pricing).toMatchObject([
      { baseAmountMinorUnits: '10000' },
    ]);
  });
});

describe('tenants', () => {
  it('cannot read rows of each other, even by a query without a tenant condition', async () => {
    const { tenantId } = await createVilla(client);
    const tables = [
      'room_types',
      'resources',
      'rate_plans',
      'pricing',
      'nightly_rates',
      'restrictions',
      'claims',
      'claim_releases',
    ];
    for (const table of tables) {
      const statement = { name: `all-${table}`, text: `SELECT tenant_id FROM ${table}`, values: [] };
      expect(await inventory.db.readInTenant(randomUUID(), statement)).toEqual([]);
      const own = await inventory.db.readInTenant<{ tenant_id: string }>(tenantId, statement);
      expect(own.every((row) => row.tenant_id === tenantId)).toBe(true);
    }
  });

  it('have a row policy on every table', async () => {
    const text = `SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = 'inventory' AND c.relkind = 'r' AND c.relname <> 'schema_migrations'
        AND NOT (c.relrowsecurity AND c.relforcerowsecurity AND EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid))`;
    expect(await inventory.db.readInTenant(randomUUID(), { name: 'bare', text, values: [] })).toEqual([]);
  });
});
