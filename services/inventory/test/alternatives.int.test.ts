import { randomUUID } from 'node:crypto';
import type { AlternativeWire } from '@lodging/contract-inventory';
import { fixedClock } from '@lodging/kit-testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCourt } from './create-court.ts';
import { uniqueSlug } from './create-villa.ts';
import { villa as anyVilla } from './build-resource.ts';
import { findSiblings } from '../src/outbound/alternatives/alternative-statements.ts';
import { partyFits } from '../src/domain/units/occupancy-rules.ts';
import { searchRequest } from './search-requests.ts';
import { createReplica, startInventory, valueOf } from './start-inventory.ts';
import type { InventoryClient, TestInventory } from './start-inventory.ts';

let inventory: TestInventory;
let client: InventoryClient;
beforeAll(async () => {
  inventory = await startInventory();
  client = createReplica(inventory.db, fixedClock('2027-03-20T09:30:00Z'));
});
afterAll(() => inventory.stop());

const stay = { from: '2027-06-10T13:00:00.000Z', to: '2027-06-12T09:00:00.000Z' };
const limits = { maxOccupancy: 4, maxAdults: 4, maxChildren: 2 };

const typeOf = async (tenantId: string, changes: Partial<typeof limits> = {}) =>
  valueOf(await client.createRoomType(tenantId, { code: uniqueSlug(), name: 'Type', ...limits, ...changes }))
    .id;

interface RoomToCreate {
  readonly tenantId: string;
  readonly roomTypeId: string;
  readonly kind?: 'villa' | 'hotel_room' | 'apartment';
  readonly capacity?: number;
  readonly units?: number;
  readonly currency?: string;
  readonly features?: string[];
  readonly base?: string;
}

async function room({ tenantId, base = '10000', ...requested }: RoomToCreate): Promise<string> {
  const fields = { kind: 'villa' as const, capacity: 4, currency: 'EUR', units: 1, ...requested };
  const shown = { name: 'Room', slug: uniqueSlug(), timezone: 'Europe/Berlin', photoUrls: [] };
  const { id: resourceId } = valueOf(await client.createResource(tenantId, { ...fields, ...shown }));
  const plan = { code: 'flex', name: 'Flexible', currency: fields.currency };
  valueOf(await client.putRates(tenantId, { resourceId, ratePlans: [plan] }));
  const pricing = [{ ratePlanCode: 'flex', baseAmountMinorUnits: base }];
  valueOf(await client.putPricing(tenantId, { resourceId, pricing }));
  return resourceId;
}

/** For weeks around the requested stay, so that no other dates are free. */
async function fill(tenantId: string, resourceId: string, window = FILLED): Promise<string> {
  const claim = { claimId: randomUUID(), resourceId, quantity: 1, ...window, expiresAt: null };
  valueOf(await client.claimUnits(tenantId, claim));
  return claim.claimId;
}
const FILLED = { from: '2027-05-01T13:00:00.000Z', to: '2027-07-30T09:00:00.000Z' };

async function near(tenantId: string, resourceId: string, alternatives = 5): Promise<AlternativeWire[]> {
  const request = { resourceId, ...stay, partySize: 2, alternatives };
  return valueOf(await client.findAvailability(tenantId, request)).alternatives ?? [];
}
const idsOf = (found: readonly AlternativeWire[]) => found.map(({ resourceId }) => resourceId);

describe('other resources', () => {
  it('of the room type come first, then those of the kind, then by creation; fifty are looked at', async () => {
    const tenantId = randomUUID();
    const [roomTypeId, other] = [await typeOf(tenantId), await typeOf(tenantId)];
    const hotel = await room({ tenantId, roomTypeId: other, kind: 'hotel_room' });
    const villa = await room({ tenantId, roomTypeId: other });
    const requested = await room({ tenantId, roomTypeId });
    const twin = await room({ tenantId, roomTypeId });
    const sameType = await room({ tenantId, roomTypeId, kind: 'apartment' });
    const values = { partySize: 2, quantity: 1, children: null, kinds: null, features: null };
    const list = async () => {
      const statement = findSiblings({ tenantId, resourceIds: [requested], ...values });
      const rows = await inventory.db.readInTenant<{ id: string }>(tenantId, statement);
      return rows.map(({ id }) => id);
    };
    expect(await list()).toEqual([requested, twin, sameType, villa, hotel]);
    await createCourt(client, { tenantId });
    const many: string[] = [];
    for (let count = 0; count < 52; count += 1) many.push(await room({ tenantId, roomTypeId }));
    expect(await list()).toEqual([requested, twin, ...many.slice(0, 49)]);
  });

  it('that do not fit the party, are archived, or belong to another tenant are not looked at', async () => {
    const [tenantId, stranger] = [randomUUID(), randomUUID()];
    const roomTypeId = await typeOf(tenantId);
    await room({ tenantId: stranger, roomTypeId: await typeOf(stranger) });
    const requested = await room({ tenantId, roomTypeId });
    await fill(tenantId, requested);
    // More than are looked at.
    for (let count = 0; count < 51; count += 1) await room({ tenantId, roomTypeId, capacity: 1 });
    const archived = await room({ tenantId, roomTypeId });
    valueOf(await client.updateResource(tenantId, { resourceId: archived, changes: { archived: true } }));
    const free = await room({ tenantId, roomTypeId });
    expect(idsOf(await near(tenantId, requested))).toEqual([free]);
  });

  it('fit by the rule that availability has', async () => {
    const tenantId = randomUUID();
    const sizes = [1, 2, 4];
    const rooms = new Map<string, { capacity: number; units: number; type: typeof limits }>();
    for (const maxOccupancy of sizes)
      for (const maxChildren of [0, 2]) {
        const type = { maxOccupancy, maxAdults: 2, maxChildren };
        const roomTypeId = await typeOf(tenantId, type);
        for (const capacity of sizes)
          for (const units of [1, 3])
            rooms.set(await room({ tenantId, roomTypeId, capacity, units }), { capacity, units, type });
      }
    const requested = await room({ tenantId, roomTypeId: await typeOf(tenantId) });
    const anyParty = fc.record({
      partySize: fc.integer({ min: 1, max: 9 }),
      quantity: fc.integer({ min: 1, max: 3 }),
      children: fc.option(fc.integer({ min: 0, max: 5 }), { nil: undefined }),
    });
    for (const party of fc.sample(anyParty, { seed: 1, numRuns: 60 })) {
      const { children = null, ...guests } = party;
      const values = { ...guests, children, kinds: null, features: null };
      const statement = findSiblings({ tenantId, resourceIds: [requested], ...values });
      const rows = await inventory.db.readInTenant<{ id: string }>(tenantId, statement);
      const fitting = [...rooms].filter(([, { capacity, units, type }]) =>
        partyFits(party, anyVilla({ capacity, units, roomType: { id: '', code: '', name: '', ...type } })),
      );
      const found = rows.map(({ id }) => id).filter((id) => id !== requested);
      expect(found.toSorted(), JSON.stringify(party)).toEqual(fitting.map(([id]) => id).toSorted());
    }
  });
});

describe('a change', () => {
  it('shows in the very next refusal of every process', async () => {
    const tenantId = randomUUID();
    const roomTypeId = await typeOf(tenantId);
    const requested = await room({ tenantId, roomTypeId });
    const free = await room({ tenantId, roomTypeId });
    await fill(tenantId, requested);
    const other = createReplica(inventory.db, fixedClock('2027-03-20T09:30:00Z'));
    const totals = async () => {
      const request = { resourceId: requested, ...stay, partySize: 2, alternatives: 5 };
      const { alternatives = [] } = valueOf(await other.findAvailability(tenantId, request));
      return alternatives.map(({ totalMinorUnits }) => totalMinorUnits);
    };
    expect(await totals()).toEqual(['20000']);
    const pricing = [{ ratePlanCode: 'flex', baseAmountMinorUnits: '30000' }];
    valueOf(await client.putPricing(tenantId, { resourceId: free, pricing }));
    expect(await totals()).toEqual(['60000']);
    const fee = { kind: 'fee' as const, name: 'Fee', basis: 'per_stay' as const, amountMinorUnits: '700' };
    const rule = { ...fee, currency: 'EUR', inclusive: false };
    valueOf(await client.putTaxRule(tenantId, { code: 'fee', rule: rule as never }));
    expect(await totals()).toEqual(['60700']);
    const claimId = await fill(tenantId, free);
    expect(await totals()).toEqual([]);
    valueOf(await client.releaseClaim(tenantId, { claimId, resourceId: free, reason: 'cancelled' }));
    expect(await totals()).toEqual(['60700']);
    const closed = [{ ratePlanCode: 'flex', from: stay.from, to: stay.to, stopSell: true }];
    valueOf(await client.putRestrictions(tenantId, { resourceId: free, restrictions: closed }));
    expect(await totals()).toEqual([]);
  });

  it('by parallel claims of what was named never makes a refusal name what is taken', async () => {
    const tenantId = randomUUID();
    const roomTypeId = await typeOf(tenantId);
    const requested = await room({ tenantId, roomTypeId });
    await fill(tenantId, requested);
    const siblings: string[] = [];
    for (let count = 0; count < 10; count += 1) siblings.push(await room({ tenantId, roomTypeId }));
    const taken = new Set<string>();
    const take = async (resourceId: string) => {
      await fill(tenantId, resourceId);
      taken.add(resourceId);
    };
    const quoteRefused = async () => {
      const before = new Set(taken);
      for (const id of idsOf(await near(tenantId, requested))) expect(before.has(id)).toBe(false);
    };
    await Promise.all(siblings.flatMap((id) => [take(id), quoteRefused(), quoteRefused()]));
    expect(await near(tenantId, requested)).toEqual([]);
  });
});

describe('a search', () => {
  it('keeps what it asks of resources and offers, and may suggest resources that it does not name', async () => {
    const tenantId = randomUUID();
    const roomTypeId = await typeOf(tenantId);
    const requested = await room({ tenantId, roomTypeId, features: ['pool'] });
    await room({ tenantId, roomTypeId });
    const dear = await room({ tenantId, roomTypeId, features: ['pool'], base: '90000' });
    const cheap = await room({ tenantId, roomTypeId, features: ['pool'], base: '20000' });
    await fill(tenantId, requested);
    const found = async (changes: object) => {
      const dates = { arrival: '2027-06-10', departure: '2027-06-12' };
      const stayRequest = {
        dates,
        resourceIds: [requested],
        bookableOnly: false,
        alternatives: 3,
        currency: 'EUR',
      };
      const page = valueOf(await client.searchStays(tenantId, searchRequest({ ...stayRequest, ...changes })));
      expect(page.results).toHaveLength(1);
      return idsOf(page.results.flatMap(({ alternatives }) => alternatives));
    };
    expect(await found({ features: ['pool'] })).toEqual([cheap, dear]);
    expect(await found({ features: ['pool'], maxTotalMinorUnits: '40000' })).toEqual([cheap]);
    expect(await found({ kinds: ['villa'], freeCancellation: true })).toEqual([]);
    expect(await found({ alternatives: 0 })).toEqual([]);
    expect(await found({})).toHaveLength(3);
  });
});

describe('a total', () => {
  it('without an exchange rate comes last in a search, and not by a quote, which would be refused', async () => {
    const tenantId = randomUUID();
    const roomTypeId = await typeOf(tenantId);
    const requested = await room({ tenantId, roomTypeId, currency: 'CHF' });
    const strange = await room({ tenantId, roomTypeId, currency: 'SEK', base: '1' });
    const dear = await room({ tenantId, roomTypeId, currency: 'CHF', base: '99999' });
    await fill(tenantId, requested);
    const { ratePlans } = valueOf(await client.readRates(tenantId, { resourceId: requested }));
    const plan = { ratePlanId: ratePlans[0]?.id ?? '' };
    const stayRequest = {
      purpose: 'quote' as const,
      resourceId: requested,
      ...plan,
      ...stay,
      partySize: 2,
      quantity: 1,
    };
    const priced = await client.priceStay(tenantId, {
      ...stayRequest,
      displayCurrency: 'CHF',
      alternatives: 5,
    });
    expect(priced).toMatchObject({ ok: false, refusal: { code: 'unavailable' } });
    const extra = priced.ok ? {} : priced.refusal.extra;
    const found = extra?.['alternatives'] as AlternativeWire[];
    expect(found.map(({ resourceId, displayTotal }) => [resourceId, displayTotal])).toEqual([
      [dear, { amountMinorUnits: '199998', currency: 'CHF' }],
    ]);
    const dates = { arrival: '2027-06-10', departure: '2027-06-12' };
    const search = { dates, resourceIds: [requested], bookableOnly: false, alternatives: 3, currency: 'CHF' };
    const { results } = valueOf(await client.searchStays(tenantId, searchRequest(search)));
    expect(
      results[0]?.alternatives.map(({ resourceId, displayTotal }) => [resourceId, displayTotal]),
    ).toEqual([
      [dear, { amountMinorUnits: '199998', currency: 'CHF' }],
      [strange, null],
    ]);
  });
});

describe('fifty siblings that are full', () => {
  it('do not make the refusal slow', async () => {
    const tenantId = randomUUID();
    const roomTypeId = await typeOf(tenantId);
    const requested = await room({ tenantId, roomTypeId });
    await fill(tenantId, requested);
    for (let count = 0; count < 50; count += 1) await fill(tenantId, await room({ tenantId, roomTypeId }));
    const tookMs: number[] = [];
    for (let count = 0; count < 30; count += 1) {
      const startedAt = performance.now();
      expect(await near(tenantId, requested)).toEqual([]);
      tookMs.push(performance.now() - startedAt);
    }
    expect(Math.min(...tookMs)).toBeLessThan(40);
  });
});
