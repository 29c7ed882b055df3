import type { Database } from '@lodging/kit-postgres';
import type { TraceEntry, Tracing } from '@lodging/kit-messaging';

/** Every attempt of every delivery, or that there was none yet; the host alone, because the path may be secret. */
const DELIVERIES = `
  SELECT coalesce((attempt ->> 'at')::timestamptz, delivery.created_at) AS at, 'webhook' AS kind,
    delivery.event_type AS what,
    CASE WHEN attempt IS NULL THEN delivery.status
      ELSE coalesce(attempt ->> 'status', attempt ->> 'error', delivery.status) END AS outcome,
    NULL AS "requestId", delivery.traceparent,
    concat_ws(' ', substring(endpoint.url FROM '^[a-z]+://([^/?#]+)'), 'delivery', delivery.id) AS detail
  FROM events AS event
  JOIN deliveries AS delivery ON delivery.tenant_id = event.tenant_id AND delivery.event_id = event.id
  JOIN webhook_endpoints AS endpoint
    ON endpoint.tenant_id = delivery.tenant_id AND endpoint.id = delivery.endpoint_id
  LEFT JOIN LATERAL jsonb_array_elements(delivery.attempts) AS attempt ON true
  WHERE event.tenant_id = $1 AND event.reservation_id = $2
  ORDER BY 1 LIMIT 500`;

export function createTracing(db: Database): Tracing {
  return {
    entries: (tenantId, bookingId) =>
      db.inTenant(tenantId, (tx) => tx.query<TraceEntry>(DELIVERIES, [tenantId, bookingId])),
  };
}
