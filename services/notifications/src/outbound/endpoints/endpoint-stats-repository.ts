import { namedStatement } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import type { EndpointRecordRepository, EndpointStatsRepository } from '../../ports/endpoints.ts';
import { endpointColumns } from '../schema.ts';
import type { EndpointRow } from '../schema.ts';
import { endpointFrom } from './endpoint-repository.ts';
import { isSubscribedSince } from '../deliveries/subscribed.ts';
import type { EndpointWithStats } from '../../domain/endpoints/endpoint.ts';

interface Row extends EndpointRow {
  readonly failingSince: Temporal.Instant | null;
  readonly waiting: number;
  readonly oldestWaitingAt: Temporal.Instant | null;
  readonly dead: number;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
}

/** Events whose deliveries are deferred may be millions. */
const DEFERRED_EVENTS = 10_000;
/** A tenant’s own request does not count millions of deliveries. */
const MAX_COUNTED = 10_000;

/** `bounded`: of no more deliveries than that. */
function statsStatement(name: string, bounded: boolean) {
  const most = bounded ? `LIMIT ${MAX_COUNTED}` : '';
  return namedStatement<{ tenantId: string; endpointId: string | null }>(
    name,
    `
  WITH next AS MATERIALIZED (
    SELECT event.position, event.type, event.occurred_at, event.logged_at
    FROM event_positions AS place
    JOIN events AS event ON event.tenant_id = $tenantId AND event.position >= place.deferred_from
    WHERE place.tenant_id = $tenantId ORDER BY event.position LIMIT ${DEFERRED_EVENTS}
  )
  SELECT ${endpointColumns}, CASE WHEN failure_count > 0 THEN failing_since END AS "failingSince",
    ${bounded ? `least(pending.waiting + deferred.waiting, ${MAX_COUNTED})` : 'pending.waiting + deferred.waiting'} AS waiting,
    least(pending.oldest_waiting_at, deferred.oldest_waiting_at) AS "oldestWaitingAt",
    (SELECT count(*)::int4 FROM (
       SELECT FROM deliveries
       WHERE tenant_id = $tenantId AND endpoint_id = endpoint.id AND status = 'dead' ${most}) AS ended) AS dead,
    (last.attempt ->> 'status')::int4 AS "lastStatus", last.attempt ->> 'error' AS "lastError"
  FROM webhook_endpoints AS endpoint
  CROSS JOIN LATERAL (
    SELECT count(*)::int4 AS waiting, min(created_at) AS oldest_waiting_at FROM (
      SELECT created_at FROM deliveries
      WHERE tenant_id = $tenantId AND endpoint_id = endpoint.id AND status = 'pending' ${most}) AS open) AS pending
  CROSS JOIN LATERAL (
    SELECT count(*)::int4 AS waiting, min(logged_at) AS oldest_waiting_at FROM next
    WHERE ${isSubscribedSince('endpoint', 'next')}) AS deferred
  LEFT JOIN LATERAL (
    SELECT attempts -> -1 AS attempt FROM deliveries
    WHERE endpoint.failure_count > 0 AND tenant_id = $tenantId AND endpoint_id = endpoint.id
      AND status <> 'succeeded' AND attempts <> '[]'
    ORDER BY created_at DESC, id DESC LIMIT 1) AS last ON true
  WHERE tenant_id = $tenantId AND ($endpointId::uuid IS NULL OR id = $endpointId) AND deleted_at IS NULL
  ORDER BY created_at, id`,
  );
}

const listStats = statsStatement('endpoint_stats', false);
const listRecords = statsStatement('endpoint_records', true);

export function createEndpointRecordRepository(db: Database): EndpointRecordRepository {
  const read = async (tenantId: string, endpointId: string | null) => {
    const rows = await db.readInTenant<Row>(tenantId, listRecords({ tenantId, endpointId }));
    return rows.map(endpointWithStatsFrom);
  };
  return {
    list: (tenantId) => read(tenantId, null),
    find: async (tenantId, id) => (await read(tenantId, id))[0],
  };
}

export function createEndpointStatsRepository(db: Database): EndpointStatsRepository {
  return {
    async list(tenantId) {
      return (await db.readInTenant<Row>(tenantId, listStats({ tenantId, endpointId: null }))).map(
        endpointWithStatsFrom,
      );
    },
  };
}

function endpointWithStatsFrom(row: Row): EndpointWithStats {
  const { lastStatus, lastError, failingSince, waiting, oldestWaitingAt, dead } = row;
  return {
    ...endpointFrom(row),
    failingSince,
    lastError: lastError ?? (lastStatus === null ? null : `it answered ${lastStatus}`),
    waiting,
    oldestWaitingAt,
    dead,
  };
}
