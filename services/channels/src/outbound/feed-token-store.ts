import type { Database, Tx } from '@lodging/kit-postgres';
import type { FeedToken } from '../domain/feed-token.ts';
import type { FeedTokens, NewFeedToken } from '../use-cases/feed-ports.ts';
import { findGrant } from './find-grant.ts';

const RECORD = 'id, resource_id, name, created_at, last_accessed_at';
const LIST = `
  SELECT ${RECORD} FROM feed_tokens WHERE tenant_id = $1 AND resource_id = $2 ORDER BY created_at, id`;
const ADD = `
  WITH added AS (
    INSERT INTO feed_tokens (tenant_id, id, resource_id, name, exclude_connection_id, livemode, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7))
  INSERT INTO feed_token_secrets (tenant_id, feed_token_id, digest) VALUES ($1, $2, $8)`;
const LOCK = `
  SELECT ${RECORD} FROM feed_tokens WHERE tenant_id = $1 AND resource_id = $2 AND id = $3 FOR UPDATE`;
const FORGET = `
  DELETE FROM feed_token_secrets WHERE tenant_id = $1 AND feed_token_id = $2 AND expires_at <= now()`;
/** A grace that is running is never made longer. */
const LET_END = `
  UPDATE feed_token_secrets SET expires_at = least(expires_at, now() + make_interval(hours => $3))
  WHERE tenant_id = $1 AND feed_token_id = $2`;
const OPEN = 'INSERT INTO feed_token_secrets (tenant_id, feed_token_id, digest) VALUES ($1, $2, $3)';
const REMOVE = 'DELETE FROM feed_tokens WHERE tenant_id = $1 AND resource_id = $2 AND id = $3 RETURNING id';
/** By the database's clock alone, so that the date of a feed never goes back from one replica to another. */
const NOTE = `
  UPDATE feed_tokens SET last_accessed_at = now(), body_etag = $3,
    body_changed_at = CASE WHEN body_etag IS NOT DISTINCT FROM $3 THEN body_changed_at
      ELSE greatest(now(), body_changed_at) END
  WHERE tenant_id = $1 AND id = $2 RETURNING body_changed_at`;
const OWNS = 'SELECT id FROM connections WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NULL';

interface Row {
  readonly id: string;
  readonly resource_id: string;
  readonly name: string | null;
  readonly created_at: Temporal.Instant;
  readonly last_accessed_at: Temporal.Instant | null;
}

export function createFeedTokenStore(db: Database): FeedTokens {
  return {
    add: (tenantId, token, digest) => db.inTenant(tenantId, (tx) => insert(tx, tenantId, token, digest)),
    async list(tenantId, resourceId) {
      const statement = { name: 'feed_tokens_list', text: LIST, values: [tenantId, resourceId] };
      return (await db.readInTenant<Row>(tenantId, statement)).map(recordOf);
    },
    rotate: (tenantId, { resourceId, feedTokenId }, { digest, graceHours }) =>
      db.inTenant(tenantId, async (tx) => {
        const [row] = await tx.query<Row>(LOCK, [tenantId, resourceId, feedTokenId]);
        if (row === undefined) return undefined;
        await tx.query(FORGET, [tenantId, feedTokenId]);
        await tx.query(LET_END, [tenantId, feedTokenId, graceHours]);
        await tx.query(OPEN, [tenantId, feedTokenId, digest]);
        return recordOf(row);
      }),
    remove: (tenantId, { resourceId, feedTokenId }) =>
      db.inTenant(tenantId, async (tx) => {
        return (await tx.query(REMOVE, [tenantId, resourceId, feedTokenId])).length > 0;
      }),
    findByDigest: (digest) => findGrant(db, digest),
    async noteRead(tenantId, feedTokenId, bodyEtag) {
      const statement = { name: 'feed_tokens_note', text: NOTE, values: [tenantId, feedTokenId, bodyEtag] };
      const [row] = await db.writeInTenant<{ body_changed_at: Temporal.Instant }>(tenantId, statement, {
        durable: false,
      });
      return row?.body_changed_at;
    },
    async ownsConnection(tenantId, connectionId) {
      const statement = { name: 'feed_tokens_owns', text: OWNS, values: [tenantId, connectionId] };
      return (await db.readInTenant(tenantId, statement)).length > 0;
    },
  };
}

async function insert(tx: Tx, tenantId: string, token: NewFeedToken, digest: Uint8Array): Promise<void> {
  const { id, resourceId, name, excludeConnectionId = null, livemode, createdAt } = token;
  const values = [
    tenantId,
    id,
    resourceId,
    name,
    excludeConnectionId,
    livemode,
    createdAt.toString(),
    digest,
  ];
  await tx.query(ADD, values);
}

function recordOf({ id, resource_id: resourceId, name, ...times }: Row): FeedToken {
  return { id, resourceId, name, createdAt: times.created_at, lastAccessedAt: times.last_accessed_at };
}
