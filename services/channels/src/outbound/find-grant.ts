import type { Database } from '@lodging/kit-postgres';
import type { FeedGrant } from '../use-cases/feed-ports.ts';

const FIND = `
  SELECT t.tenant_id, t.livemode, t.id, t.resource_id, t.exclude_connection_id, t.body_etag, t.body_changed_at,
    coalesce(t.last_accessed_at > now() - interval '1 minute', false) AS noted_lately
  FROM feed_token_secrets s JOIN feed_tokens t ON t.tenant_id = s.tenant_id AND t.id = s.feed_token_id
  WHERE s.digest = $1 AND (s.expires_at IS NULL OR s.expires_at > now())`;

interface Row {
  readonly tenant_id: string;
  readonly livemode: boolean;
  readonly id: string;
  readonly resource_id: string;
  readonly exclude_connection_id: string | null;
  readonly body_etag: string | null;
  readonly body_changed_at: Temporal.Instant | null;
  readonly noted_lately: boolean;
}

/** The tenant is what this finds out, so it reads as the job role. */
export async function findGrant(db: Database, digest: Uint8Array): Promise<FeedGrant | undefined> {
  const [row] = await db.acrossTenants((tx) =>
    tx.query<Row>({ name: 'feed_tokens_find', text: FIND, values: [digest] }),
  );
  if (row === undefined) return undefined;
  const { body_etag: etag, body_changed_at: changedAt } = row;
  return {
    tenantId: row.tenant_id,
    livemode: row.livemode,
    feedTokenId: row.id,
    resourceId: row.resource_id,
    excludeConnectionId: row.exclude_connection_id ?? undefined,
    last: etag === null || changedAt === null ? undefined : { etag, changedAt },
    notedLately: row.noted_lately,
  };
}
