import { createLimitedRows, insertLists, namedStatement, selectList } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import type { FeedGrant, FeedToken, FeedTokenRef, NewFeedToken } from '../../domain/feeds/feed-token.ts';
import type { FeedTokenRepository } from '../../ports/feeds.ts';
import { feedTokens, feedTokenSecrets } from '../schema.ts';

interface OfToken {
  readonly tenantId: string;
  readonly feedTokenId: string;
}

const columns = selectList(feedTokens, {
  only: ['id', 'resourceId', 'name', 'createdAt', 'lastAccessedAt'],
});
const insertedToken = insertLists(feedTokens, {
  lastAccessedAt: 'NULL',
  bodyEtag: 'NULL',
  bodyChangedAt: 'NULL',
});
const firstSecret = insertLists(feedTokenSecrets, { feedTokenId: '$id', expiresAt: 'NULL' });
const nextSecret = insertLists(feedTokenSecrets, { expiresAt: 'NULL' });
const SAME_TOKEN = 'tenant_id = $tenantId AND resource_id = $resourceId AND id = $feedTokenId';

const count = namedStatement<{ tenantId: string; resourceId: string }>(
  'feed_token_count',
  'SELECT count(*)::int AS count FROM feed_tokens WHERE tenant_id = $tenantId AND resource_id = $resourceId',
);
const insert = namedStatement<
  Omit<NewFeedToken, 'excludeConnectionId'> & {
    tenantId: string;
    excludeConnectionId: string | null;
    digest: Uint8Array;
  }
>(
  'feed_token_insert',
  `WITH added AS (
     INSERT INTO feed_tokens (${insertedToken.columns}) VALUES (${insertedToken.values}) RETURNING id)
   INSERT INTO feed_token_secrets (${firstSecret.columns}) SELECT ${firstSecret.values} FROM added RETURNING 1`,
);
const list = namedStatement<{ tenantId: string; resourceId: string }>(
  'feed_token_list',
  `SELECT ${columns} FROM feed_tokens
   WHERE tenant_id = $tenantId AND resource_id = $resourceId ORDER BY created_at, id`,
);
const lock = namedStatement<FeedTokenRef & { tenantId: string }>(
  'feed_token_lock',
  `SELECT ${columns} FROM feed_tokens WHERE ${SAME_TOKEN} FOR UPDATE`,
);
const remove = namedStatement<FeedTokenRef & { tenantId: string }>(
  'feed_token_delete',
  `DELETE FROM feed_tokens WHERE ${SAME_TOKEN} RETURNING id`,
);
const deleteExpiredSecrets = namedStatement<OfToken>(
  'feed_token_delete_expired_secrets',
  `DELETE FROM feed_token_secrets
   WHERE tenant_id = $tenantId AND feed_token_id = $feedTokenId AND expires_at <= now()`,
);
/** A grace period that is running is not extended. */
const expireSecrets = namedStatement<OfToken & { graceHours: number }>(
  'feed_token_expire_secrets',
  `UPDATE feed_token_secrets SET expires_at = least(expires_at, now() + make_interval(hours => $graceHours))
   WHERE tenant_id = $tenantId AND feed_token_id = $feedTokenId`,
);
const insertSecret = namedStatement<OfToken & { digest: Uint8Array }>(
  'feed_token_insert_secret',
  `INSERT INTO feed_token_secrets (${nextSecret.columns}) VALUES (${nextSecret.values})`,
);
/** By the database's clock alone, so that Last-Modified never goes back from one replica to another. */
const recordAccess = namedStatement<OfToken & { bodyEtag: string }>(
  'feed_token_record_access',
  `UPDATE feed_tokens SET last_accessed_at = now(), body_etag = $bodyEtag,
     body_changed_at = CASE WHEN body_etag IS NOT DISTINCT FROM $bodyEtag THEN body_changed_at
       ELSE greatest(now(), body_changed_at) END
   WHERE tenant_id = $tenantId AND id = $feedTokenId RETURNING body_changed_at AS "bodyChangedAt"`,
);
const findConnection = namedStatement<{ tenantId: string; connectionId: string }>(
  'feed_token_find_connection',
  'SELECT id FROM connections WHERE tenant_id = $tenantId AND id = $connectionId AND deleted_at IS NULL',
);
const findGrant = namedStatement<{ digest: Uint8Array }>(
  'feed_token_find_grant',
  `SELECT ${selectList(feedTokens, { except: ['name', 'createdAt', 'lastAccessedAt'], alias: 't' })},
     coalesce(t.last_accessed_at > now() - interval '1 minute', false) AS "isRecentlyAccessed"
   FROM feed_token_secrets s JOIN feed_tokens t ON t.tenant_id = s.tenant_id AND t.id = s.feed_token_id
   WHERE s.digest = $digest AND (s.expires_at IS NULL OR s.expires_at > now())`,
);

export function createFeedTokenRepository(db: Database): FeedTokenRepository {
  const creations = createLimitedRows(db);
  return {
    create(tenantId, { excludeConnectionId = null, ...token }, digest, most) {
      const { resourceId } = token;
      const key = `feed tokens ${tenantId}${resourceId}`;
      const limit = { tenantId, key, most, count: count({ tenantId, resourceId }) };
      return creations.create(limit, async (tx, existing) => {
        if (existing >= most) return false;
        await tx.query(insert({ tenantId, ...token, excludeConnectionId, digest }));
        return true;
      });
    },
    list: (tenantId, resourceId) => db.readInTenant<FeedToken>(tenantId, list({ tenantId, resourceId })),
    rotate: (tenantId, token, { digest, graceHours }) =>
      db.inTenant(tenantId, async (tx) => {
        const [row] = await tx.query<FeedToken>(lock({ tenantId, ...token }));
        if (row === undefined) return undefined;
        const { feedTokenId } = token;
        await tx.query(deleteExpiredSecrets({ tenantId, feedTokenId }));
        await tx.query(expireSecrets({ tenantId, feedTokenId, graceHours }));
        await tx.query(insertSecret({ tenantId, feedTokenId, digest }));
        return row;
      }),
    delete: (tenantId, token) =>
      db.inTenant(tenantId, async (tx) => (await tx.query(remove({ tenantId, ...token }))).length > 0),
    async findGrant(digest) {
      // A feed URL names no tenant, so this is read across all of them, as the job role.
      const [row] = await db.acrossTenants((tx) => tx.query<GrantRow>(findGrant({ digest })));
      return row && grantFrom(row);
    },
    async recordAccess(tenantId, feedTokenId, bodyEtag) {
      const statement = recordAccess({ tenantId, feedTokenId, bodyEtag });
      const options = { durable: false };
      const [row] = await db.writeInTenant<{ bodyChangedAt: Temporal.Instant }>(tenantId, statement, options);
      return row?.bodyChangedAt;
    },
    async hasConnection(tenantId, connectionId) {
      return (await db.readInTenant(tenantId, findConnection({ tenantId, connectionId }))).length > 0;
    },
  };
}

type GrantRow = Omit<typeof feedTokens.$inferSelect, 'name' | 'createdAt' | 'lastAccessedAt'> & {
  readonly isRecentlyAccessed: boolean;
};

function grantFrom({
  id,
  excludeConnectionId,
  bodyEtag: etag,
  bodyChangedAt: changedAt,
  ...row
}: GrantRow): FeedGrant {
  return {
    ...row,
    feedTokenId: id,
    excludeConnectionId: excludeConnectionId ?? undefined,
    last: etag === null || changedAt === null ? undefined : { etag, changedAt },
  };
}
