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
  SELECT at, 'change' AS kind, action AS what, NULL AS outcome, request_id AS "requestId", NULL AS traceparent,
    concat_ws(' ', 'version', version, 'by', actor ->> 'kind', actor ->> 'id') AS detail
  FROM reservation_history WHERE tenant_id = $1 AND reservation_id = $2 ORDER BY at, version, id LIMIT 500`;

export function createTracing(db: Database): Tracing {
  return {
    async findBooking(bookingId) {
      const [found] = await db.acrossTenants((tx) => tx.query<TracedBooking>(FIND, [bookingId]));
      return found;
    },
    entries: (tenantId, bookingId) =>
      db.inTenant(tenantId, (tx) => tx.query<TraceEntry>(CHANGES, [tenantId, bookingId])),
  };
}
