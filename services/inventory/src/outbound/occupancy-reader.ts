import type { Database } from '@lodging/kit-postgres';
import { LONGEST_MS } from '../domain/claim.ts';
import type { ClaimKind } from '../domain/peak-units.ts';
import type { ResourceKind } from '../domain/resource.ts';
import type { Occupancies } from '../use-cases/ports.ts';
import { momentOf } from './stay-statements.ts';

/**
 * One row for each entry, or one without where nothing is taken. A block is whole here, whatever parts it is claimed in, and
 * may be of any length; a stay is bounded by the longest claim there can be, which keeps the scan within the index short.
 */
const READ = `
  SELECT r.id AS resource_id, r.kind AS resource_kind, r.name, r.timezone, o.*
  FROM resources r LEFT JOIN LATERAL (
    SELECT c.claim_id AS id, c.kind, c.starts_at, c.ends_at, coalesce(c.confirmed_at, c.created_at) AS changed_at,
      0 AS sequence
    FROM claims c
    WHERE c.tenant_id = $1 AND c.resource_id = $2 AND c.kind = 'reservation' AND c.state = 'confirmed'
      AND c.ends_at > $3 AND c.ends_at <= $5 AND c.starts_at < $4
    UNION ALL
    SELECT b.id, 'external_block', b.starts_at, b.ends_at, b.changed_at, b.revision
    FROM external_blocks b
    WHERE b.tenant_id = $1 AND b.resource_id = $2 AND b.ends_at > $3 AND b.starts_at < $4
      AND b.connection_id IS DISTINCT FROM $6::uuid) o ON true
  WHERE r.tenant_id = $1 AND r.id = $2
  ORDER BY o.starts_at, o.id`;

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

export function createOccupancyReader(db: Database): Occupancies {
  return {
    async read(tenantId, resourceId, { start, end }, excludeConnectionId) {
      const bounds = [start, end, end + LONGEST_MS].map(momentOf);
      const values = [tenantId, resourceId, ...bounds, excludeConnectionId ?? null];
      const rows = await db.readInTenant<Row>(tenantId, { name: 'occupancy_read', text: READ, values });
      const [head] = rows;
      if (head === undefined) return undefined;
      const { resource_id: id, resource_kind: kind, name, timezone } = head;
      return { resource: { id, kind, name, timezone }, occupied: rows.flatMap(readOccupied) };
    },
  };
}

function readOccupied({ id, kind, starts_at: start, ends_at: end, changed_at: changedAt, sequence }: Row) {
  if (id === null) return [];
  return [{ id, kind, changedAt, sequence, start: start.epochMilliseconds, end: end.epochMilliseconds }];
}
