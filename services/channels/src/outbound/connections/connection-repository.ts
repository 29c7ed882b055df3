import type { KeysetValues } from '@lodging/kernel';
import { ok } from '@lodging/kernel';
import { createLimitedRows, namedStatement, selectList } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { NOT_APPLIED } from '../../domain/connections/connection.ts';
import type { Connection, ConnectionChange } from '../../domain/connections/connection.ts';
import { connectionNotFound } from '../../domain/refusals.ts';
import type { ConnectionRepository, NewConnection } from '../../ports/connections.ts';
import { AFTER, IN_ORDER, readPage } from '../list-page.ts';
import { connections } from '../schema.ts';
import { MOVED_ALLOWANCE, startOf } from '../sync/sync-allowance.ts';

type Stored = typeof connections.$inferSelect;
type Row = Omit<Connection, 'failingSince' | 'quarantine' | 'blocks'> &
  Pick<
    Stored,
    'outages' | 'quarantinedAt' | 'quarantinedEventsBefore' | 'quarantinedEventsNow' | 'blockCount'
  >;

interface Key {
  readonly tenantId: string;
  readonly id: string;
}

const columns = `${selectList(connections, {
  only: [
    'id',
    'channel',
    'feedUrl',
    'status',
    'createdAt',
    'lastSyncAt',
    'lastSuccessAt',
    'lastError',
    'outages',
    'eventCount',
    'nextSyncAt',
    'quarantinedAt',
    'quarantinedEventsBefore',
    'quarantinedEventsNow',
    'blockCount',
  ],
})}, (SELECT count(*)::int FROM listings
  WHERE listings.tenant_id = connections.tenant_id AND listings.connection_id = connections.id) AS "listings"`;
const FIND = `
  SELECT ${columns} FROM connections WHERE tenant_id = $tenantId AND id = $id AND deleted_at IS NULL`;

const find = namedStatement<Key>('connection_find', FIND);
const lock = namedStatement<Key>('connection_lock', `${FIND} FOR UPDATE`);
const list = namedStatement<KeysetValues & { tenantId: string }>(
  'connection_list',
  `SELECT ${columns} FROM connections
   WHERE tenant_id = $tenantId AND deleted_at IS NULL AND ${AFTER} ${IN_ORDER}`,
);
const count = namedStatement<{ tenantId: string }>(
  'connection_count',
  'SELECT count(*)::int AS count FROM connections WHERE tenant_id = $tenantId AND deleted_at IS NULL',
);
const insert = namedStatement<NewConnection & { tenantId: string }>(
  'connection_insert',
  `INSERT INTO connections (tenant_id, id, livemode, channel, sealed_feed_url, shown_feed_url)
   VALUES ($tenantId, $id, $livemode, $channel, $sealedFeedUrl, $feedUrl)
   RETURNING ${columns}`,
);
/** A sync that is due already keeps its place. */
const REQUESTED = `least(${startOf(MOVED_ALLOWANCE)}, next_sync_at)`;
const change = namedStatement<Key & ConnectionChange>(
  'connection_change',
  `UPDATE connections SET status = $status,
     next_sync_at = CASE $sync WHEN 'now' THEN ${REQUESTED} WHEN 'never' THEN NULL ELSE next_sync_at END,
     read_at = CASE $sync WHEN 'now' THEN ${REQUESTED} ELSE read_at END,
     sync_allowance_at = CASE $sync WHEN 'now' THEN ${MOVED_ALLOWANCE} ELSE sync_allowance_at END,
     asked = asked + CASE $sync WHEN 'now' THEN 1 ELSE 0 END
   WHERE tenant_id = $tenantId AND id = $id RETURNING ${columns}`,
);
const markDeleted = namedStatement<Key & { graceSeconds: number }>(
  'connection_mark_deleted',
  `UPDATE connections SET deleted_at = now(), next_sync_at = now() + make_interval(secs => $graceSeconds)
   WHERE tenant_id = $tenantId AND id = $id AND deleted_at IS NULL RETURNING id`,
);

export function createConnectionRepository(db: Database): ConnectionRepository {
  const creations = createLimitedRows(db);
  return {
    create(tenantId, connection, most) {
      const limit = { tenantId, key: `connections ${tenantId}`, most, count: count({ tenantId }) };
      return creations.create(limit, async (tx, existing) => {
        if (existing >= most) return undefined;
        const [row] = await tx.query<Row>(insert({ tenantId, ...connection }));
        return row && connectionFrom(row);
      });
    },
    async list(tenantId, page) {
      const { rows, hasMore } = await readPage(page, (values) =>
        db.readInTenant<Row>(tenantId, list({ tenantId, ...values })),
      );
      return { rows: rows.map(connectionFrom), hasMore };
    },
    async find(tenantId, id) {
      const [row] = await db.readInTenant<Row>(tenantId, find({ tenantId, id }));
      return row && connectionFrom(row);
    },
    change: (tenantId, id, decide) =>
      db.inTenant(tenantId, async (tx) => {
        const [row] = await tx.query<Row>(lock({ tenantId, id }));
        if (row === undefined) return connectionNotFound();
        const decided = decide(connectionFrom(row));
        if (!decided.ok) return decided;
        const [changed] = await tx.query<Row>(change({ tenantId, id, ...decided.value }));
        return ok(connectionFrom(changed ?? row));
      }),
    markDeleted: (tenantId, id, graceSeconds) =>
      db.inTenant(tenantId, async (tx) => {
        return (await tx.query(markDeleted({ tenantId, id, graceSeconds }))).length > 0;
      }),
  };
}

function connectionFrom(row: Row): Connection {
  const { outages, blockCount, ...stored } = row;
  const {
    quarantinedAt: _at,
    quarantinedEventsBefore: _before,
    quarantinedEventsNow: _now,
    ...shown
  } = stored;
  const isPaused = row.status === 'paused';
  // A paused connection may still have blocks to release; its feed is not fetched for that.
  const nextSyncAt = isPaused ? null : row.nextSyncAt;
  const outage = { status: 'error', lastError: NOT_APPLIED } as const;
  const { status, lastError } = outages === 0 || isPaused ? row : outage;
  return {
    ...shown,
    status,
    lastError,
    nextSyncAt,
    failingSince: status === 'error' ? (row.lastSuccessAt ?? row.createdAt) : null,
    quarantine: quarantineFrom(row),
    blocks: blockCount,
  };
}

function quarantineFrom({
  quarantinedAt: since,
  quarantinedEventsBefore: eventsBefore,
  quarantinedEventsNow: eventsNow,
}: Row): Connection['quarantine'] {
  if (since === null || eventsBefore === null || eventsNow === null) return null;
  return { since, eventsBefore, eventsNow };
}
