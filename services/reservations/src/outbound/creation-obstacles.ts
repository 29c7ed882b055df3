import { namedStatement } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import type { LimitedHold } from '../domain/client-limits.ts';
import type { NewReservation } from '../domain/reservation-creation.ts';
import { newestTerms, reservationColumns } from './schema.ts';
import { balanceOf, settlementOf } from './settlement-schema.ts';

/** Whether, and for how long, the limits of the client refuse the hold. */
export const readLimits = namedStatement<
  LimitedHold & { readonly tenantId: string; readonly holdSeconds: number }
>(
  'read_limits_of_client',
  `SELECT NOT (${withinLimits('holds', 'unit_nights')}) AS limited,
          greatest(1, ceil(extract(epoch FROM coalesce(ends - clock_timestamp(), make_interval(secs => $holdSeconds)))))::integer
            AS "retryAfterSeconds"
     FROM (SELECT count(*) AS holds, coalesce(sum(held_unit_nights), 0) AS unit_nights, min(hold_expires_at) AS ends
             FROM reservations
            WHERE tenant_id = $tenantId AND client_hash = $clientHash AND state IN ('pending', 'held')
              AND hold_expires_at > clock_timestamp()) AS open`,
);

export function withinLimits(holds: string, unitNights: string): string {
  return `($maxOpenHolds::integer IS NULL OR ${holds} < $maxOpenHolds::integer)
      AND ($maxUnitNights::integer IS NULL OR ${unitNights} + $unitNights::integer <= $maxUnitNights::integer)`;
}

/** The comparison of the insert, where that returned no row. */
export const isRequestExpired = namedStatement<{ readonly requestExpiresAt: Temporal.Instant }>(
  'is_create_request_expired',
  `SELECT date_trunc('milliseconds', clock_timestamp()) >= $requestExpiresAt::timestamptz AS expired`,
);

/** The reservation of the key comes before one that another key made from the same quote. */
export const findByKeyOrQuote = namedStatement<{
  readonly tenantId: string;
  readonly idempotencyKey: string;
  readonly quoteId: string | null;
}>(
  'find_reservation_by_key_or_quote',
  `SELECT ${reservationColumns}, clock_timestamp() AS at, ${newestTerms}, ${settlementOf}, ${balanceOf} FROM reservations
    WHERE tenant_id = $tenantId AND (idempotency_key = $idempotencyKey OR quote_id = $quoteId)
    ORDER BY idempotency_key IS NOT DISTINCT FROM $idempotencyKey DESC LIMIT 1`,
);

/** Whether something other than the units keeps the reservation from being inserted now. */
export async function hasObstacle(
  db: Database,
  tenantId: string,
  { quoteId, request, limited, holdSeconds }: NewReservation,
): Promise<boolean> {
  const { idempotencyKey, expiresAt: requestExpiresAt } = request;
  const [existing = [], clock = [], limits = []] = await db.readManyInTenant<{
    expired?: boolean;
    limited?: boolean;
  }>(tenantId, [
    findByKeyOrQuote({ tenantId, idempotencyKey, quoteId }),
    isRequestExpired({ requestExpiresAt }),
    ...(limited === null ? [] : [readLimits({ ...limited, tenantId, holdSeconds })]),
  ]);
  return existing.length > 0 || clock[0]?.expired === true || limits[0]?.limited === true;
}
