import { namedStatement } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { currentTraceparent } from '@lodging/kit-runtime';
import type { RefusedRequest, RefusedRequestRepository } from '../ports/refused-requests.ts';

const KEPT_DAYS = 30;
const PURGE_BATCH = 500;

/** One row for each code, however often it is met; none where there is no such reservation. */
const record = namedStatement<RefusedRequest & { readonly traceparent: string | null }>(
  'record_refused_request',
  `INSERT INTO refused_requests AS known
     (tenant_id, reservation_id, operation, code, first_at, last_at, request_id, traceparent)
   SELECT tenant_id, id, $operation, $code, clock_timestamp(), clock_timestamp(), $requestId, $traceparent
     FROM reservations WHERE tenant_id = $tenantId AND id = $reservationId
   ON CONFLICT (tenant_id, reservation_id, operation, code) DO UPDATE
      SET times = known.times + 1, last_at = excluded.last_at, request_id = excluded.request_id,
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
    async record(refused) {
      const statement = record({ ...refused, traceparent: currentTraceparent() ?? null });
      await db.writeInTenant(refused.tenantId, statement, { batchKey: refused.reservationId });
    },
    purge: async () => (await db.acrossTenants((tx) => tx.query(purge({})))).length,
  };
}
