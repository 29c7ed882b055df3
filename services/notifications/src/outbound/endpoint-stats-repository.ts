import type { Database } from '@lodging/kit-postgres';
import type { EndpointStatsRepository, EndpointWithStats } from '../ports.ts';
import { endpointColumns, endpointFrom } from './endpoint-repository.ts';
import type { EndpointRow } from './endpoint-repository.ts';

interface Row extends EndpointRow {
  readonly failing_since: Temporal.Instant | null;
  readonly waiting: number;
  readonly oldest_waiting_at: Temporal.Instant | null;
  readonly dead: number;
  readonly last_status: number | null;
  readonly last_error: string | null;
}

const STATS = `
  SELECT ${endpointColumns}, CASE WHEN failure_count > 0 THEN failing_since END AS failing_since,
    pending.waiting, pending.oldest_waiting_at,
    (SELECT count(*)::int4 FROM deliveries
     WHERE tenant_id = $1 AND endpoint_id = endpoint.id AND status = 'dead') AS dead,
    (last.attempt ->> 'status')::int4 AS last_status, last.attempt ->> 'error' AS last_error
  FROM webhook_endpoints AS endpoint
  CROSS JOIN LATERAL (
    SELECT count(*)::int4 AS waiting, min(created_at) AS oldest_waiting_at FROM deliveries
    WHERE tenant_id = $1 AND endpoint_id = endpoint.id AND status = 'pending') AS pending
  LEFT JOIN LATERAL (
    SELECT attempts -> -1 AS attempt FROM deliveries
    WHERE endpoint.failure_count > 0 AND tenant_id = $1 AND endpoint_id = endpoint.id
      AND status <> 'succeeded' AND attempts <> '[]'
    ORDER BY created_at DESC, id DESC LIMIT 1) AS last ON true
  WHERE tenant_id = $1 AND deleted_at IS NULL ORDER BY created_at, id`;

export function createEndpointStatsRepository(db: Database): EndpointStatsRepository {
  return {
    async list(tenantId) {
      const statement = { name: 'endpoint_stats', text: STATS, values: [tenantId] };
      return (await db.readInTenant<Row>(tenantId, statement)).map(endpointWithStatsFrom);
    },
  };
}

function endpointWithStatsFrom(row: Row): EndpointWithStats {
  const { last_status: status, last_error: error } = row;
  return {
    ...endpointFrom(row),
    failingSince: row.failing_since,
    lastError: error ?? (status === null ? null : `it answered ${status}`),
    waiting: row.waiting,
    oldestWaitingAt: row.oldest_waiting_at,
    dead: row.dead,
  };
}
