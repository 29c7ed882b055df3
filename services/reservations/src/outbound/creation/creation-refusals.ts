import { namedStatement } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { hasLimit } from '../../domain/guests/client-limits.ts';
import type { LimitedHold } from '../../domain/guests/client-limits.ts';
import type { NewReservation } from '../../domain/creation/reservation-creation.ts';
import { reservationColumns } from '../schema.ts';
import { newestTerms } from '../stay/reservation-rows.ts';
import { balanceOf, settlementOf } from '../cancellation/settlement-schema.ts';

/** Levels as `open_holds` numbers them: the key, then networks from the widest on. */
export interface LimitValues {
  /** Locked while it is counted: the key where it has a limit, else the widest network, which contains the narrower ones. */
  readonly lockOn: string;
  readonly limitedKeyId: string | null;
  readonly client: string;
  readonly networks: readonly string[];
  readonly unitNights: number;
  readonly countsUnverifiedOnly: boolean;
  readonly levels: readonly number[];
  readonly maxOpenHolds: readonly (number | null)[];
  readonly maxUnitNights: readonly (number | null)[];
}

export function limitValues(limited: LimitedHold): LimitValues {
  const { keyId, keyLimit, networks, networkLimits, unitNights, countsUnverifiedOnly } = limited;
  const [client, ...narrower] = networks;
  const limitedKeyId = hasLimit(keyLimit) ? keyId : null;
  const limits = [...(limitedKeyId === null ? [] : [keyLimit]), ...networkLimits];
  const firstLevel = limitedKeyId === null ? 1 : 0;
  return {
    lockOn: limitedKeyId ?? client,
    limitedKeyId,
    client,
    networks: narrower,
    unitNights,
    countsUnverifiedOnly,
    levels: limits.map((_limit, index) => firstLevel + index),
    maxOpenHolds: limits.map(({ maxOpenHolds }) => maxOpenHolds),
    maxUnitNights: limits.map(({ maxUnitNights }) => maxUnitNights),
  };
}

/** The levels that refuse the hold, with the end of the first hold that counts there. */
export function refusingLevels(lockOn: string): string {
  return `SELECT level, CASE WHEN holds >= max_holds THEN ends_at ELSE counted_ends_at END AS ends
     FROM (SELECT l.level, l.max_holds, l.max_unit_nights, coalesce(o.holds, 0) AS holds, o.ends_at,
                  coalesce(CASE WHEN $countsUnverifiedOnly THEN o.unverified_holds ELSE o.holds END, 0) AS counted_holds,
                  coalesce(CASE WHEN $countsUnverifiedOnly THEN o.unverified_unit_nights ELSE o.unit_nights END, 0)
                    AS counted_unit_nights,
                  CASE WHEN $countsUnverifiedOnly THEN o.unverified_ends_at ELSE o.ends_at END AS counted_ends_at
             FROM unnest($levels::integer[], $maxOpenHolds::integer[], $maxUnitNights::integer[])
                    AS l (level, max_holds, max_unit_nights)
             LEFT JOIN open_holds(${lockOn}, $tenantId::uuid, $limitedKeyId::uuid, $client::text, $networks::text[]) AS o
               ON o.level = l.level) AS counted
    WHERE holds >= max_holds
       OR counted_unit_nights + $unitNights::integer > max_unit_nights
          AND NOT ($countsUnverifiedOnly AND counted_holds = 0)`;
}

/** Whether, for how long and at which level the limits refuse the hold. */
export const readLimits = namedStatement<
  LimitValues & { readonly tenantId: string; readonly holdSeconds: number }
>(
  'read_limits_of_client',
  `SELECT count(*) > 0 AS limited, coalesce(bool_or(level = 0), false) AS "ofKey",
          greatest(1, ceil(extract(epoch FROM
            max(coalesce(ends - clock_timestamp(), make_interval(secs => $holdSeconds))))))::integer AS "retryAfterSeconds"
     FROM (${refusingLevels('NULL')}) AS refusing`,
);

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

/** True if `create` would not insert the reservation now, for a reason other than the units. */
export async function wouldRefuse(
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
    ...(limited === null ? [] : [readLimits({ ...limitValues(limited), tenantId, holdSeconds })]),
  ]);
  return existing.length > 0 || clock[0]?.expired === true || limits[0]?.limited === true;
}
