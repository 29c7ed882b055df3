// Guards what a tenant sets up: kept as it was given, listed in order, refused with its place, and nobody else's.
import { randomUUID } from 'node:crypto';
import { newResource, resourceChanges } from '@lodging/contract-inventory';
import type { createResource } from '@lodging/contract-inventory';
import type { RequestOf } from '@lodging/contract-wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outcomeOf, sellVilla, startInventory, uniqueSlug, valueOf } from './inventory.ts';
import type { TestInventory } from './inventory.ts';
import type { Position } from '../src/use-cases/ports.ts';

let inventory: TestInventory;
let uses: TestInventory['uses'];
beforeAll(async () => {
  inventory = await startInventory();
  ({ uses } = inventory);
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

function pointers(result: { ok: boolean; refusal?: { extra?: unknown } }): unknown[] {
  const extra = result.refusal?.extra as { errors?: { pointer: string }[] } | undefined;
  return extra?.errors?.map(({ pointer }) => pointer) ?? [];
}

describe('a resource', () => {
  it('is read back as it was made, with its room type and no plans yet', async () => {
    const tenantId = randomUUID();
    const roomType = valueOf(await uses.createRoomType(tenantId, doubleRoom));
    const wanted = court({
      kind: 'hotel_room',
      units: 12,
      timezone: 'America/New_York',
      roomTypeId: roomType.id,
    });
    const made = valueOf(await uses.createResource(tenantId, wanted));
    const { roomTypeId: _roomTypeId, ...fields } = wanted;
    expect(made).toEqual({ ...fields, id: made.id, roomType, ratePlans: [] });
    expect(valueOf(await uses.readResource(tenantId, { resourceId: made.id }))).toEqual(made);
  });

  it('of a lodging kind needs a room type that exists, a generic one takes none', async () => {
    const tenantId = randomUUID();
    expect(pointers(await uses.createResource(tenantId, court({ kind: 'villa' })))).toEqual(['/roomTypeId']);
    expect(pointers(await uses.createResource(tenantId, court({ roomTypeId: randomUUID() })))).toEqual([
      '/roomTypeId',
    ]);
    const unknown = await uses.createResource(tenantId, court({ kind: 'villa', roomTypeId: randomUUID() }));
    expect(outcomeOf(unknown)).toBe('room_type_not_found');
    const foreign = valueOf(await uses.createRoomType(randomUUID(), doubleRoom));
    const stolen = await uses.createResource(tenantId, court({ kind: 'villa', roomTypeId: foreign.id }));
    expect(stolen).toEqual(unknown);
  });

  it('shows guests pictures from the web, and never a script or a file', () => {
    const shapes = { made: newResource, changed: resourceChanges };
    for (const [word, shape] of Object.entries(shapes))
      for (const address of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'a.jpg'])
        expect(shape.safeParse(court({ photoUrls: [address] })).success, `${word}: ${address}`).toBe(false);
    expect(newResource.safeParse(court({ photoUrls: ['http://a.example/1.jpg'] })).success).toBe(true);
  });

  it('has a slug of its own within the tenant, also when two ask at once', async () => {
    const [tenantId, slug] = [randomUUID(), uniqueSlug()];
    const both = await Promise.all([1, 2].map(() => uses.createResource(tenantId, court({ slug }))));
    expect(both.map((result) => (result.ok ? 'made' : result.refusal.code)).toSorted()).toEqual([
      'made',
      'slug_taken',
    ]);
    expect((await uses.createResource(randomUUID(), court({ slug }))).ok).toBe(true);
    const other = valueOf(await uses.createResource(tenantId, court()));
    const renamed = await uses.updateResource(tenantId, { resourceId: other.id, changes: { slug } });
    expect(outcomeOf(renamed)).toBe('slug_taken');
  });

  it('changes only what is named', async () => {
    const tenantId = randomUUID();
    const made = valueOf(await uses.createResource(tenantId, court()));
    const changes = { name: 'Centre Court', units: 3, photoUrls: [] };
    const changed = valueOf(await uses.updateResource(tenantId, { resourceId: made.id, changes }));
    expect(changed).toEqual({ ...made, ...changes });
    expect(valueOf(await uses.updateResource(tenantId, { resourceId: made.id, changes: {} }))).toEqual(
      changed,
    );
    const generic = await uses.updateResource(tenantId, {
      resourceId: made.id,
      changes: { roomTypeId: randomUUID() },
    });
    expect(pointers(generic)).toEqual(['/roomTypeId']);
    expect(outcomeOf(await uses.updateResource(randomUUID(), { resourceId: made.id, changes }))).toBe(
      'resource_not_found',
    );
  });
});

describe('lists', () => {
  it('give every resource once, oldest first, whatever the size of a page', async () => {
    const tenantId = randomUUID();
    const made: string[] = [];
    for (let count = 0; count < 7; count += 1)
      made.push(valueOf(await uses.createResource(tenantId, court())).id);
    await uses.createResource(randomUUID(), court());
    // Several of one moment: then the id decides.
    await inventory.db.inTenant(tenantId, (tx) =>
      tx.query(
        `UPDATE resources SET created_at = '2026-01-01T00:00:00.123456Z' WHERE tenant_id = $1 AND id = ANY ($2)`,
        [tenantId, made.slice(3)],
      ),
    );
    const expected = [...made.slice(3).toSorted(), ...made.slice(0, 3)];
    for (const limit of [1, 2, 3, 7, 100]) {
      const seen: string[] = [];
      let after: Position | null = null;
      do {
        const page: { resources: { id: string }[]; nextAfter: Position | null } = valueOf(
          await uses.listResources(tenantId, { limit, after }),
        );
        seen.push(...page.resources.map(({ id }) => id));
        after = page.nextAfter;
      } while (after !== null);
      expect(seen).toEqual(expected);
    }
  });

  it('end at a position that no list has', async () => {
    const page = { limit: 5, after: { createdAt: '2026-99-99', id: randomUUID() } };
    expect(valueOf(await uses.listResources(randomUUID(), page))).toEqual({ resources: [], nextAfter: null });
    const early = { limit: 5, after: { createdAt: '0000-01-01T00:00:00.000000Z', id: randomUUID() } };
    expect(valueOf(await uses.listRoomTypes(randomUUID(), early)).roomTypes).toEqual([]);
  });

  it('hold room types in the order in which they were made', async () => {
    const tenantId = randomUUID();
    const codes = ['b', 'a', 'c'];
    for (const code of codes) valueOf(await uses.createRoomType(tenantId, { ...doubleRoom, code }));
    const first = valueOf(await uses.listRoomTypes(tenantId, { limit: 2, after: null }));
    const second = valueOf(await uses.listRoomTypes(tenantId, { limit: 2, after: first.nextAfter }));
    expect([...first.roomTypes, ...second.roomTypes].map(({ code }) => code)).toEqual(codes);
    expect(second.nextAfter).toBeNull();
    expect(outcomeOf(await uses.createRoomType(tenantId, { ...doubleRoom, code: 'a' }))).toBe('code_taken');
  });
});

describe('rate plans', () => {
  it('are upserted by code and answered in full, in the order in which they first came', async () => {
    const { tenantId, resourceId, ratePlanId } = await sellVilla(uses);
    const strict = {
      code: 'a-strict',
      name: 'Strict',
      currency: 'EUR',
      isRefundable: false,
      maxStayNights: 7,
    };
    const flex = { code: 'flex', name: 'Flexible!', currency: 'EUR' };
    const put = valueOf(await uses.putRates(tenantId, { resourceId, ratePlans: [strict, flex] }));
    expect(put.ratePlans).toMatchObject([
      { id: ratePlanId, code: 'flex', name: 'Flexible!', resourceId, isRefundable: true },
      { code: 'a-strict', isRefundable: false, maxStayNights: 7, enabled: true, currency: 'EUR' },
    ]);
    expect(valueOf(await uses.readRates(tenantId, { resourceId }))).toEqual(put);
    expect(valueOf(await uses.readResource(tenantId, { resourceId })).ratePlans).toEqual(put.ratePlans);
    expect(valueOf(await uses.putRates(tenantId, { resourceId, ratePlans: [] }))).toEqual(put);
  });

  it('are refused whole: no resource, no room type, a foreign currency, one code twice', async () => {
    const { tenantId, resourceId } = await sellVilla(uses);
    const plan = { code: 'new', name: 'New', currency: 'EUR' };
    const put = async (id: string, ...ratePlans: (typeof plan)[]) =>
      uses.putRates(tenantId, { resourceId: id, ratePlans });
    expect(outcomeOf(await put(randomUUID(), plan))).toBe('resource_not_found');
    const generic = valueOf(await uses.createResource(tenantId, court()));
    expect(outcomeOf(await put(generic.id, plan))).toBe('no_room_type');
    expect(pointers(await put(resourceId, plan, { ...plan, code: 'b', currency: 'USD' }))).toEqual([
      '/ratePlans/1/currency',
    ]);
    expect(pointers(await put(resourceId, plan, plan))).toEqual(['/ratePlans/1/code']);
    const { ratePlans } = valueOf(await uses.readRates(tenantId, { resourceId }));
    expect(ratePlans.map(({ code }) => code)).toEqual(['flex']);
  });

  it('are all kept when several requests put different ones at once', async () => {
    const { tenantId, resourceId } = await sellVilla(uses);
    const codes = ['a', 'b', 'c', 'd', 'e'];
    const puts = codes.map((code) =>
      uses.putRates(tenantId, {
        resourceId,
        ratePlans: [
          { code, name: code, currency: 'EUR' },
          { code: 'flex', name: code, currency: 'EUR' },
        ],
      }),
    );
    (await Promise.all(puts)).forEach(valueOf);
    const { ratePlans } = valueOf(await uses.readRates(tenantId, { resourceId }));
    expect(ratePlans.map(({ code }) => code).toSorted()).toEqual([...codes, 'flex']);
  });
});

describe('prices', () => {
  const whole = {
    ratePlanCode: 'flex',
    baseAmountMinorUnits: '999999999999999',
    dayOfWeekMultipliersBps: { fri: 12_000 },
    seasons: [{ name: 'summer', from: '2027-06-01', to: '2027-09-01', multiplierBps: 15_000 }],
    leadTimeTiers: [{ minDaysAhead: 0, maxDaysAhead: null, multiplierBps: 9_000 }],
    lengthOfStayTiers: [{ minNights: 7, multiplierBps: 8_000 }],
  };

  it('are read back as they were put, and replaced plan by plan', async () => {
    const { tenantId, resourceId } = await sellVilla(uses);
    valueOf(
      await uses.putRates(tenantId, { resourceId, ratePlans: [{ code: 'b', name: 'B', currency: 'EUR' }] }),
    );
    expect(valueOf(await uses.putPricing(tenantId, { resourceId, pricing: [whole] }))).toEqual({
      resourceId,
      pricing: [whole],
    });
    const other = { ratePlanCode: 'b', baseAmountMinorUnits: null, seasons: [] };
    valueOf(await uses.putPricing(tenantId, { resourceId, pricing: [other] }));
    expect(valueOf(await uses.readPricing(tenantId, { resourceId })).pricing).toEqual([whole, other]);
    const bare = { ratePlanCode: 'flex', baseAmountMinorUnits: '1' };
    expect(valueOf(await uses.putPricing(tenantId, { resourceId, pricing: [bare] })).pricing).toEqual([
      bare,
      other,
    ]);
  });

  it('belong to a plan of the resource, or to a generic resource itself', async () => {
    const { tenantId, resourceId } = await sellVilla(uses);
    const generic = valueOf(await uses.createResource(tenantId, court())).id;
    const own = { ratePlanCode: null, baseAmountMinorUnits: '100' };
    const put = async (
      id: string,
      ...pricing: { ratePlanCode: string | null; baseAmountMinorUnits: string }[]
    ) => outcomeOf(await uses.putPricing(tenantId, { resourceId: id, pricing }));
    for (const price of ['100', '200'])
      expect(await put(generic, { ...own, baseAmountMinorUnits: price })).toMatchObject({
        pricing: [{ baseAmountMinorUnits: price }],
      });
    expect(await put(generic, { ...own, ratePlanCode: 'flex' })).toBe('unknown_rate_plan_code');
    expect(await put(resourceId, own)).toBe('unknown_rate_plan_code');
    expect(await put(randomUUID(), own)).toBe('resource_not_found');
    const good = { ratePlanCode: 'flex', baseAmountMinorUnits: '77' };
    expect(await put(resourceId, good, { ...good, ratePlanCode: 'nope' })).toBe('unknown_rate_plan_code');
    expect(valueOf(await uses.readPricing(tenantId, { resourceId })).pricing).toMatchObject([
      { baseAmountMinorUnits: '10000' },
    ]);
  });
});

describe('tenants', () => {
  it('see nothing of each other, even where a query forgets to say whose rows it wants', async () => {
    const { tenantId } = await sellVilla(uses);
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

  it('have a policy on every table', async () => {
    const text = `SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = 'inventory' AND c.relkind = 'r' AND c.relname <> 'schema_migrations'
        AND NOT (c.relrowsecurity AND c.relforcerowsecurity AND EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid))`;
    expect(await inventory.db.readInTenant(randomUUID(), { name: 'bare', text, values: [] })).toEqual([]);
  });
});
