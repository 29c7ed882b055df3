import { namedStatement } from '@lodging/kit-postgres';
import type { TakenSpan } from '../../domain/blocks/own-block.ts';
import { MAX_CLAIM_MS } from '../../domain/claims/claim.ts';
import { DAY_MS } from '../../domain/time/day-number.ts';
import type { Span } from '../../domain/time/stay.ts';
import { MOST_CLAIMS_OF_BLOCK } from '../../domain/units/too-many-claims.ts';
import type { TooManyClaims } from '../../ports/stays.ts';
import { OVERLAPS_SPAN, timestampOf } from '../units/span-bounds.ts';
import type { SpanBounds } from '../units/span-bounds.ts';

const MOST_RESERVATIONS = 20;

interface BlockPlace extends SpanBounds {
  readonly tenantId: string;
  readonly resourceId: string;
  readonly blockId: string;
  readonly units: number;
}

/**
 * One row. `found` has the number of other claims; where they are no more than MOST_CLAIMS_OF_BLOCK, `starts_at` is the begin of the
 * first span in which `units` more do not fit, if there is one. A block may be longer than any claim, and its claims many,
 * so they are added up here.
 */
const findTaken = namedStatement<BlockPlace>(
  'block_find_taken',
  `WITH others AS MATERIALIZED (
     SELECT CASE WHEN c.kind = 'reservation' THEN coalesce(c.part_of, c.claim_id) END AS reservation_id,
       c.starts_at AS arrival, greatest(c.starts_at, $start) AS starts_at, least(c.ends_at, $end) AS ends_at, c.units
     FROM claims c
     WHERE c.tenant_id = $tenantId AND c.resource_id = $resourceId AND c.block_id IS DISTINCT FROM $blockId::uuid
       AND ${OVERLAPS_SPAN} AND (c.state = 'confirmed' OR c.expires_at > clock_timestamp())
     LIMIT ${MOST_CLAIMS_OF_BLOCK + 1}),
   found AS MATERIALIZED (SELECT count(*)::int AS found FROM others),
   -- Of one moment all rows have the same level. No two of these many rows are joined.
   levels AS MATERIALIZED (
     SELECT reservation_id, arrival, ends_at, at, sum(by) OVER until_now AS taken,
       sum(by) OVER until_now + $units::bigint
         > (SELECT units FROM resources WHERE tenant_id = $tenantId AND id = $resourceId) AS is_full
     FROM (
       SELECT reservation_id, arrival, ends_at, starts_at AS at, units AS by FROM others
       UNION ALL SELECT NULL, NULL, NULL, ends_at, -units FROM others) changes
     WHERE at < $end::timestamptz AND (SELECT found FROM found) <= ${MOST_CLAIMS_OF_BLOCK}
     WINDOW until_now AS (ORDER BY at)),
   first AS MATERIALIZED (SELECT min(at) AS at FROM levels WHERE is_full),
   last AS MATERIALIZED (
     SELECT coalesce(min(at), $end::timestamptz) AS at FROM levels
     WHERE at > (SELECT at FROM first) AND NOT is_full),
   stays AS (
     SELECT reservation_id, min(arrival) AS arrival FROM (
       SELECT reservation_id, arrival, ends_at, min(CASE WHEN is_full THEN at END) OVER (ORDER BY at DESC) AS next_full
       FROM levels WHERE (SELECT at FROM first) IS NOT NULL) ahead
     WHERE reservation_id IS NOT NULL AND next_full < ends_at
     GROUP BY reservation_id ORDER BY min(arrival), reservation_id LIMIT ${MOST_RESERVATIONS})
   SELECT found.found, first.at AS starts_at, last.at AS ends_at,
     (SELECT max(taken)::int FROM levels
      WHERE at >= (SELECT at FROM first) AND at < (SELECT at FROM last)) AS units_taken,
     ARRAY(SELECT reservation_id::text FROM stays ORDER BY arrival, reservation_id) AS reservation_ids
   FROM found, first, last`,
);

export interface TakenRow {
  readonly found: number;
  readonly starts_at: Temporal.Instant | null;
  readonly ends_at: Temporal.Instant;
  readonly units_taken: number;
  readonly reservation_ids: readonly string[];
}

export function findTakenSpan(
  place: Pick<BlockPlace, 'tenantId' | 'resourceId' | 'blockId' | 'units'>,
  { start, end }: Span,
) {
  const bounds = {
    start: timestampOf(start),
    end: timestampOf(end),
    maxEnd: timestampOf(end + MAX_CLAIM_MS + DAY_MS),
  };
  return findTaken({ ...place, ...bounds });
}

export function readTakenSpan([row]: readonly TakenRow[]): TakenSpan | TooManyClaims | undefined {
  if (row === undefined) throw new Error('the taken span has no row');
  if (row.found > MOST_CLAIMS_OF_BLOCK) return 'too-many-claims';
  if (row.starts_at === null) return undefined;
  return {
    start: row.starts_at.epochMilliseconds,
    end: row.ends_at.epochMilliseconds,
    unitsTaken: row.units_taken,
    reservationIds: row.reservation_ids,
  };
}
