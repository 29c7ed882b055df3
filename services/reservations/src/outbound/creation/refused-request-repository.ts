import { namedStatement } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import type { RefusedRequest, RefusedRequestRepository, RefusedTimes } from '../../ports/creation.ts';

const KEPT_DAYS = 30;
const PURGE_BATCH = 500;

/** One row for each code, however often it is met; none where there is no such reservation. */
const record = namedStatement<
  RefusedTimes & { readonly [K in keyof RefusedRequest]: RefusedRequest[K] | null }
>(
  'record_refused_request',
  `INSERT INTO refused_requests AS known
     (tenant_id, reservation_id, operation, code, times, first_at, last_at, request_id, traceparent)
   SELECT tenant_id, id, $operation, $code, $times::integer,
       clock_timestamp() - $firstAgoMs::float8 * interval '1 millisecond',
       clock_timestamp() - $lastAgoMs::float8 * interval '1 millisecond', $requestId, $traceparent
     FROM reservations WHERE tenant_id = $tenantId AND id = $reservationId
   ON CONFLICT (tenant_id, reservation_id, operation, code) DO UPDATE
      SET times = known.times + excluded.times, last_at = excluded.last_at, request_id = excluded.request_id,
          traceparent = excluded.traceparent`,
);

const purge = namedStatement<object>(
  'purge_refused_requests',
  `DELETE FROM refused_requests AS r
    USING (SELECT tenant_id, reservation_id, operation, code FROM refused_requests
            WHERE last_at < now() - interval '${KEPT_DAYS} days' LIMIT ${PURGE_BATCH} FOR UPDATE SKIP LOCKED) AS old
    WHERE r.tenant_id = old.tenant_id AND r.reservation_id = old.reservation_id
      AND r.operation = old.operation AND r.code = old.code
   RETURNING 1`,
);

export function createRefusedRequestRepository(db: Database): RefusedRequestRepository {
  return {
    async record(refused, seen) {
      const statement = record({ ...refused, ...seen, traceparent: refused.traceparent ?? null });
      await db.writeInTenant(refused.tenantId, statement, { durable: false });
    },
    purge: async () => (await db.acrossTenants((tx) => tx.query(purge({})))).length,
  };
}
