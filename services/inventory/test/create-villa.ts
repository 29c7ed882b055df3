import { randomUUID } from 'node:crypto';
import type { priceStay } from '@lodging/contract-inventory';
import type { RequestOf } from '@lodging/contract-wire';
import { valueOf } from './start-inventory.ts';
import type { InventoryClient } from './start-inventory.ts';

export interface Villa {
  readonly tenantId: string;
  readonly resourceId: string;
  readonly ratePlanId: string;
}

export const uniqueSlug = () => `s-${randomUUID()}`;

/** A villa with the plan `flex` at 100.00 a night. */
export async function createVilla(
  client: InventoryClient,
  options: { tenantId?: string; units?: number } = {},
): Promise<Villa> {
  const { tenantId = randomUUID(), units = 1 } = options;
  const currency = 'EUR';
  const limits = { maxOccupancy: 4, maxAdults: 4, maxChildren: 2 };
  const type = valueOf(
    await client.createRoomType(tenantId, { code: uniqueSlug(), name: 'Villa', ...limits }),
  );
  const villa = valueOf(
    await client.createResource(tenantId, {
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
  const rates = valueOf(await client.putRates(tenantId, { resourceId: villa.id, ratePlans: [plan] }));
  const price = { ratePlanCode: 'flex', baseAmountMinorUnits: '10000' };
  valueOf(await client.putPricing(tenantId, { resourceId: villa.id, pricing: [price] }));
  return { tenantId, resourceId: villa.id, ratePlanId: rates.ratePlans[0]?.id ?? '' };
}

/** A window of three nights from 60 days after today; `first` moves it. */
export function nights(first = 0, count = 3): { from: string; to: string } {
  const arrival = Temporal.Now.plainDateISO('UTC').add({ days: 60 + first });
  return { from: `${arrival}T14:00:00.000Z`, to: `${arrival.add({ days: count })}T09:00:00.000Z` };
}

export function stayRequest(
  villa: Villa,
  changes: Partial<RequestOf<typeof priceStay>> = {},
): RequestOf<typeof priceStay> {
  const { resourceId, ratePlanId } = villa;
  return { purpose: 'quote', resourceId, ratePlanId, partySize: 2, quantity: 1, ...nights(), ...changes };
}
