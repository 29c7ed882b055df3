import { randomUUID } from 'node:crypto';
import type { AlternativeWire } from '@lodging/contract-inventory';
import { openDatabase } from '@lodging/kit-postgres';
import { fixedClock, testLogger } from '@lodging/kit-testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  anyProperty,
  buildProperty,
  dateAt,
  PROPERTIES_NOW,
  prepareProperties,
} from './random-properties.ts';
import type { BuiltProperty } from './random-properties.ts';
import { searchRequest } from './search-requests.ts';
import { createReplica, startInventory, valueOf } from './start-inventory.ts';
import type { InventoryClient, TestInventory } from './start-inventory.ts';

const TENANTS = 6;
const PROPERTIES = 20;
const REQUESTED_STAYS = 30;

let inventory: TestInventory;
let client: InventoryClient;
let twin: InventoryClient;
beforeAll(async () => {
  inventory = await startInventory();
  const clock = fixedClock(PROPERTIES_NOW);
  client = createReplica(inventory.db, clock);
  const other = openDatabase({
    url: inventory.url,
    schema: 'inventory',
    log: testLogger(),
    maxConnections: 2,
  });
  twin = createReplica(other, clock);
  return () => other.close();
});
afterAll(() => inventory.stop());

const anyRequestedStay = fc.record({
  property: fc.nat(PROPERTIES - 1),
  plan: fc.nat(2),
  first: fc.integer({ min: 0, max: 38 }),
  nights: fc.integer({ min: 1, max: 6 }),
  adults: fc.integer({ min: 1, max: 3 }),
  childAges: fc.option(fc.array(fc.integer({ min: 0, max: 17 }), { maxLength: 1 }), { nil: undefined }),
  quantity: fc.integer({ min: 1, max: 2 }),
  displayCurrency: fc.constantFrom('EUR', 'GBP', undefined),
  alternatives: fc.integer({ min: 1, max: 5 }),
});
type RequestedStay = typeof anyRequestedStay extends fc.Arbitrary<infer T> ? T : never;

function stayOf(
  { first, nights, adults, childAges, quantity }: RequestedStay,
  { resourceId, generic }: BuiltProperty,
) {
  const from = `${dateAt(first)}T16:00:00.000Z`;
  const to = generic ? `${dateAt(first)}T19:00:00.000Z` : `${dateAt(first + nights)}T14:00:00.000Z`;
  const children = childAges?.length;
  const party = { partySize: adults + (children ?? 0), quantity };
  return { resourceId, from, to, ...party, ...(children !== undefined && { occupancyChildren: children }) };
}

type Party = Pick<ReturnType<typeof stayOf>, 'partySize' | 'quantity' | 'occupancyChildren'>;

/** The same guests, the stay that was suggested. */
async function expectQuoted(
  tenantId: string,
  suggested: readonly AlternativeWire[],
  { displayCurrency, ...party }: Party & { childAges?: readonly number[]; displayCurrency?: string },
): Promise<void> {
  for (const { resourceId, ratePlanId, from, to, ...alternative } of suggested) {
    const plan = ratePlanId === null ? {} : { ratePlanId };
    const { childAges, ...guests } = party;
    const stay = {
      resourceId,
      from,
      to,
      ...guests,
      ...plan,
      ...(childAges && { childAges: [...childAges] }),
    };
    const quote = { purpose: 'quote' as const, ...stay };
    const shown =
      alternative.displayTotal !== null && displayCurrency !== undefined ? { displayCurrency } : {};
    const priced = valueOf(await client.priceStay(tenantId, { ...quote, ...shown }));
    expect(alternative, JSON.stringify({ stay, alternative })).toMatchObject({
      totalMinorUnits: priced.priceBreakdown.totalMinorUnits,
      currency: priced.priceBreakdown.currency,
      nights: priced.priceBreakdown.nights.length,
    });
    if (alternative.displayTotal !== null) expect(alternative.displayTotal).toEqual(priced.displayTotal);
    expect(Date.parse(to)).toBeGreaterThan(Date.parse(PROPERTIES_NOW));
  }
}

async function requestAll(tenantId: string, requested: RequestedStay, property: BuiltProperty) {
  const { childAges, displayCurrency, alternatives, plan } = requested;
  const stay = stayOf(requested, property);
  const { partySize, quantity, occupancyChildren } = stay;
  const party = { partySize, quantity, ...(occupancyChildren !== undefined && { occupancyChildren }) };
  const ratePlanId = property.ratePlanIds[plan] ?? property.ratePlanIds[0];
  const planned = { ...stay, ...(ratePlanId !== undefined && { ratePlanId }) };
  const ages = childAges === undefined ? {} : { childAges };
  const shown = displayCurrency === undefined ? {} : { displayCurrency };
  const availability = { ...stay, alternatives };
  const quote = { purpose: 'quote' as const, ...planned, ...ages, ...shown, alternatives };

  const found = await client.findAvailability(tenantId, availability);
  const priced = await client.priceStay(tenantId, quote);
  expect(await twin.findAvailability(tenantId, availability)).toEqual(found);
  if (!priced.ok) expect(await twin.priceStay(tenantId, quote)).toEqual(priced);
  const suggested: AlternativeWire[][] = [];
  if (found.ok) {
    const { available, alternatives: near = [] } = found.value;
    if (available) expect(near).toEqual([]);
    expect(near.length).toBeLessThanOrEqual(alternatives);
    await expectQuoted(tenantId, near, party);
    suggested.push(near);
  }
  if (!priced.ok) {
    const near = (priced.refusal.extra?.['alternatives'] ?? []) as AlternativeWire[];
    expect(priced.refusal.extra?.['alternatives'] === undefined).toBe(priced.refusal.code !== 'unavailable');
    await expectQuoted(tenantId, near, { ...party, ...ages, ...shown });
    suggested.push(near);
    if (priced.refusal.code === 'unavailable') {
      const booked = await client.priceStay(tenantId, { ...quote, purpose: 'booking' });
      expect(booked).toEqual(priced);
    }
  }
  return suggested.flat();
}

it(`each alternative is accepted by a quote at its total, for ${TENANTS * PROPERTIES} random properties and in every process`, async () => {
  const rate = { fromCurrency: 'EUR', toCurrency: 'USD', rate: '1.0850', source: 'x' };
  const rates = [{ ...rate, effectiveAt: '2027-03-19T00:00:00.000Z' }];
  valueOf(await client.putFxRates('00000000-0000-0000-0000-000000000000', { rates }));
  const kinds = new Map<string, number>();
  for (let seed = 1; seed <= TENANTS; seed += 1) {
    const tenantId = randomUUID();
    const types = await prepareProperties(client, tenantId);
    const properties: BuiltProperty[] = [];
    for (const property of fc.sample(anyProperty, { seed, numRuns: PROPERTIES }))
      properties.push(await buildProperty(client, { tenantId, types }, property));
    for (const requested of fc.sample(anyRequestedStay, { seed, numRuns: REQUESTED_STAYS })) {
      const property = properties[requested.property];
      if (property === undefined) throw new Error('no such property');
      for (const { kind } of await requestAll(tenantId, requested, property))
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    }
    await expectSearchesQuoted(tenantId, seed);
  }
  for (const kind of ['plan', 'shift', 'shorter', 'longer', 'resource'])
    expect(kinds.get(kind) ?? 0, kind).toBeGreaterThan(5);
}, 120_000);

async function expectSearchesQuoted(tenantId: string, seed: number): Promise<void> {
  const dates = { arrival: dateAt(seed + 3), departure: dateAt(seed + 5) };
  const searched = { dates, bookableOnly: false, alternatives: 3, currency: 'EUR', sort: 'name' as const };
  const page = valueOf(await client.searchStays(tenantId, searchRequest({ ...searched, children: 1 })));
  let unavailable = 0;
  for (const { available, alternatives } of page.results) {
    if (available) expect(alternatives).toEqual([]);
    else unavailable += 1;
    expect(alternatives.length).toBeLessThanOrEqual(3);
    const party = { partySize: 3, quantity: 1, occupancyChildren: 1, displayCurrency: 'EUR' };
    await expectQuoted(tenantId, alternatives, party);
  }
  expect(unavailable).toBeGreaterThan(0);
}
