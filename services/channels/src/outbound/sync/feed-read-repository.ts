import { keysetValues, ok, pageOf } from '@lodging/kernel';
import { insertLists, namedStatement, selectList } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { connectionNotFound } from '../../domain/refusals.ts';
import { KEPT_READS } from '../../domain/sync/read-record.ts';
import type { ReadRecord } from '../../domain/sync/read-record.ts';
import type { FeedReadRepository } from '../../ports/sync.ts';
import { findConnection } from '../connections/listing-repository.ts';
import { feedReads } from '../schema.ts';

interface OfConnection {
  readonly tenantId: string;
  readonly connectionId: string;
}

const inserted = insertLists(feedReads);
const OF_CONNECTION = 'tenant_id = $tenantId AND connection_id = $connectionId';
const NEWEST_FIRST = 'ORDER BY created_at DESC, id DESC';

/** The oldest row goes in the same statement, so that a connection never has more than are kept. */
export const recordRead = namedStatement<ReadRecord & OfConnection>(
  'feed_read_record',
  `WITH dropped AS (
     DELETE FROM feed_reads WHERE ${OF_CONNECTION} AND id IN (
       SELECT id FROM feed_reads WHERE ${OF_CONNECTION} ${NEWEST_FIRST} OFFSET ${KEPT_READS - 1}))
   INSERT INTO feed_reads (${inserted.columns}) VALUES (${inserted.values})`,
);
const list = namedStatement<OfConnection & { beforeAt: string; beforeId: string; limit: number }>(
  'feed_read_list',
  `SELECT ${selectList(feedReads, { except: ['tenantId', 'connectionId'] })} FROM feed_reads
   WHERE ${OF_CONNECTION} AND (created_at, id) < ($beforeAt::timestamptz, $beforeId::uuid)
   ${NEWEST_FIRST} LIMIT $limit`,
);
/** After every row. */
const NEWEST = { beforeAt: 'infinity', beforeId: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

export function createFeedReadRepository(db: Database): FeedReadRepository {
  return {
    async list(tenantId, connectionId, page) {
      const position = keysetValues(page);
      if (position === undefined) return ok({ rows: [], hasMore: false });
      const { afterCreatedAt, afterId, limit } = position;
      const before = page.after === null ? NEWEST : { beforeAt: afterCreatedAt, beforeId: afterId };
      const [connections, rows = []] = await db.readManyInTenant<ReadRecord>(tenantId, [
        findConnection({ tenantId, connectionId }),
        list({ tenantId, connectionId, ...before, limit }),
      ]);
      return connections?.length === 1 ? ok(pageOf(rows, page.limit)) : connectionNotFound();
    },
  };
}
