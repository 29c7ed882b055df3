import type { Database } from '@lodging/kit-postgres';
import { observeCached } from '@lodging/kit-runtime';
import { conflictsOpen, feeds, feedsQuarantined, feedsStale, oldestFeedAge } from '../../metrics.ts';

/** Paused connections do not count as stale; the age of one that never had a good sync is counted from its creation. */
const FEEDS = `
  SELECT
    count(*) FILTER (WHERE status = 'active')::integer AS active,
    count(*) FILTER (WHERE status = 'paused')::integer AS paused,
    count(*) FILTER (WHERE status = 'error')::integer AS error,
    count(*) FILTER (WHERE doubted IS NOT NULL)::integer AS doubted,
    count(*) FILTER (WHERE status <> 'paused' AND age > interval '30 minutes')::integer AS stale,
    coalesce(extract(epoch FROM max(age) FILTER (WHERE status <> 'paused')), 0)::float8 AS "oldestSeconds",
    (SELECT count(*) FROM conflicts WHERE status = 'open')::integer AS conflicts
  FROM (SELECT status, doubted, now() - coalesce(last_success_at, created_at) AS age
        FROM connections WHERE deleted_at IS NULL) AS feed`;

const STATES = ['active', 'paused', 'error'] as const;
/** The query reads all connections, of which there may be thousands. */
const CACHE_MS = 15_000;

type Row = Readonly<
  Record<(typeof STATES)[number] | 'doubted' | 'stale' | 'oldestSeconds' | 'conflicts', number>
>;

/** Returns a function that ends the observation. */
export function observeFeeds(db: Database): () => void {
  return observeCached(
    async () => {
      const [row] = await db.acrossTenants((tx) => tx.query<Row>({ name: 'feed_gauges', text: FEEDS }));
      return row;
    },
    (row, result) => {
      if (row === undefined) return;
      for (const state of STATES) result.observe(feeds, row[state], { 'lodging.state': state });
      result.observe(feedsQuarantined, row.doubted);
      result.observe(feedsStale, row.stale);
      result.observe(oldestFeedAge, row.oldestSeconds);
      result.observe(conflictsOpen, row.conflicts);
    },
    CACHE_MS,
  );
}
