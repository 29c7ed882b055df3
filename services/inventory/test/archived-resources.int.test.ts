import { randomUUID } from 'node:crypto';
import { fixedClock } from '@lodging/kit-testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCourt } from './create-court.ts';
import { createVilla, nights, stayRequest } from './create-villa.ts';
import { createReplica, outcomeOf, startInventory, valueOf } from './start-inventory.ts';
import type { InventoryClient, TestInventory } from './start-inventory.ts';

let inventory: TestInventory;
let client: InventoryClient;
beforeAll(async () => {
  inventory = await startInventory();
  ({ client } = inventory);
});
afterAll(() => inventory.stop());

async function archive(tenantId: string, resourceId: string, archived = true, by = client) {
  return valueOf(await by.updateResource(tenantId, { resourceId, changes: { archived } }));
}

async function reasonsOf(tenantId: string, resourceId: string, changes: object = {}) {
  const request = { resourceId, partySize: 2, ...nights(), ...changes };
  return valueOf(await client.findAvailability(tenantId, request)).reasons;
}

describe('an archived resource', () => {
  it('is not sold by availability, by a quote, or in a calendar, until it is put back', async () => {
    const villa = await createVilla(client);
    const { tenantId, resourceId, ratePlanId } = villa;
    const quoted = async () => {
      const priced = await client.priceStay(tenantId, stayRequest(villa));
      return priced.ok ? 'priced' : priced.refusal.extra?.['reasons'];
    };
    const days = async () => {
      const { calendar } = valueOf(
        await client.readCalendar(tenantId, { resourceId, knownEtags: [], ...nights() }),
      );
      return calendar?.days.map(({ reasons, priceHintMinorUnits: hint }) => ({ reasons, hint }));
    };
    expect(await quoted()).toBe('priced');
    await archive(tenantId, resourceId);
    expect(await days()).toEqual(Array(3).fill({ reasons: ['stop_sell'], hint: null }));
    expect(await quoted()).toEqual(['stop_sell']);
    expect(await reasonsOf(tenantId, resourceId)).toEqual(['stop_sell']);
    expect(await reasonsOf(tenantId, resourceId, { ratePlanId })).toEqual(['stop_sell']);
    await archive(tenantId, resourceId, false);
    expect(await quoted()).toBe('priced');
    expect(await reasonsOf(tenantId, resourceId)).toEqual([]);
  });

  it('has the reasons of its units beside stop_sell, and none of its plans', async () => {
    const villa = await createVilla(client);
    const { tenantId, resourceId } = villa;
    const plan = { code: 'flex', name: 'Flexible', currency: 'EUR', minStayNights: 9 };
    valueOf(await client.putRates(tenantId, { resourceId, ratePlans: [plan] }));
    const claim = { claimId: randomUUID(), resourceId, quantity: 1, expiresAt: null, ...nights() };
    await archive(tenantId, resourceId);
    // A quote that was signed before holds.
    expect(valueOf(await client.claimUnits(tenantId, claim)).state).toBe('confirmed');
    expect(await reasonsOf(tenantId, resourceId, { partySize: 9 })).toEqual([
      'occupancy_exceeded',
      'reserved',
      'stop_sell',
    ]);
    const priced = await client.priceStay(tenantId, stayRequest(villa));
    expect(priced.ok ? [] : priced.refusal.extra?.['reasons']).toEqual(['reserved', 'stop_sell']);
  });

  it('is not among the units for sale, which are those of all other resources of the tenant', async () => {
    const { tenantId, resourceId } = await createVilla(client, { units: 4 });
    const unitsOf = async (tenant: string) => valueOf(await client.countUnitsForSale(tenant, {})).units;
    await createVilla(client, { tenantId, units: 7 });
    await createCourt(client, { tenantId, units: 3 });
    await createVilla(client, { units: 100 });
    expect(await unitsOf(tenantId)).toBe(14);
    await archive(tenantId, resourceId);
    expect(await unitsOf(tenantId)).toBe(10);
    await archive(tenantId, resourceId, false);
    expect(await unitsOf(tenantId)).toBe(14);
    expect(await unitsOf(randomUUID())).toBe(0);
  });

  it('may be a generic one', async () => {
    const { tenantId, resourceId } = await createCourt(client);
    expect(await reasonsOf(tenantId, resourceId)).toEqual([]);
    await archive(tenantId, resourceId);
    expect(await reasonsOf(tenantId, resourceId)).toEqual(['stop_sell']);
  });

  it('keeps the moment at which it was first archived', async () => {
    const { tenantId, resourceId } = await createVilla(client);
    const [first, second] = [nights(0).from, nights(1).from];
    const at = (now: string) => createReplica(inventory.db, fixedClock(now));
    expect((await archive(tenantId, resourceId, true, at(first))).archivedAt).toBe(first);
    expect((await archive(tenantId, resourceId, true, at(second))).archivedAt).toBe(first);
    expect((await archive(tenantId, resourceId, false, at(second))).archivedAt).toBeNull();
    expect((await archive(tenantId, resourceId, true, at(second))).archivedAt).toBe(second);
  });

  it('is left out of the list, and listed where archived ones are requested', async () => {
    const { tenantId, resourceId } = await createVilla(client);
    const other = await createVilla(client, { tenantId });
    await archive(tenantId, resourceId);
    const listed = async (archived?: boolean) => {
      const page = { limit: 10, after: null, ...(archived === undefined ? {} : { archived }) };
      return valueOf(await client.listResources(tenantId, page)).resources.map(({ id }) => id);
    };
    expect(await listed()).toEqual([other.resourceId]);
    expect(await listed(false)).toEqual([other.resourceId]);
    expect(await listed(true)).toEqual([resourceId]);
    expect(outcomeOf(await client.readResource(tenantId, { resourceId }))).toMatchObject({ id: resourceId });
  });

  it('has no capacity from the local date on which it was archived', async () => {
    const { tenantId, resourceId } = await createVilla(client, { units: 3 });
    const range = { from: '2027-06-01', to: '2027-06-11' };
    const sum = async () => valueOf(await client.summarizeCapacity(tenantId, range)).capacity[0]?.unitNights;
    const archiveAt = async (now: string) => {
      await archive(tenantId, resourceId, false);
      await archive(tenantId, resourceId, true, createReplica(inventory.db, fixedClock(now)));
      return sum();
    };
    expect(await sum()).toBe(30);
    // 22:30Z is the next day in Berlin.
    expect(await archiveAt('2027-06-03T21:30:00Z')).toBe(6);
    expect(await archiveAt('2027-06-03T22:30:00Z')).toBe(9);
    expect(await archiveAt('2027-05-01T12:00:00Z')).toBe(0);
    expect(await archiveAt('2027-07-01T12:00:00Z')).toBe(30);
  });

  it('keeps the capacity of the nights that were sold before, and no other', async () => {
    const { tenantId, resourceId } = await createVilla(client, { units: 3 });
    const range = { from: '2027-06-01', to: '2027-06-11' };
    const sum = async () => valueOf(await client.summarizeCapacity(tenantId, range)).capacity[0]?.unitNights;
    const claim = (from: string, to: string, quantity: number, expiresAt: string | null) =>
      client.claimUnits(tenantId, {
        claimId: randomUUID(),
        resourceId,
        quantity,
        expiresAt,
        from: `${from}T14:00:00.000Z`,
        to: `${to}T10:00:00.000Z`,
      });
    valueOf(await claim('2027-06-02', '2027-06-05', 2, null));
    valueOf(await claim('2027-06-09', '2027-06-14', 1, null));
    valueOf(await claim('2027-06-06', '2027-06-07', 1, Temporal.Now.instant().add({ hours: 1 }).toString()));
    await archive(
      tenantId,
      resourceId,
      true,
      createReplica(inventory.db, fixedClock('2027-06-03T12:00:00Z')),
    );
    // Two nights of three units, then two of two, and two of one.
    expect(await sum()).toBe(6 + 4 + 2);
  });
});

describe('the features of a resource', () => {
  it('are kept in order, each once, and the description may be taken away', async () => {
    const { tenantId, resourceId } = await createVilla(client);
    const change = async (changes: object) =>
      valueOf(await client.updateResource(tenantId, { resourceId, changes }));
    const changed = await change({ features: ['wifi', 'pool', 'wifi', 'a_1'], description: 'By the lake' });
    expect(changed).toMatchObject({ features: ['a_1', 'pool', 'wifi'], description: 'By the lake' });
    expect(await change({ name: 'Villa' })).toMatchObject({ features: ['a_1', 'pool', 'wifi'] });
    expect(await change({ features: [], description: null })).toMatchObject({
      features: [],
      description: null,
    });
  });
});
