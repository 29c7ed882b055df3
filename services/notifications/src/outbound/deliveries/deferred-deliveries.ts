import { namedStatement } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import type { DeferredDeliveries } from '../../ports/deliveries.ts';
import { DELIVERIES_PER_MINUTE, madeBy, minuteOf } from './delivery-budget.ts';
import { isSubscribedSince } from './subscribed.ts';

/** Events of one statement: the log of the tenant is locked while their deliveries are inserted. */
const EVENTS = 64;
const NOW = '$now::timestamptz';

const findTenants = namedStatement<{ now: Temporal.Instant }>(
  'deferred_tenants',
  `
  SELECT tenant_id AS "tenantId" FROM event_positions AS place
  WHERE deferred_from IS NOT NULL AND ${madeBy('place', NOW)} < ${DELIVERIES_PER_MINUTE}
  ORDER BY tenant_id`,
);

/** A statement of its own: the next one must see every event that was logged before the lock was granted. */
const lockPosition = namedStatement<{ tenantId: string }>(
  'deferred_lock',
  'SELECT FROM event_positions WHERE tenant_id = $tenantId FOR UPDATE',
);

/**
 * Inserts the deliveries of the next events of the log, as many events as the minute has room for, and
 * moves on behind them.
 */
const queueNext = namedStatement<{ tenantId: string; now: Temporal.Instant }>(
  'deferred_queue',
  `
  WITH place AS (
    SELECT deferred_from, deferred_events, ${madeBy('place', NOW)} AS made, ${minuteOf('place', NOW)} AS minute
    FROM event_positions AS place WHERE tenant_id = $tenantId AND deferred_from IS NOT NULL
  ), next AS MATERIALIZED (
    SELECT id, position, type, occurred_at, traceparent FROM events
    WHERE tenant_id = $tenantId AND position >= (SELECT deferred_from FROM place)
    ORDER BY position LIMIT ${EVENTS}
  ), wanted AS MATERIALIZED (
    SELECT endpoint.id AS endpoint_id, next.id AS event_id, next.position, next.type, next.traceparent
    FROM webhook_endpoints AS endpoint, next
    WHERE endpoint.tenant_id = $tenantId AND ${isSubscribedSince('endpoint', 'next')}
    FOR KEY SHARE OF endpoint
  ), room AS (
    SELECT min(position) AS ends_before FROM (
      SELECT position, sum(count(*)) OVER (ORDER BY position) AS deliveries FROM wanted GROUP BY position) AS summed
    WHERE deliveries > ${DELIVERIES_PER_MINUTE} - (SELECT made FROM place)
  ), queued AS (
    INSERT INTO deliveries
      (tenant_id, id, endpoint_id, event_id, event_type, traceparent, next_attempt_at, created_at)
    SELECT $tenantId, gen_random_uuid(), endpoint_id, event_id, type, traceparent, ${NOW}, ${NOW}
    FROM wanted, room WHERE ends_before IS NULL OR position < ends_before
    RETURNING endpoint_id
  ), rest AS (
    SELECT coalesce(ends_before, CASE WHEN count(next.id) = ${EVENTS} THEN max(next.position) + 1 END) AS deferred_from,
      count(next.id) FILTER (WHERE ends_before IS NULL OR next.position < ends_before) AS events
    FROM room LEFT JOIN next ON true GROUP BY ends_before
  )
  UPDATE event_positions AS current SET
    deferred_from = rest.deferred_from,
    deferred_events = CASE WHEN rest.deferred_from IS NULL THEN 0 ELSE greatest(0, place.deferred_events - rest.events) END,
    deliveries_since = place.minute,
    deliveries_made = place.made + (SELECT count(*) FROM queued)
  FROM place, rest WHERE current.tenant_id = $tenantId
  RETURNING rest.events > 0 AND rest.deferred_from IS NOT NULL AS "hasMore",
    ARRAY(SELECT DISTINCT endpoint_id::text FROM queued) AS "endpointIds"`,
);

interface Queued {
  readonly hasMore: boolean;
  readonly endpointIds: string[];
}

export function createDeferredDeliveries(db: Database): DeferredDeliveries {
  return {
    async findTenants(now) {
      const [rows = []] = await db.writeAcrossTenants<{ tenantId: string }>([findTenants({ now })]);
      return rows.map(({ tenantId }) => tenantId);
    },
    queueNext: (tenantId, now) =>
      db.inTenant(tenantId, async (tx) => {
        await tx.query(lockPosition({ tenantId }));
        const [queued] = await tx.query<Queued>(queueNext({ tenantId, now }));
        return queued ?? { hasMore: false, endpointIds: [] };
      }),
  };
}
