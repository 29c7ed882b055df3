import { namedStatement } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import type { TraceEntry, Tracing } from '@lodging/operations';
import { DEFERRED_DELIVERIES } from './deliveries/subscribed.ts';

const AUTHORITY = `substring(endpoint.url FROM '^[a-z]+://([^/?#]+)')`;
/** Every attempt of every delivery, or that there was none yet; the host alone, because the path may be secret. */
const listDeliveries = namedStatement<{ tenantId: string; reservationId: string }>(
  'trace_deliveries',
  `
  SELECT coalesce((attempt ->> 'at')::timestamptz, delivery.created_at) AS at, 'webhook' AS kind,
    delivery.event_type AS what,
    CASE WHEN attempt IS NULL THEN delivery.status
      ELSE coalesce(attempt ->> 'status', attempt ->> 'error', delivery.status) END AS outcome,
    NULL AS "requestId", delivery.traceparent,
    concat_ws(' ', ${AUTHORITY}, 'delivery', delivery.id) AS detail
  FROM events AS event
  JOIN deliveries AS delivery ON delivery.tenant_id = event.tenant_id AND delivery.event_id = event.id
  JOIN webhook_endpoints AS endpoint
    ON endpoint.tenant_id = delivery.tenant_id AND endpoint.id = delivery.endpoint_id
  LEFT JOIN LATERAL jsonb_array_elements(delivery.attempts) AS attempt ON true
  WHERE event.tenant_id = $tenantId AND event.reservation_id = $reservationId
  UNION ALL
  SELECT event.logged_at, 'webhook', event.type, 'pending', NULL, event.traceparent,
    concat_ws(' ', ${AUTHORITY}, 'deferred: the tenant has too many deliveries')
  FROM ${DEFERRED_DELIVERIES}
  WHERE event.tenant_id = $tenantId AND event.reservation_id = $reservationId
  ORDER BY 1 LIMIT 500`,
);

export function createTracing(db: Database): Tracing {
  return {
    entries: (tenantId, reservationId) =>
      db.inTenant(tenantId, (tx) => tx.query<TraceEntry>(listDeliveries({ tenantId, reservationId }))),
  };
}
