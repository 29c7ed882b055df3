import type { Database } from '@lodging/kit-postgres';

export interface FeedSurvey {
  readonly connections: number;
  readonly failing: number;
  /** Read, and not believed yet: the calendar lost too much at once. */
  readonly doubted: number;
  /** Long without a good reading. */
  readonly stale: number;
  /** Some tenants with a failing one, live or sandbox, separated by commas. */
  readonly failingTenants: string | null;
}

type Row = { -readonly [Name in keyof FeedSurvey]: FeedSurvey[Name] };

const SURVEY = `
  SELECT count(*)::int4 AS connections,
    count(*) FILTER (WHERE status = 'error')::int4 AS failing,
    count(*) FILTER (WHERE doubted IS NOT NULL AND status <> 'paused')::int4 AS doubted,
    count(*) FILTER (WHERE status <> 'paused'
      AND coalesce(last_success_at, created_at) < now() - interval '6 hours')::int4 AS stale,
    (SELECT string_agg(tenant_id::text, ',') FROM (
      SELECT DISTINCT tenant_id FROM connections WHERE status = 'error' AND deleted_at IS NULL
      ORDER BY tenant_id LIMIT 5) AS unwell) AS "failingTenants"
  FROM connections WHERE deleted_at IS NULL`;

export async function surveyFeeds(db: Database): Promise<FeedSurvey> {
  const [row] = await db.acrossTenants((tx) => tx.query<Row>({ name: 'feeds_survey', text: SURVEY }));
  if (row === undefined) throw new Error('the survey of feeds has no row');
  return row;
}
