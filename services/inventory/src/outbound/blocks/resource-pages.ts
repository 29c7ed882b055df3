import type { KeysetValues } from '@lodging/kernel';
import { namedStatement } from '@lodging/kit-postgres';
import type { ResourceKind } from '../../domain/time/resource-kind.ts';
import type { ResourceFilter } from '../../ports/blocks.ts';
import { positionColumn } from '../list-page.ts';

/** Resources on sale, in the order of their public list. */
const listResources = namedStatement<
  KeysetValues & {
    readonly tenantId: string;
    readonly roomTypeId: string | null;
    readonly resourceIds: readonly string[] | null;
  }
>(
  'blocks_resource_page',
  `SELECT r.id, r.units, r.timezone, r.kind, ${positionColumn('r')}
   FROM resources r
   WHERE r.tenant_id = $tenantId AND r.archived_at IS NULL
     AND (r.created_at, r.id) > ($afterCreatedAt::timestamptz, $afterId::uuid)
     AND ($roomTypeId::uuid IS NULL OR r.room_type_id = $roomTypeId::uuid)
     AND ($resourceIds::uuid[] IS NULL OR r.id = ANY ($resourceIds::uuid[]))
   ORDER BY r.created_at, r.id LIMIT $limit`,
);

export function resourcePage(
  tenantId: string,
  { roomTypeId, resourceIds }: ResourceFilter,
  position: KeysetValues,
) {
  return listResources({
    tenantId,
    roomTypeId: roomTypeId ?? null,
    resourceIds: resourceIds ?? null,
    ...position,
  });
}

export interface ResourcePageRow {
  readonly id: string;
  readonly units: number;
  readonly timezone: string;
  readonly kind: ResourceKind;
  readonly created_at: string;
}
