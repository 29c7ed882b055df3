import { namedStatement } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { earliestStartOf, latestStartOf } from '../../domain/bookings/day-start.ts';
import type { BookedStay, ThenAndNow } from '../../domain/periods/pickup.ts';
import type { PickupRepository } from '../../ports/periods.ts';

const MS = (instant: string) => `(extract(epoch FROM ${instant}) * 1000)::float8`;
/** The value before the first change of the field since then; the history has it as text. */
const before = (field: string) =>
  `(array_agg(change->>'before' ORDER BY h.at, h.version, h.id) FILTER (WHERE change->>'field' = '${field}'))[1]`;

/** Nothing is looked up of a booking that has not changed since. */
const beforeSince = `
  SELECT bool_or(change->>'field' = 'state') AS moved, ${before('state')} AS state, ${before('from')} AS starts,
         ${before('to')} AS ends, ${before('quantity')} AS quantity, ${before('totalMinorUnits')} AS total
    FROM reservation_history AS h, jsonb_array_elements(h.changes) AS change
   WHERE h.tenant_id = $tenantId AND h.reservation_id = r.id AND h.at > $since AND r.updated_at > $since
     AND change->>'field' IN ('state', 'from', 'to', 'quantity', 'totalMinorUnits')`;

/**
 * Bookings that overlap the period, and those that a change may have moved out of it. The zone is the present one, also where
 * a change has moved a stay to a resource of another zone.
 */
const find = namedStatement<{
  readonly tenantId: string;
  readonly endsAfter: Temporal.Instant;
  readonly startsBefore: Temporal.Instant;
  readonly since: Temporal.Instant;
}>(
  'pickup_of_period',
  `SELECT r.state, r.time_zone AS "timeZone", r.room_type_id IS NULL AS "isGeneric", r.currency, r.quantity,
          r.total_minor_units AS total, ${MS('r.starts_at')} AS "startsAt", ${MS('r.ends_at')} AS "endsAt",
          (CASE WHEN r.state = 'no_show' THEN floor(${MS('coalesce(r.no_show_at, r.updated_at)')}) END)::float8 AS "freedAt",
          CASE WHEN earlier.moved THEN earlier.state ELSE r.state END AS "stateThen",
          coalesce(${MS('earlier.starts::timestamptz')}, ${MS('r.starts_at')}) AS "startsAtThen",
          coalesce(${MS('earlier.ends::timestamptz')}, ${MS('r.ends_at')}) AS "endsAtThen",
          coalesce(earlier.quantity::integer, r.quantity) AS "quantityThen",
          coalesce(earlier.total::bigint, r.total_minor_units) AS "totalThen"
     FROM (
       SELECT id FROM reservations
        WHERE tenant_id = $tenantId AND ends_at > $endsAfter AND starts_at < $startsBefore AND state <> 'pending'
          AND (state IN ('confirmed', 'checked_in', 'checked_out', 'no_show') OR state = 'cancelled' AND updated_at > $since)
       UNION
       SELECT reservation_id FROM reservation_history
        WHERE tenant_id = $tenantId AND at > $since AND action IN ('changed', 'relocated')) AS f
     JOIN reservations AS r ON r.tenant_id = $tenantId AND r.id = f.id
     LEFT JOIN LATERAL (${beforeSince}) AS earlier ON true`,
);

interface Row {
  readonly state: string;
  readonly timeZone: string;
  readonly isGeneric: boolean;
  readonly currency: string;
  readonly quantity: number;
  readonly total: bigint;
  readonly startsAt: number;
  readonly endsAt: number;
  readonly freedAt: number | null;
  /** Null: it was not made yet. */
  readonly stateThen: string | null;
  readonly startsAtThen: number;
  readonly endsAtThen: number;
  readonly quantityThen: number;
  readonly totalThen: bigint;
}

const ON_THE_BOOKS: readonly (string | null)[] = ['confirmed', 'checked_in', 'checked_out', 'no_show'];

export function createPickupRepository(db: Database): PickupRepository {
  return {
    async read(tenantId, period, since) {
      const bounds = { endsAfter: earliestStartOf(period.from), startsBefore: latestStartOf(period.to) };
      // A transaction has a connection of its own, so that short pipelined reads do not wait behind a year of stays.
      const rows = await db.inTenant(tenantId, (tx) => tx.query<Row>(find({ tenantId, ...bounds, since })));
      return rows.map(toThenAndNow);
    },
  };
}

function toThenAndNow(row: Row): ThenAndNow {
  const { isGeneric, currency, timeZone, freedAt, startsAt, endsAt, quantity } = row;
  const now: BookedStay = { startsAt, endsAt, quantity, minorUnits: row.total, freedAt };
  const earlier: BookedStay = {
    startsAt: row.startsAtThen,
    endsAt: row.endsAtThen,
    quantity: row.quantityThen,
    minorUnits: row.totalThen,
    freedAt: row.stateThen === 'no_show' ? freedAt : null,
  };
  return {
    isGeneric,
    currency,
    timeZone,
    now: ON_THE_BOOKS.includes(row.state) ? now : null,
    earlier: ON_THE_BOOKS.includes(row.stateThen) ? earlier : null,
  };
}
