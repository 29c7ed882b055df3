import type { Database } from '@lodging/kit-postgres';
import { isoDate } from '../domain/day-number.ts';
import type { ResourceKind } from '../domain/resource.ts';
import type { Capacity, CapacityRecord } from '../use-cases/ports.ts';

/** Two days more on either side, because local days are not those of UTC; what is outside counts nothing. */
const READ = `
  SELECT r.id, r.kind, r.timezone, r.currency, r.units, c.units AS blocked, c.starts_at, c.ends_at
  FROM resources r LEFT JOIN claims c ON c.tenant_id = $1 AND c.resource_id = r.id AND c.kind = 'external_block'
    AND c.ends_at > $2::date - 2 AND c.ends_at <= $3::date + 402 AND c.starts_at < $3::date + 2
    AND (c.state = 'confirmed' OR c.expires_at > now())
  WHERE r.tenant_id = $1`;

interface Row {
  readonly id: string;
  readonly kind: ResourceKind;
  readonly timezone: string;
  readonly currency: string;
  readonly units: number;
  readonly blocked: number | null;
  readonly starts_at: Temporal.Instant;
  readonly ends_at: Temporal.Instant;
}

export function createCapacityReader(db: Database): Capacity {
  return {
    async read(tenantId, { first, end }) {
      const values = [tenantId, isoDate(first), isoDate(end)];
      const rows = await db.readInTenant<Row>(tenantId, { name: 'capacity_read', text: READ, values });
      return [...Map.groupBy(rows, ({ id }) => id).values()].map(recordOf);
    },
  };
}

function recordOf(rows: readonly Row[]): CapacityRecord {
  const [head] = rows;
  if (head === undefined) throw new Error('a group of rows has at least one');
  const { kind, timezone, currency, units } = head;
  const blocks = rows.flatMap(({ blocked, starts_at: start, ends_at: end }) =>
    blocked === null ? [] : [{ units: blocked, start: start.epochMilliseconds, end: end.epochMilliseconds }],
  );
  return { kind, timezone, currency, units, blocks };
}
