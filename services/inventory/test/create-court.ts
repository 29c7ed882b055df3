import { randomUUID } from 'node:crypto';
import { uniqueSlug } from './create-villa.ts';
import { valueOf } from './start-inventory.ts';
import type { InventoryClient } from './start-inventory.ts';

export interface Court {
  readonly tenantId: string;
  readonly resourceId: string;
}

/** A generic resource in Europe/Berlin, without prices. */
export async function createCourt(
  client: InventoryClient,
  options: { tenantId?: string; units?: number; currency?: string; timezone?: string } = {},
): Promise<Court> {
  const { tenantId = randomUUID(), units = 1, currency = 'JPY', timezone = 'Europe/Berlin' } = options;
  const court = valueOf(
    await client.createResource(tenantId, {
      kind: 'generic',
      name: 'Court',
      slug: uniqueSlug(),
      capacity: 4,
      currency,
      timezone,
      units,
      photoUrls: [],
    }),
  );
  return { tenantId, resourceId: court.id };
}
