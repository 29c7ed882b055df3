import { namedStatement } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import type { TraceEntry, TracedBooking, Tracing } from '@lodging/operations';

/** One look into the index for each tenant: no index begins with the id alone. */
const findBooking = namedStatement<{ id: string }>(
  'trace_find_booking',
  `
  WITH RECURSIVE tenants AS (
    (SELECT tenant_id FROM reservations ORDER BY tenant_id LIMIT 1)
    UNION ALL
    SELECT (SELECT r.tenant_id FROM reservations AS r WHERE r.tenant_id > t.tenant_id ORDER BY r.tenant_id LIMIT 1)
      FROM tenants AS t WHERE t.tenant_id IS NOT NULL)
  SELECT found.id, found.reference, found.tenant_id AS "tenantId", found.livemode, found.state, found.version,
    found.resource_id AS "resourceId", found.starts_at AS "from", found.ends_at AS "to", found.source,
    found.created_at AS "createdAt"
  FROM tenants JOIN reservations AS found ON found.tenant_id = tenants.tenant_id AND found.id = $id`,
);

interface ReservationKey {
  readonly tenantId: string;
  readonly reservationId: string;
}

const listChanges = namedStatement<ReservationKey>(
  'trace_changes',
  `
  SELECT at, 'change' AS kind, action AS what, NULL AS outcome, request_id AS "requestId",
    coalesce(
      (SELECT published.traceparent FROM outbox AS published
        WHERE published.tenant_id = $tenantId AND published.aggregate_id = change.reservation_id::text
          AND published.aggregate_version = change.version AND published.occurred_at = change.at
        ORDER BY published.position LIMIT 1),
      CASE WHEN action = 'created' THEN (
        SELECT made.traceparent FROM reservations AS made WHERE made.tenant_id = $tenantId AND made.id = $reservationId) END) AS traceparent,
    concat_ws(' ', 'version', version, 'by', actor ->> 'kind', actor ->> 'id') AS detail
  FROM reservation_history AS change WHERE tenant_id = $tenantId AND reservation_id = $reservationId ORDER BY at, version, id LIMIT 500`,
);

const listRefusals = namedStatement<ReservationKey>(
  'trace_refusals',
  `
  SELECT last_at AS at, 'request' AS kind, operation AS what, code AS outcome, request_id AS "requestId", traceparent,
    CASE WHEN times > 1 THEN times || ' times, first at ' || first_at::text ELSE '' END AS detail
  FROM refused_requests WHERE tenant_id = $tenantId AND reservation_id = $reservationId ORDER BY last_at LIMIT 500`,
);

/** For a day: then they are purged. */
const listCodes = namedStatement<ReservationKey>(
  'trace_codes',
  `
  SELECT at, kind, what, outcome, NULL AS "requestId", NULL AS traceparent, NULL AS detail
  FROM guest_codes, LATERAL (
    SELECT sent AS at, 'mail' AS kind, 'one-time code' AS what, 'sent' AS outcome FROM unnest(sent_at) AS sent
    UNION ALL SELECT tried, 'request', 'verify-guest-code', NULL FROM unnest(tried_at) AS tried) AS entry
  WHERE tenant_id = $tenantId AND reservation_id = $reservationId ORDER BY at`,
);

export function createTracing(db: Database): Tracing {
  return {
    async findBooking(bookingId) {
      const [found] = await db.acrossTenants((tx) => tx.query<TracedBooking>(findBooking({ id: bookingId })));
      return found;
    },
    async entries(tenantId, reservationId) {
      const key = { tenantId, reservationId };
      const found = await db.inTenant(tenantId, (tx) =>
        tx.queryAll<TraceEntry[]>([listChanges(key), listRefusals(key), listCodes(key)]),
      );
      return found.flat();
    },
  };
}
