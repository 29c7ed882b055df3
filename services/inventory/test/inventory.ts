import { randomUUID } from 'node:crypto';
import type { priceStay } from '@lodging/contract-inventory';
import type { RequestOf } from '@lodging/contract-wire';
import type { Clock, Result } from '@lodging/kernel';
import { openDatabase } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { newId, systemClock } from '@lodging/kit-runtime';
import { freshSchema, testLogger } from '@lodging/kit-testing';
import { inventoryMigrations } from '../src/migrations.ts';
import { createBlockStore } from '../src/outbound/block-store.ts';
import { createBulkRateStore } from '../src/outbound/bulk-rate-store.ts';
import { createCalendarEtags } from '../src/outbound/calendar-etags.ts';
import { createCalendarReader } from '../src/outbound/calendar-reader.ts';
import { createCapacityReader } from '../src/outbound/capacity-reader.ts';
import { createClaimStore } from '../src/outbound/claim-store.ts';
import { createConfigCache } from '../src/outbound/config-cache.ts';
import { createFxRateStore } from '../src/outbound/fx-rate-store.ts';
import { createOccupancyReader } from '../src/outbound/occupancy-reader.ts';
import { createPricingStore } from '../src/outbound/pricing-store.ts';
import { createRatePlanStore } from '../src/outbound/rate-plan-store.ts';
import { createResourceStore } from '../src/outbound/resource-store.ts';
import { createRestrictionStore } from '../src/outbound/restriction-store.ts';
import { createRoomTypeStore } from '../src/outbound/room-type-store.ts';
import { createStayReader } from '../src/outbound/stay-reader.ts';
import { useCases } from '../src/use-cases/use-cases.ts';
import type { UseCases } from '../src/use-cases/use-cases.ts';

export function replicaOver(db: Database, clock: Clock = systemClock): UseCases {
  const configurations = createConfigCache(1_000);
  return useCases({
    roomTypes: createRoomTypeStore(db),
    resources: createResourceStore(db),
    plans: createRatePlanStore(db),
    prices: createPricingStore(db),
    restrictions: createRestrictionStore(db),
    bulkRates: createBulkRateStore(db),
    fxRates: createFxRateStore(db),
    stays: createStayReader(db, configurations),
    calendars: createCalendarReader(db, configurations),
    calendarEtags: createCalendarEtags(100),
    capacity: createCapacityReader(db),
    occupancies: createOccupancyReader(db),
    claims: createClaimStore(db),
    blocks: createBlockStore(db, newId),
    clock,
    newId,
  });
}

export interface TestInventory {
  readonly db: Database;
  readonly url: string;
  readonly ownerUrl: string;
  readonly uses: UseCases;
  stop(): Promise<void>;
}

export async function startInventory(maxConnections = 10): Promise<TestInventory> {
  const schema = await freshSchema({ schema: 'inventory', sources: inventoryMigrations });
  const db = openDatabase({ url: schema.url, schema: 'inventory', log: testLogger(), maxConnections });
  return {
    db,
    url: schema.url,
    ownerUrl: schema.ownerUrl,
    uses: replicaOver(db),
    async stop() {
      await db.close();
      await schema.drop();
    },
  };
}

export function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.refusal.code}: ${result.refusal.detail}`);
  return result.value;
}

/** The code of a refusal, or what was answered instead. */
export function outcomeOf(result: Result<unknown>): unknown {
  return result.ok ? result.value : result.refusal.code;
}

export const uniqueSlug = () => `s-${randomUUID()}`;

interface Sold {
  readonly tenantId: string;
  readonly resourceId: string;
  readonly ratePlanId: string;
}

/** A villa with one plan at 100.00 a night. */
export async function sellVilla(
  uses: UseCases,
  wanted: { tenantId?: string; units?: number } = {},
): Promise<Sold> {
  const { tenantId = randomUUID(), units = 1 } = wanted;
  const currency = 'EUR';
  const limits = { maxOccupancy: 4, maxAdults: 4, maxChildren: 2 };
  const type = valueOf(await uses.createRoomType(tenantId, { code: uniqueSlug(), name: 'Villa', ...limits }));
  const villa = valueOf(
    await uses.createResource(tenantId, {
      kind: 'villa',
      name: 'Villa Aurora',
      slug: uniqueSlug(),
      capacity: 4,
      currency,
      timezone: 'Europe/Berlin',
      units,
      photoUrls: [],
      roomTypeId: type.id,
    }),
  );
  const plan = { code: 'flex', name: 'Flexible', currency };
  const rates = valueOf(await uses.putRates(tenantId, { resourceId: villa.id, ratePlans: [plan] }));
  const price = { ratePlanCode: 'flex', baseAmountMinorUnits: '10000' };
  valueOf(await uses.putPricing(tenantId, { resourceId: villa.id, pricing: [price] }));
  return { tenantId, resourceId: villa.id, ratePlanId: rates.ratePlans[0]?.id ?? '' };
}

/** Three nights, some weeks ahead, counted from the first on. */
export function nights(first = 0, count = 3): { from: string; to: string } {
  const arrival = Temporal.Now.plainDateISO('UTC').add({ days: 60 + first });
  return { from: `${arrival}T14:00:00.000Z`, to: `${arrival.add({ days: count })}T09:00:00.000Z` };
}

export function wish(
  sold: Sold,
  changes: Partial<RequestOf<typeof priceStay>> = {},
): RequestOf<typeof priceStay> {
  const { resourceId, ratePlanId } = sold;
  return { purpose: 'quote', resourceId, ratePlanId, partySize: 2, quantity: 1, ...nights(), ...changes };
}
