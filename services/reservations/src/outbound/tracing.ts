import type { Database } from '@lodging/kit-postgres';
import type { TraceEntry, TracedBooking, Tracing } from '@lodging/kit-messaging';

/** One look into the index for each tenant: no index begins with the id alone. */
const FIND = `
  WITH RECURSIVE tenants AS (
    (SELECT tenant_id FROM reservations ORDER BY tenant_id LIMIT 1)
    UNION ALL
    SELECT (SELECT r.tenant_id FROM reservations AS r WHERE r.tenant_id > t.tenant_id ORDER BY r.tenant_id LIMIT 1)
      FROM tenants AS t WHERE t.tenant_id IS NOT NULL)
  SELECT found.id, found.tenant_id AS "tenantId", found.livemode, found.state, found.version,
    found.resource_id AS "resourceId", found.starts_at AS "from", found.ends_at AS "to", found.source,
    found.created_at AS "createdAt"
  FROM tenants JOIN reservations AS found ON found.tenant_id = tenants.tenant_id AND found.id = $1`;

const CHANGES = `
  SELECT at, 'change' AS kind, action AS what, NULL AS outcome, request_id AS "requestId",
    coalesce(
      (SELECT told.traceparent FROM outbox AS told
        WHERE told.tenant_id = $1 AND told.aggregate_id = change.reservation_id::text
          AND told.aggregate_version = change.version AND told.occurred_at = change.at
        ORDER BY told.position LIMIT 1),
      CASE WHEN action = 'created' THEN (
        SELECT made.traceparent FROM reservations AS made WHERE made.tenant_id = $1 AND made.id = $2) END) AS traceparent,
    concat_ws(' ', 'version', version, 'by', actor ->> 'kind', actor ->> 'id') AS detail
  FROM reservation_history AS change WHERE tenant_id = $1 AND reservation_id = $2 ORDER BY at, version, id LIMIT 500`;

const REFUSALS = `
  SELECT last_at AS at, 'request' AS kind, operation AS what, code AS outcome, request_id AS "requestId", traceparent,
    CASE WHEN times > 1 THEN times || ' times, first at ' || first_at::text ELSE '' END AS detail
  FROM refused_requests WHERE tenant_id = $1 AND reservation_id = $2 ORDER BY last_at LIMIT 500`;

/** For a day: then they are purged. */
const CODES = `
  SELECT at, kind, what, outcome, NULL AS "requestId", NULL AS traceparent, NULL AS detail
  FROM guest_codes, LATERAL (
    SELECT sent AS at, 'mail' AS kind, 'one-time code' AS what, 'sent' AS outcome FROM unnest(sent_at) AS sent
    UNION ALL SELECT tried, 'request', 'verify-guest-code', NULL FROM unnest(tried_at) AS tried) AS entry
  WHERE tenant_id = $1 AND reservation_id = $2 ORDER BY at`;

export function createTracing(db: Database): Tracing {
  return {
    async findBooking(bookingId) {
      const [found] = await db.acrossTenants((tx) => tx.query<TracedBooking>(FIND, [bookingId]));
      return found;
    },
    async entries(tenantId, bookingId) {
      const values = [tenantId, bookingId];
      const found = await db.inTenant(tenantId, (tx) =>
        tx.queryAll<TraceEntry[]>([CHANGES, REFUSALS, CODES].map((text) => ({ text, values }))),
      );
      return found.flat();
    },
  };
}
