import { countLimitedRows, lockLimitedRows, namedStatement } from '@lodging/kit-postgres';
import type { RowLimit, Tx } from '@lodging/kit-postgres';
import { LIMITS } from '../../domain/resources/tenant-limits.ts';

interface TenantKey {
  readonly tenantId: string;
}

const countOnSale = namedStatement<TenantKey>(
  'resources_count_on_sale',
  'SELECT count(*)::int AS count FROM resources WHERE tenant_id = $tenantId AND archived_at IS NULL',
);
const countRoomTypes = namedStatement<TenantKey>(
  'room_types_count',
  'SELECT count(*)::int AS count FROM room_types WHERE tenant_id = $tenantId',
);

/** Resources and room types of a tenant are created under one lock. */
export const creationsOf = (tenantId: string): string => `inventory.creations.${tenantId}`;

export function resourceLimit(tenantId: string): RowLimit {
  const key = creationsOf(tenantId);
  return { tenantId, key, most: LIMITS.resources.most, count: countOnSale({ tenantId }) };
}

export function roomTypeLimit(tenantId: string): RowLimit {
  const key = creationsOf(tenantId);
  return { tenantId, key, most: LIMITS.roomTypes.most, count: countRoomTypes({ tenantId }) };
}

/** Until the end of the transaction no resource or room type of the tenant is added, and none is put back on sale. */
export function lockCreations(tx: Tx, tenantId: string): Promise<void> {
  return lockLimitedRows(tx, creationsOf(tenantId));
}

/** Counts the resources that the tenant has on sale, under the lock. */
export function lockAndCountOnSale(tx: Tx, tenantId: string): Promise<number> {
  return countLimitedRows(tx, resourceLimit(tenantId));
}
