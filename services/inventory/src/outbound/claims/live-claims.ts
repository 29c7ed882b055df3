import { namedStatement } from '@lodging/kit-postgres';
import type { Tx } from '@lodging/kit-postgres';
import { liveSince } from '../../domain/claims/check-units.ts';
import type { LiveClaims } from '../../domain/claims/check-units.ts';
import { findRecord, readRecord } from '../resources/resource-statements.ts';
import type { RecordRow, ResourceKey } from '../resources/resource-statements.ts';
import { timestampOf } from '../units/span-bounds.ts';
import { lockResource } from './claim-statements.ts';

/** As long as a claim waits for another one. */
const TIMEOUT_MS = 1_800;
/** Of claims that are read one by one. */
const MOST_CLAIMS = 5_000;
const IS_ACTIVE = `(c.state = 'confirmed' OR c.expires_at > clock_timestamp())`;

/** The active claims of a resource that are not over in any time zone, with the time: a row for each, or one without. */
const findLiveClaims = namedStatement<ResourceKey>(
  'claims_live',
  `SELECT clock_timestamp() AS now, c.units, c.starts_at, c.ends_at
   FROM (SELECT) AS one LEFT JOIN LATERAL (
     SELECT c.units, c.starts_at, c.ends_at FROM claims c
     WHERE c.tenant_id = $tenantId AND c.resource_id = $resourceId AND c.ends_at > now() - interval '2 days' AND ${IS_ACTIVE}
     LIMIT ${MOST_CLAIMS + 1}) c ON true`,
);

interface LiveClaimsRow {
  readonly now: Temporal.Instant;
  readonly units: number | null;
  readonly starts_at: Temporal.Instant;
  readonly ends_at: Temporal.Instant;
}

/** Of claims that are too many, the first span from `since` on at every moment of which more than `units` are taken. */
const findFirstAbove = namedStatement<ResourceKey & { since: string; units: number }>(
  'claims_first_above',
  `WITH live AS MATERIALIZED (
     SELECT greatest(c.starts_at, $since) AS starts_at, c.ends_at, c.units FROM claims c
     WHERE c.tenant_id = $tenantId AND c.resource_id = $resourceId AND c.ends_at > $since AND ${IS_ACTIVE}),
   levels AS MATERIALIZED (
     SELECT at, sum(by) OVER (ORDER BY at) AS taken
     FROM (SELECT starts_at AS at, units AS by FROM live UNION ALL SELECT ends_at, -units FROM live) changes),
   first AS (SELECT min(at) AS at FROM levels WHERE taken > $units),
   until AS (SELECT min(levels.at) AS at FROM levels, first WHERE levels.at > first.at AND taken <= $units)
   SELECT max(taken)::int AS units, first.at AS starts_at, until.at AS ends_at
   FROM levels, first, until WHERE levels.at >= first.at AND levels.at < until.at GROUP BY first.at, until.at`,
);

type TakenRow = Omit<LiveClaimsRow, 'now'> & { readonly units: number };

/**
 * Under the lock of the claims, for a change to `units`; undefined where they stay as they are. The statements after it see the claims of the previous holder.
 * Where the claims are too many for memory, the span that refuses the change takes their place.
 */
export async function lockLiveClaims(
  tx: Tx,
  key: ResourceKey,
  units: number | undefined,
): Promise<LiveClaims | undefined> {
  if (units === undefined) return undefined;
  const [, rows] = await Promise.all([
    tx.query(lockResource(key.resourceId, TIMEOUT_MS)),
    tx.query<LiveClaimsRow>(findLiveClaims(key)),
  ]);
  const [head] = rows;
  if (head === undefined) throw new Error('the live claims have no row');
  const { now } = head;
  if (rows.length <= MOST_CLAIMS) return { now, taken: rows.flatMap(readTaken) };
  const [record] = await tx.query<RecordRow>(findRecord(key));
  if (record === undefined) return { now, taken: [] };
  const since = timestampOf(liveSince(readRecord(record), now));
  const above = await tx.query<TakenRow>(findFirstAbove({ ...key, since, units }));
  return { now, taken: above.flatMap(readTaken) };
}

function readTaken({ units, starts_at: start, ends_at: end }: LiveClaimsRow | TakenRow) {
  return units === null ? [] : [{ units, start: start.epochMilliseconds, end: end.epochMilliseconds }];
}
