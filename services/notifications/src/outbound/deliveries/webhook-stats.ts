import type { Database } from '@lodging/kit-postgres';

export interface WebhookStats {
  readonly endpoints: number;
  readonly failing: number;
  readonly disabled: number;
  readonly waiting: number;
  /** Logged events whose deliveries wait for the budget of their tenant. */
  readonly deferredEvents: number;
  /** The age of the oldest due delivery. */
  readonly overdueSeconds: number;
  readonly dead: number;
  /** Up to five tenants with a failing or disabled endpoint, separated by commas. */
  readonly failingTenants: string | null;
}

type Row = { -readonly [Name in keyof WebhookStats]: WebhookStats[Name] };

const FAILING = 'failing_since IS NOT NULL AND failure_count > 0';
const STATS = `
  SELECT count(*)::int4 AS endpoints,
    count(*) FILTER (WHERE enabled AND ${FAILING})::int4 AS failing,
    count(*) FILTER (WHERE NOT enabled)::int4 AS disabled,
    (SELECT count(*) FROM deliveries WHERE status = 'pending')::int4 AS waiting,
    (SELECT coalesce(sum(deferred_events), 0) FROM event_positions WHERE deferred_from IS NOT NULL)::float8
      AS "deferredEvents",
    (SELECT coalesce(greatest(extract(epoch FROM now() - min(next_attempt_at)), 0), 0)
     FROM deliveries WHERE status = 'pending')::float8 AS "overdueSeconds",
    (SELECT count(*) FROM deliveries WHERE status = 'dead')::int4 AS dead,
    (SELECT string_agg(tenant_id::text, ',') FROM (
      SELECT DISTINCT tenant_id FROM webhook_endpoints WHERE deleted_at IS NULL AND (NOT enabled OR (${FAILING}))
      ORDER BY tenant_id LIMIT 5) AS affected) AS "failingTenants"
  FROM webhook_endpoints WHERE deleted_at IS NULL`;

export async function collectWebhookStats(db: Database): Promise<WebhookStats> {
  const [row] = await db.acrossTenants((tx) => tx.query<Row>({ name: 'webhook_stats', text: STATS }));
  if (row === undefined) throw new Error('the statistics of webhooks have no row');
  return row;
}
