import { namedStatement } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { MAX_CLAIM_MS } from '../../domain/claims/claim.ts';
import type { ClaimKind } from '../../domain/units/peak-units.ts';
import type { ResourceKind } from '../../domain/time/resource-kind.ts';
import type { OccupancyEntry, OccupancyRepository } from '../../ports/stays.ts';
import { timestampOf, OVERLAPS_SPAN } from './span-bounds.ts';
import type { SpanBounds } from './span-bounds.ts';

/** As many as an imported calendar may have. Of more, those with the latest starts are left out. */
const MAX_ENTRIES = 20_000;

interface FindOccupancy extends SpanBounds {
  readonly tenantId: string;
  readonly resourceId: string;
  readonly excludeConnectionId: string | null;
}

/** A row for each entry, or one without. Blocks are read whole: a long one has several claims. */
const find = namedStatement<FindOccupancy>(
  'occupancy_read',
  `SELECT r.id AS resource_id, r.kind AS resource_kind, r.name, r.timezone, o.*
   FROM resources r LEFT JOIN LATERAL (
     SELECT c.claim_id AS id, c.kind, c.starts_at, c.ends_at,
       greatest(coalesce(c.confirmed_at, c.created_at), c.moved_at) AS changed_at, c.revision AS sequence
     FROM claims c
     WHERE c.tenant_id = $tenantId AND c.resource_id = $resourceId AND c.kind = 'reservation' AND c.state = 'confirmed'
       AND ${OVERLAPS_SPAN}
     UNION ALL
     SELECT b.id, 'external_block', b.starts_at, b.ends_at, b.changed_at, b.revision
     FROM external_blocks b
     WHERE b.tenant_id = $tenantId AND b.resource_id = $resourceId AND b.ends_at > $start AND b.starts_at < $end
       AND b.connection_id IS DISTINCT FROM $excludeConnectionId::uuid
     UNION ALL
     SELECT b.id, 'external_block', b.starts_at, b.ends_at, b.dates_changed_at, b.revision
     FROM blocks b
     WHERE b.tenant_id = $tenantId AND b.resource_id = $resourceId AND b.ends_at > $start AND b.starts_at < $end) o ON true
   WHERE r.tenant_id = $tenantId AND r.id = $resourceId
   ORDER BY o.starts_at, o.id LIMIT ${MAX_ENTRIES}`,
);

interface Row {
  readonly resource_id: string;
  readonly resource_kind: ResourceKind;
  readonly name: string;
  readonly timezone: string;
  readonly id: string | null;
  readonly kind: ClaimKind;
  readonly starts_at: Temporal.Instant;
  readonly ends_at: Temporal.Instant;
  readonly changed_at: Temporal.Instant;
  readonly sequence: number;
}

export function createOccupancyRepository(db: Database): OccupancyRepository {
  return {
    async find(tenantId, resourceId, { start, end }, exclude) {
      const bounds = {
        start: timestampOf(start),
        end: timestampOf(end),
        maxEnd: timestampOf(end + MAX_CLAIM_MS),
      };
      const statement = find({ tenantId, resourceId, ...bounds, excludeConnectionId: exclude ?? null });
      const rows = await db.readInTenant<Row>(tenantId, statement);
      const [head] = rows;
      if (head === undefined) return undefined;
      const { resource_id: id, resource_kind: kind, name, timezone } = head;
      return { resource: { id, kind, name, timezone }, entries: rows.flatMap(readEntry) };
    },
  };
}

function readEntry(row: Row): OccupancyEntry[] {
  const { id, kind, starts_at: start, ends_at: end, changed_at: changedAt, sequence } = row;
  if (id === null) return [];
  return [{ id, kind, changedAt, sequence, start: start.epochMilliseconds, end: end.epochMilliseconds }];
}
