import { randomUUID } from 'node:crypto';
import type { putTaxRule } from '@lodging/contract-inventory';
import type { RequestOf } from '@lodging/contract-wire';
import fc from 'fast-check';
import { anyFormulaWire, anyOccupancyWire, derivedEntries } from './build-prices.ts';
import { uniqueSlug } from './create-villa.ts';
import { valueOf } from './start-inventory.ts';
import type { InventoryClient } from './start-inventory.ts';

/** Properties that are often full or closed, around the change of the clocks in Europe. */
export const PROPERTIES_NOW = '2027-03-20T09:30:00Z';
const START = Temporal.PlainDate.from('2027-03-18');
const LAST_DAY = 40;

export const dateAt = (day: number) => START.add({ days: day }).toString();

const anyRange = fc
  .tuple(fc.integer({ min: 0, max: LAST_DAY }), fc.integer({ min: 1, max: 8 }))
  .map(([first, length]) => ({ from: dateAt(first), to: dateAt(first + length) }));
const anyPlan = fc.record({
  minStayNights: fc.integer({ min: 1, max: 3 }),
  maxStayNights: fc.option(fc.integer({ min: 3, max: 5 })),
  closedToArrival: fc.integer({ min: 0, max: 4 }).map((one) => one === 0),
  enabled: fc.integer({ min: 0, max: 5 }).map((one) => one > 0),
  base: fc.option(fc.integer({ min: 0, max: 99_999 }).map(String), { freq: 6 }),
  weekend: fc.constantFrom(10_000, 12_345),
  occupancy: anyOccupancyWire,
  formula: anyFormulaWire,
  restriction: fc.option(fc.tuple(anyRange, fc.boolean(), fc.option(fc.integer({ min: 1, max: 4 })))),
  override: fc.option(fc.tuple(fc.integer({ min: 0, max: LAST_DAY }), fc.integer({ min: 1, max: 99_999 }))),
});
export const anyProperty = fc.record({
  generic: fc.integer({ min: 0, max: 4 }).map((one) => one === 0),
  kind: fc.constantFrom('villa' as const, 'hotel_room' as const),
  type: fc.integer({ min: 0, max: 1 }),
  timezone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Pacific/Auckland', 'Africa/Cairo'),
  currency: fc.constantFrom('EUR', 'USD', 'JPY'),
  units: fc.integer({ min: 1, max: 3 }),
  capacity: fc.integer({ min: 1, max: 4 }),
  checkInTime: fc.constantFrom('15:00', '02:30', '00:00'),
  checkOutTime: fc.constantFrom('11:00', '02:30', '23:59'),
  plans: fc.array(anyPlan, { minLength: 1, maxLength: 3 }),
  claims: fc.array(fc.tuple(anyRange, fc.constantFrom(1, 2, 3)), { maxLength: 9 }),
  archived: fc.integer({ min: 0, max: 8 }).map((one) => one === 0),
});
export type AnyProperty = typeof anyProperty extends fc.Arbitrary<infer T> ? T : never;

export interface BuiltProperty extends Pick<AnyProperty, 'generic' | 'timezone'> {
  readonly resourceId: string;
  readonly ratePlanIds: readonly string[];
}

/** Room types, taxes and fees of a tenant; its properties have these room types. */
export async function prepareProperties(
  client: InventoryClient,
  tenantId: string,
): Promise<readonly string[]> {
  const types: string[] = [];
  for (const [code, maxOccupancy] of [
    ['dbl', 3],
    ['fam', 4],
  ] as const) {
    const limits = { maxOccupancy, maxAdults: 3, maxChildren: 1 };
    types.push(valueOf(await client.createRoomType(tenantId, { code, name: code, ...limits })).id);
  }
  const vat = { kind: 'tax', name: 'VAT', basis: 'percent', rateBps: '725', inclusive: false };
  const city = {
    kind: 'tax',
    name: 'City',
    basis: 'per_person_per_night',
    amountMinorUnits: '250',
    currency: 'EUR',
    ageBands: [{ fromAge: 0, toAge: 15, amountMinorUnits: '100' }],
  };
  for (const [code, rule] of Object.entries({ vat, city })) {
    const request = { code, rule: rule as RequestOf<typeof putTaxRule>['rule'] };
    valueOf(await client.putTaxRule(tenantId, request));
  }
  return types;
}

export async function buildProperty(
  client: InventoryClient,
  { tenantId, types }: { readonly tenantId: string; readonly types: readonly string[] },
  property: AnyProperty,
): Promise<BuiltProperty> {
  const { generic, kind, type, plans, claims, archived, ...fields } = property;
  const made = valueOf(
    await client.createResource(tenantId, {
      ...fields,
      kind: generic ? 'generic' : kind,
      name: 'Villa',
      slug: uniqueSlug(),
      photoUrls: [],
      ...(generic ? {} : { roomTypeId: types[type] ?? '' }),
    }),
  );
  const resourceId = made.id;
  const price = {
    ratePlanCode: null,
    baseAmountMinorUnits: plans[0]?.base ?? null,
    occupancy: plans[0]?.occupancy,
  };
  const ratePlanIds = generic
    ? (valueOf(await client.putPricing(tenantId, { resourceId, pricing: [price] })), [])
    : await sell(client, { tenantId, resourceId, roomTypeId: types[type] ?? '' }, property);
  for (const [range, quantity] of claims) {
    const window = { from: `${range.from}T16:00:00.000Z`, to: `${range.to}T16:00:00.000Z` };
    const claim = { claimId: randomUUID(), resourceId, quantity, ...window, expiresAt: null };
    // One that does not fit is refused.
    await client.claimUnits(tenantId, claim);
  }
  if (archived) valueOf(await client.updateResource(tenantId, { resourceId, changes: { archived } }));
  return { resourceId, ratePlanIds, generic, timezone: property.timezone };
}

interface Sold {
  readonly tenantId: string;
  readonly resourceId: string;
  readonly roomTypeId: string;
}

const codeOf = (index: number) => `p${3 - index}`;

async function sell(
  client: InventoryClient,
  { tenantId, resourceId, roomTypeId }: Sold,
  property: AnyProperty,
) {
  const { plans, currency } = property;
  const ratePlans = plans.map(({ minStayNights, maxStayNights, closedToArrival, enabled }, index) => {
    const terms = { minStayNights, maxStayNights, closedToArrival, enabled };
    return { ...terms, code: codeOf(index), name: `Plan ${index}`, currency };
  });
  const put = valueOf(await client.putRates(tenantId, { resourceId, ratePlans }));
  const pricing = plans.map(({ base, weekend, occupancy }, index) => ({
    ratePlanCode: codeOf(index),
    baseAmountMinorUnits: base,
    dayOfWeekMultipliersBps: { sat: weekend },
    lengthOfStayTiers: [{ minNights: 4, multiplierBps: 9_000 }],
    occupancy,
  }));
  valueOf(await client.putPricing(tenantId, { resourceId, pricing }));
  const derived = derivedEntries(plans, { currency, codeOf });
  valueOf(await client.putRates(tenantId, { resourceId, ratePlans: derived }));
  const restrictions = plans.flatMap(({ restriction }, index) => {
    if (restriction === null) return [];
    const [range, stopSell, minStayNights] = restriction;
    const [from, to] = [`${range.from}T12:00:00.000Z`, `${range.to}T12:00:00.000Z`];
    return [{ ratePlanCode: codeOf(index), from, to, stopSell, minStayNights }];
  });
  valueOf(await client.putRestrictions(tenantId, { resourceId, restrictions }));
  for (const [index, { override }] of plans.entries()) {
    if (override === null) continue;
    const [first, amountMinorUnits] = override;
    valueOf(
      await client.setBulkRates(tenantId, {
        roomTypeId,
        resourceIds: [resourceId],
        ratePlanCode: codeOf(index),
        from: dateAt(first),
        to: dateAt(first + 9),
        nightlyRate: { amountMinorUnits: String(amountMinorUnits), currency },
      }),
    );
  }
  return put.ratePlans.map(({ id }) => id);
}
