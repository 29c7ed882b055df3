import type { Database } from '@lodging/kit-postgres';

export interface FeedStats {
  readonly connections: number;
  readonly failing: number;
  /** In quarantine: the last snapshot lost too many events to be accepted at once. */
  readonly doubted: number;
  /** Without a good sync for six hours. */
  readonly stale: number;
  /** At most five tenants with a failing connection, separated by commas. */
  readonly failingTenants: string | null;
}

type Row = { -readonly [Name in keyof FeedStats]: FeedStats[Name] };

const STATS = `
  SELECT count(*)::int4 AS connections,
    count(*) FILTER (WHERE status = 'error')::int4 AS failing,
    count(*) FILTER (WHERE doubted IS NOT NULL AND status <> 'paused')::int4 AS doubted,
    count(*) FILTER (WHERE status <> 'paused'
      AND coalesce(last_success_at, created_at) < now() - interval '6 hours')::int4 AS stale,
    (SELECT string_agg(tenant_id::text, ',') FROM (
      SELECT DISTINCT tenant_id FROM connections WHERE status = 'error' AND deleted_at IS NULL
      ORDER BY tenant_id LIMIT 5) AS failing) AS "failingTenants"
  FROM connections WHERE deleted_at IS NULL`;

export async function collectFeedStats(db: Database): Promise<FeedStats> {
  const [row] = await db.acrossTenants((tx) => tx.query<Row>({ name: 'feed_stats', text: STATS }));
  if (row === undefined) throw new Error('the query of the feed statistics returned no row');
  return row;
}
